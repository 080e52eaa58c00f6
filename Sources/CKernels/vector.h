// Operations on sixteen bytes at once, for SSE2 and NEON. On other processors, CK_VECTOR is 0, and
// only the scalar loops are compiled. Tests compare all other loops with the scalar loops.
#ifndef CK_VECTOR_H
#define CK_VECTOR_H

#include <stdint.h>
#include <string.h>

#if defined(CK_SCALAR)  // for testing the reference
#define CK_VECTOR 0

#elif defined(__SSE2__)
#include <emmintrin.h>
#define CK_VECTOR 1

typedef __m128i vec;
typedef uint32_t mask;  // one bit for each byte

static inline vec load(const uint8_t *p) { return _mm_loadu_si128((const __m128i *)p); }
static inline void store(uint8_t *p, vec v) { _mm_storeu_si128((__m128i *)p, v); }
static inline vec splat(uint8_t byte) { return _mm_set1_epi8((char)byte); }
static inline vec equal(vec a, vec b) { return _mm_cmpeq_epi8(a, b); }
static inline vec both(vec a, vec b) { return _mm_and_si128(a, b); }
static inline vec either(vec a, vec b) { return _mm_or_si128(a, b); }
static inline vec sum(vec a, vec b) { return _mm_add_epi8(a, b); }
static inline vec difference(vec a, vec b) { return _mm_sub_epi8(a, b); }
static inline vec signed_less(vec a, vec b) { return _mm_cmplt_epi8(a, b); }
// Every byte of the argument must be 0x00 or 0xFF, the result of a comparison.
static inline mask bits(vec v) { return (mask)_mm_movemask_epi8(v); }
static inline unsigned first(mask m) { return (unsigned)__builtin_ctz(m); }
static inline mask without_first(mask m) { return m & (m - 1); }

// Returns one bit for each of 64 bytes, which must be 0x00 or 0xFF.
static inline uint64_t all_bits(const vec v[4]) {
  return (uint64_t)bits(v[0]) | (uint64_t)bits(v[1]) << 16 | (uint64_t)bits(v[2]) << 32 |
         (uint64_t)bits(v[3]) << 48;
}

// The sum of sixteen bytes.
static inline uint64_t total(vec v) {
  vec halves = _mm_sad_epu8(v, _mm_setzero_si128());
  return (uint64_t)_mm_cvtsi128_si32(halves) + (uint64_t)_mm_extract_epi16(halves, 4);
}

#elif defined(__aarch64__)
#include <arm_neon.h>
#define CK_VECTOR 1

typedef uint8x16_t vec;
typedef uint64_t mask;  // four bits for each byte

static inline vec load(const uint8_t *p) { return vld1q_u8(p); }
static inline void store(uint8_t *p, vec v) { vst1q_u8(p, v); }
static inline vec splat(uint8_t byte) { return vdupq_n_u8(byte); }
static inline vec equal(vec a, vec b) { return vceqq_u8(a, b); }
static inline vec both(vec a, vec b) { return vandq_u8(a, b); }
static inline vec either(vec a, vec b) { return vorrq_u8(a, b); }
static inline vec sum(vec a, vec b) { return vaddq_u8(a, b); }
static inline vec difference(vec a, vec b) { return vsubq_u8(a, b); }
static inline vec signed_less(vec a, vec b) {
  return vcltq_s8(vreinterpretq_s8_u8(a), vreinterpretq_s8_u8(b));
}
static inline mask bits(vec v) {
  return vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(vreinterpretq_u16_u8(v), 4)), 0);
}
static inline unsigned first(mask m) { return (unsigned)__builtin_ctzll(m) >> 2; }
static inline mask without_first(mask m) { return m & ~(0xFull << (first(m) * 4)); }
static inline uint64_t total(vec v) { return vaddlvq_u8(v); }

// Returns one bit for each of 64 bytes. First, AND reduces each matching byte to the bit for its
// position modulo 8. Then, three additions of adjacent bytes combine these bits.
static inline uint64_t all_bits(const vec v[4]) {
  const uint8x8_t places = vcreate_u8(0x8040201008040201ull);
  const vec bit = vcombine_u8(places, places);
  const vec low = vpaddq_u8(both(v[0], bit), both(v[1], bit));
  const vec high = vpaddq_u8(both(v[2], bit), both(v[3], bit));
  const vec eight = vpaddq_u8(low, high);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(eight, eight)), 0);
}

#else
#define CK_VECTOR 0
#endif

static inline int is_non_ascii(uint8_t byte) { return (int8_t)byte < -2; }
static inline uint8_t lowered(uint8_t byte) { return byte - 'A' < 26u ? byte + 32 : byte; }

#if CK_VECTOR
// 0xFF where a byte is in 0x80...0xFD; as signed numbers, these bytes are below -2.
static inline vec non_ascii(vec v) { return signed_less(v, splat(0xFE)); }

// Converts A-Z to lower case; other bytes are unchanged.
static inline vec lower(vec v) {
  // The comparison is signed: bytes from 0x80 on are negative, so they are never above 'A' - 1.
  vec upper = both(signed_less(splat('A' - 1), v), signed_less(v, splat('Z' + 1)));
  return sum(v, both(upper, splat(32)));
}
#endif

#endif
