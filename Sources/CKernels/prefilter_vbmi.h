// A quick test of 64 offsets for fingerprint search with AVX-512 VBMI. Included before prints.h.
//
// The low six bits and the high nibble of each byte are looked up. With only the low six bits,
// every byte would match a set of all non-ASCII bytes. Blocks that pass are tested again with the
// nibble tables, so that all kernels give the same result.

#include "kernels.h"

#define CK_PREFILTER 1

// For each position, two tables: the buckets for the low six bits of a byte, and the buckets for its high nibble.
typedef struct {
  lanes six[3], high[3];
} prefilter;

INLINE void set_prefilter(prefilter *out, const ck_fingerprints *prints, const unsigned width) {
  for (unsigned k = 0; k < width; k++) {
    const uint8_t *high = prints->high[k];
    uint8_t buckets[64];
    for (unsigned bits = 0; bits < 4; bits++) {
      memset(buckets + 16 * bits, high[bits] | high[bits + 4] | high[bits + 8] | high[bits + 12], 16);
    }
    out->six[k] = _mm512_and_si512(_mm512_loadu_si512(buckets), every_sixteen(prints->low[k]));
    out->high[k] = every_sixteen(high);
  }
}

// The buckets that match both the low six bits and the high nibble of the bytes at `at`. The lookup
// uses the low six bits of an index. The nibble table is repeated four times, so the two bits above
// the nibble are ignored.
INLINE sets by_six_and_four(const lanes six, const lanes high, const uint8_t *at) {
  const lanes bytes = _mm512_loadu_si512(at);
  return sets_of_both(
      _mm512_permutexvar_epi8(bytes, six),
      _mm512_permutexvar_epi8(_mm512_srli_epi16(bytes, 4), high));
}

// Whether a bucket may match at one of the 64 offsets from `at` on.
INLINE int may_agree(
    const prefilter *filter, const uint8_t *at, const unsigned width, const size_t stride) {
  sets found = by_six_and_four(filter->six[0], filter->high[0], at);
  for (unsigned k = 1; k < width; k++) {
    found = sets_of_both(
        found, by_six_and_four(filter->six[k], filter->high[k], at + k * stride));
  }
  return places_with_any(found) != 0;
}
