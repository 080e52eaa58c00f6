// A needle, prepared for comparing it with the haystack at candidate offsets.
//
// 1. To ignore case, each byte of the haystack is ORed with a mask before it is compared: 0x20
//    where the needle has a letter, 0 elsewhere. Only the two cases of a letter become equal: '@'
//    still differs from '`'.
// 2. Up to 32 bytes are compared without a branch; the last vector may overlap the first.
// 3. The comparisons after the first 32 bytes are counted. If the needle and the haystack consist
//    of the same few bytes, n * m comparisons could be necessary. If the count is too high for the
//    progress in the haystack, linear.c continues the search.
#ifndef CK_PATTERN_H
#define CK_PATTERN_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "CKernels.h"
#include "vector.h"

typedef struct {
  const uint8_t *needle;
  size_t m, i, j;  // the length, and the indices of two rare bytes, i < j (both 0 if m < 2)
  size_t third;  // the index of a third byte to compare, if m > 2
  int caseless;
  int finds_all;  // whether a search for lines also finds later occurrences in the same line
  uint64_t words[2], cases[2];  // the first and the last four or eight bytes if 4 <= m < 16
  size_t compared;  // the number of bytes compared after the first 32 at each offset
} pattern;

static inline int is_letter(uint8_t byte) { return byte - 'a' < 26u; }

// The bit to OR into a byte of the haystack before it is compared with `byte`, a byte of the
// needle.
static inline uint8_t case_bit(uint8_t byte, int caseless) {
  return caseless && is_letter(byte) ? 0x20 : 0;
}

// Loads four or eight bytes in memory order.
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
  const size_t third = m == 3 ? 3 - i - j : m < 3 ? 0 : j < m - 1 ? m - 1 : i > 0 ? 0 : m / 2;
  pattern p = {needle, m, i, j, third, caseless, 0, {0, 0}, {0, 0}, 0};
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

// The first index at or after `from` where haystack and needle differ, or m if there is none.
static inline size_t common_bytes(const pattern *p, const uint8_t *hay, size_t from) {
  while (from < p->m &&
         (hay[from] | case_bit(p->needle[from], p->caseless)) == p->needle[from]) {
    from++;
  }
  return from;
}

#if CK_VECTOR
// Compares sixteen bytes of the haystack with sixteen bytes of the needle, both at index `at`. All
// bits of a lane are set if its two bytes are equal.
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

// Whether the needle, of sixteen bytes or more, occurs at `hay`.
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

// Whether the needle occurs at `hay`. Requires m >= 4.
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

// Returns the subset of the offsets in `found` (relative to `at`) where the needle occurs. Requires
// m >= 4.
static inline uint64_t verified(pattern *p, uint64_t found, const uint8_t *at, int caseless) {
  uint64_t right = 0;
  for (; found; found &= found - 1) {
    const unsigned place = (unsigned)__builtin_ctzll(found);
    right |= (uint64_t)matches(p, at + place, caseless) << place;
  }
  return right;
}
#endif

// Prefetches the `step` bytes that begin 1 KB after `at`. In a loop that computes much for each
// block, the processor's own prefetcher is too late.
static inline __attribute__((always_inline)) void read_ahead(const uint8_t *at, size_t step) {
  for (size_t line = 0; line < step; line += 64) __builtin_prefetch(at + 1024 + line);
}

// Whether the search has compared too many bytes, given that it has searched `seen` bytes of the
// haystack.
static inline int is_exhausted(const pattern *p, size_t seen) {
  return p->compared > 4096 && p->compared > 4 * seen + 16 * p->m + 4096;
}

// The split of a needle for a search in linear time (linear.c). The time of a search is
// proportional to the number of haystack bytes that it reads, plus the length of the needle.
typedef struct {
  size_t middle, period;
  int is_periodic;
} ck_split;

// Finds the first byte equal to `end` at offset `at` or later; returns the offset after it, or n if there is no
// such byte.
static inline size_t line_end(const uint8_t *hay, size_t n, size_t at, uint8_t end) {
  const size_t place = at + ck_find_byte(hay + at, n - at, end);
  return place < n ? place + 1 : n;
}

// The offset where the search continues after an occurrence at `place`.
static inline size_t next_start(
    const pattern *p, const uint8_t *hay, size_t n, size_t place, uint8_t end) {
  const size_t after = place + p->m;
  return p->finds_all ? after : line_end(hay, n, after, end);
}

ck_split ck_split_needle(const uint8_t *needle, size_t m);
size_t ck_find_by_split(const ck_split *split, pattern *p, const uint8_t *hay, size_t n);
size_t ck_find_lines_linear(
    pattern *p, const uint8_t *hay, size_t n, uint8_t end, size_t *from, size_t *places,
    size_t capacity);

#endif
