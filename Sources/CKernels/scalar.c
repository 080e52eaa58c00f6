// Byte-by-byte kernels: the reference for all other kernels, and the implementation for processors without vector
// kernels.

#include "kernels.h"

static size_t find(pattern *p, const uint8_t *hay, size_t n) {
  const uint8_t a = p->needle[p->i], b = p->needle[p->j];
  const uint8_t a_bit = case_bit(a, p->caseless), b_bit = case_bit(b, p->caseless);
  for (size_t at = 0; at <= n - p->m; at++) {
    if ((hay[at + p->i] | a_bit) != a || (hay[at + p->j] | b_bit) != b) continue;
    const size_t same = common_bytes(p, hay + at, 0);
    if (same == p->m) return at;
    if (same > 32) p->compared += same - 32;
    if (is_exhausted(p, at)) {
      const ck_split split = ck_split_needle(p->needle, p->m);
      return at + ck_find_by_split(&split, p, hay + at, n - at);
    }
  }
  return n;
}

static size_t find_lines(
    pattern *p, const uint8_t *hay, size_t n, uint8_t end, size_t *from, size_t *places,
    size_t capacity) {
  size_t count = 0;
  while (count < capacity && n - *from >= p->m) {
    const size_t place = *from + find(p, hay + *from, n - *from);
    if (place == n) break;
    places[count++] = place;
    *from = next_start(p, hay, n, place, end);
  }
  if (count < capacity) *from = n;
  return count;
}

static size_t find_records(
    pattern *p, const uint8_t *text, size_t size, const uint32_t *starts, const uint32_t *records,
    size_t n, uint32_t *found) {
  (void)size;
  size_t count = 0;
  for (size_t k = 0; k < n; k++) {
    const size_t start = starts[records[k]], length = starts[records[k] + 1] - start;
    p->compared = 0;
    if (length >= p->m && find(p, text + start, length) < length) found[count++] = records[k];
  }
  return count;
}

static size_t find_prints(
    const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from, size_t *places,
    uint8_t *buckets, size_t capacity) {
  const unsigned width = prints->width;
  const size_t stride = prints->stride, whole = (width - 1) * stride + 1;
  size_t count = 0, at = *from;
  for (; n - at >= whole; at++) {
    unsigned agreeing = 0xFF;
    for (unsigned k = 0; k < width; k++) {
      const uint8_t byte = hay[at + k * stride];
      agreeing &= prints->low[k][byte & 15] & prints->high[k][byte >> 4];
    }
    if (!agreeing) continue;
    if (count == capacity) {
      *from = at;
      return count;
    }
    places[count] = at;
    buckets[count++] = (uint8_t)agreeing;
  }
  *from = n;
  return count;
}

const kernels ck_scalar_kernels = {
    ck_scalar, find, find_lines, find_records, find_prints,
    ck_record_lines_sixteen, NULL, NULL};
