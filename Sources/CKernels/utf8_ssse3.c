// Validation of UTF-8 with SSSE3.

#include "vector.h"

#if CK_VECTOR && defined(__x86_64__)
#include <tmmintrin.h>

#define CK_TARGET __attribute__((target("ssse3")))
#define INLINE CK_TARGET static inline __attribute__((always_inline))

typedef vec wide;

INLINE wide every(uint8_t byte) { return splat(byte); }
INLINE wide load_wide(const uint8_t *p) { return load(p); }
INLINE wide both_of(wide a, wide b) { return both(a, b); }
INLINE wide either_of(wide a, wide b) { return either(a, b); }
INLINE wide different(wide a, wide b) { return _mm_xor_si128(a, b); }
INLINE wide lower_half(wide v) { return both(v, splat(15)); }
INLINE wide upper_half(wide v) { return both(_mm_srli_epi16(v, 4), splat(15)); }
INLINE int has_top_bit(wide v) { return _mm_movemask_epi8(v) != 0; }
INLINE int has_bit(wide v) { return bits(equal(v, splat(0))) != 0xFFFF; }
// Each byte minus `byte`, or 0 if the byte is less.
INLINE wide less_or_zero(wide v, uint8_t byte) { return _mm_subs_epu8(v, splat(byte)); }
INLINE wide looked_up(const uint8_t *table, wide v) { return _mm_shuffle_epi8(load(table), v); }
// The bytes `distance` places before those of `v`.
#define bytes_before(v, before, distance) _mm_alignr_epi8(v, before, 16 - (distance))

#include "utf8_lookup.h"

size_t ck_valid_blocks_ssse3(const uint8_t *bytes, size_t n) { return valid_blocks(bytes, n); }
#endif
