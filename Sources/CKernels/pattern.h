// A needle, prepared to be compared where its rare bytes are.
//
// 1. A byte of the hay is compared with case or without in the same way: OR it with 0x20 if the
//    needle has a letter there and case is ignored, with 0 if not. Only the two cases of a letter
//    become the same byte so; '@' stays apart from '`'.
// 2. Up to 32 bytes are compared without a branch, the last ones overlapping the first.
// 3. What is compared beyond those is counted. A needle and a hay made of the same few bytes could
//    cost n * m; when more was compared than the hay has earned, the search goes on in linear.c.
#ifndef CK_PATTERN_H
#define CK_PATTERN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CKernels.h"
#include "vector.h"

typedef struct {
  const uint8_t *needle;
  size_t m, i, j;  // its length, and the places of two rare bytes, i < j (both 0 if m < 2)
  int caseless;
  uint64_t words[2], cases[2];  // the first and the last bytes if 4 <= m < 16
  size_t compared;  // bytes compared beyond the first 32 of each place
} pattern;

static inline int is_letter(uint8_t byte) { return byte - 'a' < 26u; }

// The bit that a byte of the hay is given before it is compared with this one.
static inline uint8_t case_bit(uint8_t byte, int caseless) {
  return caseless && is_letter(byte) ? 0x20 : 0;
}

// Four or eight bytes as they lie in memory.
static inline uint64_t word(const uint8_t *p, size_t size) {
  if (size == 8) {
    uint64_t eight;
    memcpy(&eight, p, 8);
    return eight;
  }
  uint32_t four;
  memcpy(&four, p, 4);
  return four;
}

static inline pattern prepared(
    const uint8_t *needle, size_t m, size_t i, size_t j, int caseless) {
  pattern p = {needle, m, i, j, caseless, {0, 0}, {0, 0}, 0};
  if (m < 4 || m >= 16) return p;
  const size_t size = m < 8 ? 4 : 8;
  for (int k = 0; k < 2; k++) {
    const uint8_t *part = k ? needle + m - size : needle;
    p.words[k] = word(part, size);
    if (!caseless) continue;
    uint8_t bits[8] = {0};
    for (size_t at = 0; at < size; at++) bits[at] = case_bit(part[at], 1);
    p.cases[k] = word(bits, size);
  }
  return p;
}

// Whether one byte after another is the needle's: how many are, up to the first that is not.
static inline size_t common_bytes(const pattern *p, const uint8_t *hay, size_t from) {
  while (from < p->m &&
         (hay[from] | case_bit(p->needle[from], p->caseless)) == p->needle[from]) {
    from++;
  }
  return from;
}

#if CK_VECTOR
// All bits set where sixteen bytes at `at` are the needle's.
static inline vec same_sixteen(const pattern *p, const uint8_t *hay, size_t at, int caseless) {
  const vec wanted = load(p->needle + at);
  vec v = load(hay + at);
  if (caseless) {
    const vec letters = both(signed_less(splat('a' - 1), wanted), signed_less(wanted, splat('z' + 1)));
    v = either(v, both(letters, splat(0x20)));
  }
  return equal(v, wanted);
}

static inline int is_full(vec v) {
#if defined(__aarch64__)
  return vminvq_u8(v) == 0xFF;
#else
  return bits(v) == 0xFFFF;
#endif
}

// The same of a needle of sixteen bytes or more.
static __attribute__((noinline, cold, unused)) int matches_long(pattern *p, const uint8_t *hay) {
  const size_t m = p->m;
  const int caseless = p->caseless;
  if (!is_full(both(same_sixteen(p, hay, 0, caseless), same_sixteen(p, hay, m - 16, caseless)))) {
    return 0;
  }
  for (size_t at = 16; at + 16 < m; at += 16) {
    p->compared += 16;
    if (!is_full(same_sixteen(p, hay, at, caseless))) return 0;
  }
  return 1;
}

// Whether the needle is at `hay`, m >= 4.
static inline __attribute__((always_inline)) int matches(
    pattern *p, const uint8_t *hay, int caseless) {
  if (p->m >= 16) return matches_long(p, hay);
  const size_t size = p->m < 8 ? 4 : 8;
  uint64_t a = word(hay, size), b = word(hay + p->m - size, size);
  if (caseless) {
    a |= p->cases[0];
    b |= p->cases[1];
  }
  return ((a ^ p->words[0]) | (b ^ p->words[1])) == 0;
}

// Of the places `found` from `at` on, those where the needle is. m >= 4.
static inline uint64_t verified(pattern *p, uint64_t found, const uint8_t *at, int caseless) {
  uint64_t right = 0;
  for (; found; found &= found - 1) {
    const unsigned place = (unsigned)__builtin_ctzll(found);
    right |= (uint64_t)matches(p, at + place, caseless) << place;
  }
  return right;
}
#endif

// Whether more was compared than `seen` bytes of the hay are worth.
static inline int is_exhausted(const pattern *p, size_t seen) {
  return p->compared > 4096 && p->compared > 4 * seen + 16 * p->m + 4096;
}

// The same search in linear time whatever the bytes are (linear.c). `needle` is split once; each
// search of a hay then costs no more than the bytes it passes and those of the needle.
typedef struct {
  size_t middle, period;
  int is_periodic;
} ck_split;

// Behind the next `end` from `at` on, or n.
static inline size_t line_end(const uint8_t *hay, size_t n, size_t at, uint8_t end) {
  const size_t place = at + ck_find_byte(hay + at, n - at, end);
  return place < n ? place + 1 : n;
}

ck_split ck_split_needle(const uint8_t *needle, size_t m);
size_t ck_find_by_split(const ck_split *split, pattern *p, const uint8_t *hay, size_t n);
size_t ck_find_lines_linear(
    pattern *p, const uint8_t *hay, size_t n, uint8_t end, size_t *from, size_t *places,
    size_t room);

#endif
