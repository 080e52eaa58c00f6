// Searches for many short strings at the same time, by the nibbles of a few bytes of each string.

#include "kernels.h"

void ck_fingerprints_init(ck_fingerprints *prints, unsigned width, unsigned stride) {
  memset(prints, 0, sizeof *prints);
  prints->width = width;
  prints->stride = stride;
}

void ck_fingerprints_add(ck_fingerprints *prints, unsigned bucket, unsigned place, uint8_t byte) {
  prints->low[place][byte & 15] |= (uint8_t)(1u << bucket);
  prints->high[place][byte >> 4] |= (uint8_t)(1u << bucket);
}

size_t ck_find_fingerprints(
    const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from, size_t *places,
    uint8_t *buckets, size_t capacity) {
  return ck_kernels()->find_fingerprints(prints, hay, n, from, places, buckets, capacity);
}
