// Finds the first occurrence of a needle by two-way matching (Crochemore and Perrin), which takes
// linear time for all inputs.
//
// The needle is split at a critical position, where the local period equals the period of the
// needle. The right part is compared from left to right, then the left part from right to left.
// After a mismatch in the right part, the search moves past the mismatch. After a mismatch in the
// left part, it moves by the period. If the needle is periodic, a move by the period preserves some
// matches, which are not compared again.

#include "pattern.h"

// Returns the start of the greatest suffix of the needle, in byte order or in reverse byte order,
// and sets *period to the period of that suffix.
static size_t greatest_suffix(const uint8_t *needle, size_t m, int is_reversed, size_t *period) {
  size_t start = 0, rival = 1, same = 0;
  *period = 1;
  while (rival + same < m) {
    const uint8_t a = needle[rival + same], b = needle[start + same];
    if (a == b) {
      if (++same == *period) {
        rival += same;
        same = 0;
      }
    } else if (is_reversed ? a > b : a < b) {
      rival += same + 1;
      same = 0;
      *period = rival - start;
    } else {
      start = rival++;
      same = 0;
      *period = 1;
    }
  }
  return start;
}

ck_split ck_split_needle(const uint8_t *needle, size_t m) {
  size_t period, reversed_period;
  const size_t start = greatest_suffix(needle, m, 0, &period);
  const size_t reversed_start = greatest_suffix(needle, m, 1, &reversed_period);
  ck_split split = {start, period, 0};
  if (reversed_start > start) split = (ck_split){reversed_start, reversed_period, 0};
  if (split.middle + split.period <= m &&
      memcmp(needle, needle + split.period, split.middle) == 0) {
    split.is_periodic = 1;
  } else {
    split.period = (split.middle > m - split.middle ? split.middle : m - split.middle) + 1;
  }
  return split;
}

size_t ck_find_by_split(const ck_split *split, pattern *p, const uint8_t *hay, size_t n) {
  const size_t m = p->m;
  size_t known = 0;  // the number of leading bytes that are known to match
  for (size_t at = 0; m <= n && at <= n - m;) {
    const size_t start = split->middle > known ? split->middle : known;
    const size_t right = common_bytes(p, hay + at, start);
    p->compared += right - start + 1;
    if (right < m) {
      at += right - split->middle + 1;
      known = 0;
      continue;
    }
    size_t left = split->middle;
    while (left > known && (hay[at + left - 1] | case_bit(p->needle[left - 1], p->caseless)) ==
                               p->needle[left - 1]) {
      left--;
    }
    p->compared += split->middle - left;
    if (left <= known) return at;
    at += split->period;
    known = split->is_periodic ? m - split->period : 0;
  }
  return n;
}

size_t ck_find_lines_linear(
    pattern *p, const uint8_t *hay, size_t n, uint8_t end, size_t *from, size_t *places,
    size_t capacity) {
  const ck_split split = ck_split_needle(p->needle, p->m);
  size_t count = 0;
  while (*from < n && count < capacity) {
    const size_t place = *from + ck_find_by_split(&split, p, hay + *from, n - *from);
    if (place < n) places[count++] = place;
    *from = place < n ? next_start(p, hay, n, place, end) : n;
  }
  return count;
}

size_t ck_find_linear(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, int caseless) {
  if (m > n) return n;
  if (m == 0) return 0;
  pattern p = prepared(needle, m, 0, 0, caseless);
  const ck_split split = ck_split_needle(needle, m);
  return ck_find_by_split(&split, &p, hay, n);
}
