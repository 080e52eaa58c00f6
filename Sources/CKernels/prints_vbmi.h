// Fingerprints for processors that can look up bytes in a table of sixty-four (AVX-512 VBMI).
// Included after prints.h.
//
// The low six bits of a byte are looked up, and also its high nibble, because otherwise a set of
// all non-ASCII bytes would match every byte. Few offsets remain. Those are checked by nibbles, so
// that the result is the same as that of all other kernels.

#define CK_VBMI __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,bmi,bmi2,lzcnt,popcnt")))
#define VBMI_INLINE CK_VBMI static inline __attribute__((always_inline))

// For each value of the low six bits, the buckets that may contain such a byte.
VBMI_INLINE __m512i by_six_bits(const uint8_t low[16], const uint8_t high[16]) {
  uint8_t buckets[64];
  for (unsigned bits = 0; bits < 4; bits++) {
    memset(buckets + 16 * bits, high[bits] | high[bits + 4] | high[bits + 8] | high[bits + 12], 16);
  }
  return _mm512_and_si512(_mm512_loadu_si512(buckets), every_sixteen(low));
}

// The buckets that match both the low six bits and the high nibble of the bytes at `at`. The lookup
// uses only six bits of an index, and all four copies of the nibble table are equal, so the other
// bits do no harm.
VBMI_INLINE sets by_six_and_four(const __m512i six, const lanes high, const uint8_t *at) {
  const __m512i bytes = _mm512_loadu_si512(at);
  return sets_of_both(
      _mm512_permutexvar_epi8(bytes, six),
      _mm512_permutexvar_epi8(_mm512_srli_epi16(bytes, 4), high));
}

VBMI_INLINE size_t find_prints_by_six(
    const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from, size_t *places,
    uint8_t *buckets, size_t room, const unsigned width) {
  nibbles tables;
  set_nibbles(&tables, prints, width);
  __m512i six[3];
  for (unsigned k = 0; k < width; k++) six[k] = by_six_bits(prints->low[k], prints->high[k]);
  const size_t stride = prints->stride, whole = (width - 1) * stride + 1, span = 63 + whole;
  size_t at = *from, count = 0;
  while (count < room && n - at >= whole && n >= span) {
    // The last block overlaps the one before it.
    const size_t base = n - at >= span ? at : n - span;
    sets found = by_six_and_four(six[0], tables.high[0], hay + base);
    for (unsigned k = 1; k < width; k++) {
      found = sets_of_both(found, by_six_and_four(six[k], tables.high[k], hay + base + k * stride));
    }
    const uint64_t wanted = ~0ull << (at - base);
    at = base + 64;
    if (!(places_with_any(found) & wanted)) continue;
    count += take_agreeing(
        &tables, hay, base, wanted, places + count, buckets + count, room - count, width,
        stride);
    if (count == room) at = places[count - 1] + 1;
  }
  *from = at;
  return find_rest(prints, hay, n, from, places, buckets, room, count);
}

CK_VBMI static size_t find_prints_vbmi(
    const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from, size_t *places,
    uint8_t *buckets, size_t room) {
  switch (prints->width) {
    case 1: return find_prints_by_six(prints, hay, n, from, places, buckets, room, 1);
    case 2: return find_prints_by_six(prints, hay, n, from, places, buckets, room, 2);
    default: return find_prints_by_six(prints, hay, n, from, places, buckets, room, 3);
  }
}

static size_t find_prints_widely(
    const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from, size_t *places,
    uint8_t *buckets, size_t room) {
  return CK_CPU_HAS("avx512vbmi", AVX512_VBMI)
             ? find_prints_vbmi(prints, hay, n, from, places, buckets, room)
             : find_prints(prints, hay, n, from, places, buckets, room);
}
