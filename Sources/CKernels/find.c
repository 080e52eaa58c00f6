// Finds the first occurrence of a needle in a haystack, or in each line of the haystack.

#include "kernels.h"

static size_t found(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j,
    int caseless, size_t *compared) {
  if (m > n) return n;
  if (m == 0) return 0;
  pattern p = prepared(needle, m, i, j, caseless);
  const size_t place = ck_kernels()->find(&p, hay, n);
  if (compared) *compared += p.compared;
  return place;
}

size_t ck_find(const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j) {
  // The C library chooses the fastest single-byte search for the current machine.
  if (m == 1) return ck_find_byte(hay, n, needle[0]);
  return found(hay, n, needle, m, i, j, 0, NULL);
}

size_t ck_find_caseless(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j) {
  if (m == 1 && !is_letter(needle[0])) return ck_find_byte(hay, n, needle[0]);
  return found(hay, n, needle, m, i, j, 1, NULL);
}

size_t ck_find_counting(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j,
    int caseless, size_t *compared) {
  return found(hay, n, needle, m, i, j, caseless, compared);
}

// Finds the matching lines one after another: each search starts after the line of the previous
// occurrence. Used for an empty needle, and for a needle that contains the line end.
static size_t find_lines_in_turn(
    pattern *p, const uint8_t *hay, size_t n, uint8_t end, size_t *from, size_t *places,
    size_t capacity) {
  size_t count = 0;
  while (count < capacity && *from < n && n - *from >= p->m) {
    const size_t rest = n - *from;
    const size_t place = p->m ? ck_kernels()->find(p, hay + *from, rest) : 0;
    if (place == rest) break;
    places[count++] = *from + place;
    *from = line_end(hay, n, *from + place + p->m, end);
  }
  if (count < capacity) *from = n;
  return count;
}

static size_t found_lines(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j,
    int caseless, uint8_t end, size_t *from, size_t *places, size_t capacity, size_t *compared) {
  if (*from >= n || n - *from < m) {
    *from = n;
    return 0;
  }
  pattern p = prepared(needle, m, i, j, caseless);
  const int in_turn = m == 0 || ck_find_byte(needle, m, end) < m;
  const size_t count = in_turn
                           ? find_lines_in_turn(&p, hay, n, end, from, places, capacity)
                           : ck_kernels()->find_lines(&p, hay, n, end, from, places, capacity);
  if (compared) *compared += p.compared;
  return count;
}

size_t ck_find_lines(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j,
    int caseless, uint8_t end, size_t *from, size_t *places, size_t capacity) {
  return found_lines(hay, n, needle, m, i, j, caseless, end, from, places, capacity, NULL);
}

// Passes the last byte of the needle as the line end, so that every occurrence ends with a line
// end. Therefore, each occurrence that does not overlap the previous one is the first in its line.
// The vector kernels also find some overlapping occurrences.
size_t ck_find_all(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j,
    size_t *from, size_t *places, size_t capacity) {
  if (*from >= n || n - *from < m || m == 0) {
    *from = n;
    return 0;
  }
  pattern p = prepared(needle, m, i, j, 0);
  p.finds_all = 1;
  return ck_kernels()->find_lines(&p, hay, n, needle[m - 1], from, places, capacity);
}

size_t ck_lines_counting(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j,
    int caseless, uint8_t end, size_t *compared) {
  size_t places[64], from = 0, count = 0;
  while (from < n) {
    count += found_lines(hay, n, needle, m, i, j, caseless, end, &from, places, 64, compared);
  }
  return count;
}

size_t ck_find_in_records(
    const uint8_t *text, size_t size, const uint32_t *starts, const uint32_t *records,
    size_t count, const uint8_t *needle, size_t m, size_t i, size_t j, uint32_t *found) {
  pattern p = prepared(needle, m, i, j, 0);
  return ck_kernels()->find_records(&p, text, size, starts, records, count, found);
}
