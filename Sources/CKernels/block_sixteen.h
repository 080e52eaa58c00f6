// Operations on blocks of sixty-four bytes with SSE2 or NEON. A block is four vectors; after a
// match, they are converted to bit masks.

#include "vector.h"

#ifndef CK_TARGET
#define CK_TARGET
#endif
#define INLINE CK_TARGET static inline __attribute__((always_inline))

typedef vec lanes;  // one byte in every lane
typedef struct {
  vec quarter[4];
} block;

INLINE lanes every(uint8_t byte) { return splat(byte); }
INLINE block equal_at(const uint8_t *p, lanes byte) {
  return (block){{
      equal(load(p), byte), equal(load(p + 16), byte), equal(load(p + 32), byte),
      equal(load(p + 48), byte)}};
}
INLINE block equal_caseless_at(const uint8_t *p, lanes byte, lanes bit) {
  return (block){{
      equal(either(load(p), bit), byte), equal(either(load(p + 16), bit), byte),
      equal(either(load(p + 32), bit), byte), equal(either(load(p + 48), bit), byte)}};
}
INLINE block both_of(block a, block b) {
  for (int k = 0; k < 4; k++) a.quarter[k] = both(a.quarter[k], b.quarter[k]);
  return a;
}
INLINE int is_any_of(const block found[4]) {
  vec any = splat(0);
  for (int k = 0; k < 4; k++) {
    const vec *v = found[k].quarter;
    any = either(any, either(either(v[0], v[1]), either(v[2], v[3])));
  }
  return bits(any) != 0;
}
INLINE uint64_t places_of(block found) { return all_bits(found.quarter); }

// The operations for fingerprint search, which compute the buckets that match at each offset.

#if defined(CK_SSSE3) || defined(__aarch64__)
typedef block sets;

INLINE lanes every_sixteen(const uint8_t *table) { return load(table); }
INLINE lanes looked_up_quarter(lanes low, lanes high, const uint8_t *p) {
  const vec v = load(p);
#if defined(__aarch64__)
  return both(vqtbl1q_u8(low, both(v, splat(15))), vqtbl1q_u8(high, vshrq_n_u8(v, 4)));
#else
  return both(
      _mm_shuffle_epi8(low, both(v, splat(15))),
      _mm_shuffle_epi8(high, both(_mm_srli_epi16(v, 4), splat(15))));
#endif
}
INLINE sets looked_up(lanes low, lanes high, const uint8_t *p) {
  sets found;
  for (int k = 0; k < 4; k++) found.quarter[k] = looked_up_quarter(low, high, p + 16 * k);
  return found;
}
INLINE sets sets_of_both(sets a, sets b) { return both_of(a, b); }
INLINE int is_any_in(sets a, sets b) {
  vec any = splat(0);
  for (int k = 0; k < 4; k++) any = either(any, either(a.quarter[k], b.quarter[k]));
  return bits(equal(any, splat(0))) != bits(splat(0xFF));
}
INLINE uint64_t places_with_any(sets found) {
  vec none[4];
  for (int k = 0; k < 4; k++) none[k] = equal(found.quarter[k], splat(0));
  return ~all_bits(none);
}
INLINE void store_sets(uint8_t *out, sets found) {
  for (int k = 0; k < 4; k++) store(out + 16 * k, found.quarter[k]);
}
#endif
