// Compares the results of the kernels that search text with the expected results.
#include "compare.h"

static uint8_t lowered(uint8_t byte) { return byte >= 'A' && byte <= 'Z' ? byte + 32 : byte; }

static int is_at(const uint8_t *hay, const uint8_t *needle, size_t m, int caseless) {
  for (size_t k = 0; k < m; k++) {
    if ((caseless ? lowered(hay[k]) : hay[k]) != needle[k]) return 0;
  }
  return 1;
}

static size_t naive_find(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, int caseless) {
  for (size_t at = 0; at + m <= n; at++) {
    if (is_at(hay + at, needle, m, caseless)) return at;
  }
  return n;
}

typedef struct {
  uint8_t *bytes;
  size_t m, i, j;
  int caseless;
} needle;

// Returns a needle of 1 to 40 bytes, or rarely 300 bytes. It is usually a part of the haystack,
// often with one byte changed.
static needle random_needle(const uint8_t *hay, size_t n) {
  needle made = {NULL, 1 + below(below(8) ? 40 : 300), 0, 0, (int)below(2)};
  if (below(3) == 0) made.m = 1 + below(4);
  uint8_t bytes[300];
  for (size_t k = 0; k < made.m; k++) bytes[k] = "ab\nk"[below(1 + below(4))];
  if (n >= made.m && below(5)) memcpy(bytes, hay + below(n - made.m + 1), made.m);
  if (!below(4)) bytes[below(made.m)] = (uint8_t)below(256);
  for (size_t k = 0; made.caseless && k < made.m; k++) bytes[k] = lowered(bytes[k]);
  made.bytes = lend_copy(bytes, made.m);
  if (made.m > 1) {
    made.i = below(made.m - 1);
    made.j = made.i + 1 + below(made.m - made.i - 1);
  }
  return made;
}

static void find(void) {
  size_t n;
  const uint8_t *hay = lend_text(3000, &n);
  const needle it = random_needle(hay, n);
  const size_t expected = naive_find(hay, n, it.bytes, it.m, it.caseless);
  const size_t found = it.caseless ? ck_find_caseless(hay, n, it.bytes, it.m, it.i, it.j)
                                   : ck_find(hay, n, it.bytes, it.m, it.i, it.j);
  expect(found == expected, "the offset");
  const size_t linear = ck_find_linear(hay, n, it.bytes, it.m, it.caseless);
  expect(linear == expected, "the offset of the linear search");
}

static void find_lines(void) {
  size_t n;
  const uint8_t *hay = lend_text(3000, &n);
  const needle it = random_needle(hay, n);
  const uint8_t end = below(4) ? '\n' : 0xFF;
  const size_t capacity = 1 + below(9), start = below(n + 1);
  size_t *places = lend(capacity * sizeof *places), next = start;
  for (size_t from = start; from < n;) {
    const size_t count = ck_find_lines(
        hay, n, it.bytes, it.m, it.i, it.j, it.caseless, end, &from, places, capacity);
    for (size_t k = 0; k < count; k++) {
      const size_t place = next + naive_find(hay + next, n - next, it.bytes, it.m, it.caseless);
      expect(places[k] == place, "the offset in a line");
      next = place + it.m;
      while (next < n && hay[next] != end) next++;
      if (next < n) next++;
    }
    expect(count == capacity || from == n, "the end of the search");
  }
  const size_t rest = n > next ? n - next : 0;
  expect(naive_find(hay + next, rest, it.bytes, it.m, it.caseless) == rest, "the last line");
}

static void find_all(void) {
  size_t n;
  const uint8_t *hay = lend_text(3000, &n);
  const needle it = random_needle(hay, n);
  if (it.caseless) return;
  const size_t capacity = 1 + below(9), start = below(n + 1);
  size_t *places = lend(capacity * sizeof *places), next = start, last = start;
  for (size_t from = start; from < n;) {
    const size_t count = ck_find_all(hay, n, it.bytes, it.m, it.i, it.j, &from, places, capacity);
    for (size_t k = 0; k < count; k++) {
      expect(places[k] >= last, "the order of the offsets");
      last = places[k];
      if (places[k] < next) continue;
      expect(places[k] == next + naive_find(hay + next, n - next, it.bytes, it.m, 0), "the next offset");
      next = places[k] + it.m;
    }
    expect(count == capacity || from == n, "the end of the search");
  }
  const size_t rest = n > next ? n - next : 0;
  expect(naive_find(hay + next, rest, it.bytes, it.m, 0) == rest, "the last occurrence");
}

static void find_in_records(void) {
  enum { max_count = 60 };
  size_t n, record_count = 0, count = 0;
  const uint8_t *text = lend_text(5000, &n);
  uint32_t starts[max_count + 1] = {0}, records[max_count], expected[max_count];
  while (record_count < max_count && starts[record_count] < n) {
    const size_t left = n - starts[record_count], length = below(below(9) ? 120 : 3000);
    starts[record_count + 1] = starts[record_count] + (uint32_t)(length < left ? length : left);
    record_count++;
  }
  const needle it = random_needle(text, n);
  for (size_t k = 0; k < record_count; k++) {
    if (below(3)) records[count++] = (uint32_t)k;
  }
  size_t expected_count = 0;
  for (size_t k = 0; k < count; k++) {
    const size_t start = starts[records[k]], length = starts[records[k] + 1] - start;
    if (naive_find(text + start, length, it.bytes, it.m, 0) == length) continue;
    expected[expected_count++] = records[k];
  }
  const uint32_t *lent_starts = (uint32_t *)lend_copy(starts, (record_count + 1) * 4);
  const uint32_t *lent_records = (uint32_t *)lend_copy(records, count * 4);
  uint32_t *found = lend(count * 4);
  const size_t found_count = ck_find_in_records(
      text, n, lent_starts, lent_records, count, it.bytes, it.m, it.i, it.j, found);
  expect(found_count == expected_count, "the number of records");
  expect(!found_count || !memcmp(found, expected, 4 * found_count), "a record");
}

static void fingerprints(void) {
  size_t n;
  const uint8_t *hay = lend_text(1500, &n);
  const unsigned width = 1 + (unsigned)below(3), stride = 1 + (unsigned)below(4);
  ck_fingerprints prints;
  ck_fingerprints_init(&prints, width, stride);
  const unsigned bucket_count = (unsigned)below(9);
  for (unsigned bucket = 0; bucket < bucket_count; bucket++) {
    for (unsigned place = 0; place < width; place++) {
      for (size_t k = below(4); k > 0; k--) {
        const uint8_t byte = n && below(2) ? hay[below(n)] : (uint8_t)below(256);
        ck_fingerprints_add(&prints, bucket, place, byte);
      }
    }
  }
  const ck_fingerprints *lent = (ck_fingerprints *)lend_copy(&prints, sizeof prints);
  const size_t capacity = 1 + below(90), whole = (width - 1) * stride + 1;
  size_t *places = lend(capacity * sizeof *places), from = below(n + 1), next = from;
  uint8_t *buckets = lend(capacity);
  size_t count;
  do {
    count = ck_find_fingerprints(lent, hay, n, &from, places, buckets, capacity);
    for (size_t k = 0; k <= count; k++, next++) {
      if (k == count && count == capacity) break;
      unsigned agreeing = 0;
      for (; next + whole <= n; next++) {
        agreeing = 0xFF;
        for (unsigned p = 0; p < width; p++) {
          const uint8_t byte = hay[next + p * stride];
          agreeing &= prints.low[p][byte & 15] & prints.high[p][byte >> 4];
        }
        if (agreeing) break;
      }
      if (k == count) {
        expect(!agreeing || next + whole > n, "the last candidate");
        break;
      }
      expect(agreeing && places[k] == next && buckets[k] == agreeing, "a candidate");
    }
  } while (count == capacity);
  expect(from == n, "the end of the search");
}

static void find_byte(void) {
  size_t n, count = 0, first = 0, last, any = 0;
  const uint8_t *hay = lend_text(700, &n);
  const uint8_t byte = n && below(2) ? hay[below(n)] : (uint8_t)below(256);
  const uint8_t wanted[4] = {byte, (uint8_t)below(256), 'Z', (uint8_t)below(256)};
  for (size_t k = 0; k < n; k++) count += hay[k] == byte;
  while (first < n && hay[first] != byte) first++;
  for (last = n; last > 0 && hay[last - 1] != byte;) last--;
  while (any < n && !memchr(wanted, hay[any], 4)) any++;
  expect(ck_count_byte(hay, n, byte) == count, "the count of a byte");
  expect(ck_find_byte(hay, n, byte) == first, "the offset of a byte");
  expect(ck_find_last_byte(hay, n, byte) == last, "the offset after the last byte");
  expect(ck_find_any(hay, n, lend_copy(wanted, 4)) == any, "the offset of one of four bytes");
}

REFERENCE(ck_rare_pair);

static void rare_pair(void) {
  static uint64_t weights[256];
  for (size_t k = 0; k < 256; k++) weights[k] = below(1000);
  size_t n, i = 0, j = 0, other_i = 0, other_j = 0;
  const uint8_t *sample = lend_text(3000, &n);
  const needle it = random_needle(sample, n);
  if (it.m < 2) return;
  const uint64_t *lent = (uint64_t *)lend_copy(weights, sizeof weights);
  ck_rare_pair(sample, n, it.bytes, it.m, it.caseless, lent, &i, &j);
  reference_ck_rare_pair(sample, n, it.bytes, it.m, it.caseless, lent, &other_i, &other_j);
  expect(i == other_i && j == other_j, "the pair");
  expect(i < j && j < it.m, "the order of the pair");
}

const comparison searches[] = {
    {"find", find, 1},
    {"find_lines", find_lines, 1},
    {"find_all", find_all, 1},
    {"find_in_records", find_in_records, 1},
    {"fingerprints", fingerprints, 1},
    {"find_byte", find_byte, 0},
    {"rare_pair", rare_pair, 0},
    {NULL, NULL, 0}};
