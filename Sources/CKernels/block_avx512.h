// Operations on blocks of sixty-four bytes with AVX-512. After a comparison of two blocks, a lane
// is 0 if its two bytes are equal. The operations combine blocks of differences instead of
// comparison masks, because a core produces only one mask per cycle.

#include <immintrin.h>

#ifndef CK_TARGET
#define CK_TARGET __attribute__((target("avx512f,avx512bw,avx512vl,bmi,bmi2,lzcnt,popcnt")))
#endif
#define INLINE CK_TARGET static inline __attribute__((always_inline))

typedef __m512i lanes;  // one byte in every lane
typedef __m512i block;

INLINE lanes every(uint8_t byte) { return _mm512_set1_epi8((char)byte); }
INLINE block equal_at(const uint8_t *p, lanes byte) {
  return _mm512_xor_si512(_mm512_loadu_si512(p), byte);
}
INLINE block equal_caseless_at(const uint8_t *p, lanes byte, lanes bit) {
  return _mm512_xor_si512(_mm512_or_si512(_mm512_loadu_si512(p), bit), byte);
}
INLINE block both_of(block a, block b) { return _mm512_or_si512(a, b); }
INLINE uint64_t places_of(block found) { return _mm512_testn_epi8_mask(found, found); }
INLINE int is_any_of(const block found[4]) {
  const block smallest = _mm512_min_epu8(
      _mm512_min_epu8(found[0], found[1]), _mm512_min_epu8(found[2], found[3]));
  return places_of(smallest) != 0;
}

// The operations for fingerprint search, which compute the buckets that match at each offset.

typedef __m512i sets;

INLINE lanes every_sixteen(const uint8_t *table) {
  return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)table));
}
INLINE sets looked_up(lanes low, lanes high, const uint8_t *p) {
  const __m512i v = _mm512_loadu_si512(p), nibble = _mm512_set1_epi8(15);
  return _mm512_and_si512(
      _mm512_shuffle_epi8(low, _mm512_and_si512(v, nibble)),
      _mm512_shuffle_epi8(high, _mm512_and_si512(_mm512_srli_epi16(v, 4), nibble)));
}
INLINE sets sets_of_both(sets a, sets b) { return _mm512_and_si512(a, b); }
INLINE int is_any_in(sets a, sets b) {
  const __m512i any = _mm512_or_si512(a, b);
  return _mm512_test_epi8_mask(any, any) != 0;
}
INLINE uint64_t places_with_any(sets found) { return _mm512_test_epi8_mask(found, found); }
INLINE void store_sets(uint8_t *out, sets found) { _mm512_storeu_si512(out, found); }
