#include "kernels.h"

size_t cre_find(const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j,
                int caseless) {
  return caseless ? ck_find_caseless(hay, n, needle, m, i, j) : ck_find(hay, n, needle, m, i, j);
}

size_t cre_find_lines(const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i,
                      size_t j, int caseless, uint8_t end, size_t *from, size_t *places,
                      size_t capacity) {
  return ck_find_lines(hay, n, needle, m, i, j, caseless, end, from, places, capacity);
}

void cre_prints_init(ck_fingerprints *prints, unsigned width, unsigned stride) {
  ck_fingerprints_init(prints, width, stride);
}

void cre_prints_add(ck_fingerprints *prints, unsigned bucket, unsigned place, uint8_t byte) {
  ck_fingerprints_add(prints, bucket, place, byte);
}

size_t cre_prints_find(const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from,
                       size_t *places, uint8_t *buckets, size_t capacity) {
  return ck_find_fingerprints(prints, hay, n, from, places, buckets, capacity);
}

size_t cre_find_any(const uint8_t *bytes, size_t n, const uint8_t any[4]) {
  return ck_find_any(bytes, n, any);
}

size_t cre_valid_utf8(const uint8_t *bytes, size_t n) { return ck_valid_utf8(bytes, n); }

void cre_rare_pair(const uint8_t *sample, size_t n, const uint8_t *needle, size_t m, int caseless,
                   const uint64_t *weights, size_t *i, size_t *j) {
  ck_rare_pair(sample, n, needle, m, caseless, weights, i, j);
}
