// Operations on blocks of sixty-four bytes with AVX2. A block is two vectors; after a match, they
// are converted to bit masks.

#include <immintrin.h>

#define CK_TARGET __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt")))
#define INLINE CK_TARGET static inline __attribute__((always_inline))

typedef __m256i lanes;  // one byte in every lane
typedef struct {
  __m256i low, high;
} block;

INLINE lanes every(uint8_t byte) { return _mm256_set1_epi8((char)byte); }
INLINE lanes thirty_two(const uint8_t *p) { return _mm256_loadu_si256((const __m256i *)p); }
INLINE block equal_at(const uint8_t *p, lanes byte) {
  return (block){
      _mm256_cmpeq_epi8(thirty_two(p), byte), _mm256_cmpeq_epi8(thirty_two(p + 32), byte)};
}
INLINE block equal_caseless_at(const uint8_t *p, lanes byte, lanes bit) {
  return (block){
      _mm256_cmpeq_epi8(_mm256_or_si256(thirty_two(p), bit), byte),
      _mm256_cmpeq_epi8(_mm256_or_si256(thirty_two(p + 32), bit), byte)};
}
INLINE block both_of(block a, block b) {
  return (block){_mm256_and_si256(a.low, b.low), _mm256_and_si256(a.high, b.high)};
}
INLINE int is_any_of(const block found[4]) {
  __m256i any = _mm256_or_si256(found[0].low, found[0].high);
  for (int k = 1; k < 4; k++) {
    any = _mm256_or_si256(any, _mm256_or_si256(found[k].low, found[k].high));
  }
  return _mm256_movemask_epi8(any) != 0;
}
INLINE uint64_t places_of(block found) {
  return (uint64_t)(uint32_t)_mm256_movemask_epi8(found.low) |
         (uint64_t)(uint32_t)_mm256_movemask_epi8(found.high) << 32;
}

// The operations for fingerprint search, which compute the buckets that match at each offset.

typedef block sets;

INLINE lanes every_sixteen(const uint8_t *table) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
}
INLINE lanes looked_up_half(lanes low, lanes high, const uint8_t *p) {
  const __m256i v = thirty_two(p), nibble = _mm256_set1_epi8(15);
  return _mm256_and_si256(
      _mm256_shuffle_epi8(low, _mm256_and_si256(v, nibble)),
      _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16(v, 4), nibble)));
}
INLINE sets looked_up(lanes low, lanes high, const uint8_t *p) {
  return (sets){looked_up_half(low, high, p), looked_up_half(low, high, p + 32)};
}
INLINE sets sets_of_both(sets a, sets b) { return both_of(a, b); }
INLINE int is_any_in(sets a, sets b) {
  const __m256i any = _mm256_or_si256(_mm256_or_si256(a.low, a.high), _mm256_or_si256(b.low, b.high));
  return !_mm256_testz_si256(any, any);
}
INLINE uint64_t places_with_any(sets found) {
  const __m256i none = _mm256_setzero_si256();
  return ~places_of((block){
      _mm256_cmpeq_epi8(found.low, none), _mm256_cmpeq_epi8(found.high, none)});
}
INLINE void store_sets(uint8_t *out, sets found) {
  _mm256_storeu_si256((__m256i *)out, found.low);
  _mm256_storeu_si256((__m256i *)(out + 32), found.high);
}
