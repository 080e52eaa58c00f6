// Validation of UTF-8 with AVX2; also used with AVX-512.

#include "vector.h"

#if CK_VECTOR && defined(__x86_64__)
#include <immintrin.h>

#define CK_TARGET __attribute__((target("avx2")))
#define INLINE CK_TARGET static inline __attribute__((always_inline))

typedef __m256i wide;

INLINE wide every(uint8_t byte) { return _mm256_set1_epi8((char)byte); }
INLINE wide load_wide(const uint8_t *p) { return _mm256_loadu_si256((const __m256i *)p); }
INLINE wide both_of(wide a, wide b) { return _mm256_and_si256(a, b); }
INLINE wide either_of(wide a, wide b) { return _mm256_or_si256(a, b); }
INLINE wide different(wide a, wide b) { return _mm256_xor_si256(a, b); }
INLINE wide lower_half(wide v) { return _mm256_and_si256(v, every(15)); }
INLINE wide upper_half(wide v) { return _mm256_and_si256(_mm256_srli_epi16(v, 4), every(15)); }
INLINE int has_top_bit(wide v) { return _mm256_movemask_epi8(v) != 0; }
INLINE int has_bit(wide v) { return !_mm256_testz_si256(v, v); }
// Each byte minus `byte`, or 0 if the byte is less.
INLINE wide less_or_zero(wide v, uint8_t byte) { return _mm256_subs_epu8(v, every(byte)); }
INLINE wide looked_up(const uint8_t *table, wide v) {
  const __m128i sixteen = _mm_loadu_si128((const __m128i *)table);
  return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(sixteen), v);
}
// The bytes `distance` places before those of `v`.
#define bytes_before(v, before, distance) \
  _mm256_alignr_epi8(v, _mm256_permute2x128_si256(before, v, 0x21), 16 - (distance))

#include "utf8_lookup.h"

size_t ck_valid_blocks_avx2(const uint8_t *bytes, size_t n) { return valid_blocks(bytes, n); }
#endif
