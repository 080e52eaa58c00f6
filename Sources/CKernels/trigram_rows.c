// Marks which hashed trigrams a block of text contains.

#include "CKernels.h"

enum { separators_from = 0xFE };

uint32_t ck_trigram_bucket(uint32_t trigram, unsigned bits) {
  // Multiplicative hashing: take the upper bits of the product of the trigram and an odd constant,
  // which is close to 2^32 divided by the golden ratio.
  return (trigram * 0x9E3779B1u) >> (32 - bits);
}

static uint32_t row_of(uint8_t a, uint8_t b, uint8_t c) {
  return ck_trigram_bucket((uint32_t)a << 16 | (uint32_t)b << 8 | c, ck_trigram_bits);
}

void ck_mark_trigrams(const uint8_t *text, size_t n, uint64_t *rows, unsigned block) {
  const uint64_t bit = 1ull << block;
  for (size_t at = 0; at + 2 < n; at++) {
    // No needle contains a separator, so skip trigrams with a separator. If the last byte of a
    // trigram is a separator, also skip the next two trigrams, which contain the same separator.
    if (text[at + 2] >= separators_from) {
      at += 2;
      continue;
    }
    if (text[at + 1] >= separators_from || text[at] >= separators_from) continue;
    rows[row_of(text[at], text[at + 1], text[at + 2])] |= bit;
  }
}

// Whether the byte ends a record or a line: a separator or a newline.
static bool ends_record(uint8_t byte) { return byte >= separators_from || byte == '\n'; }

size_t ck_new_trigrams(
    const uint8_t *text, size_t n, unsigned bits, uint64_t *seen, uint32_t *buckets) {
  size_t count = 0;
  for (size_t at = 0; at + 2 < n; at++) {
    if (ends_record(text[at + 2])) {
      at += 2;
      continue;
    }
    if (ends_record(text[at + 1]) || ends_record(text[at])) continue;
    const uint32_t trigram = (uint32_t)text[at] << 16 | (uint32_t)text[at + 1] << 8 | text[at + 2];
    const uint32_t bucket = ck_trigram_bucket(trigram, bits);
    const uint64_t bit = 1ull << (bucket & 63);
    uint64_t *const word = seen + (bucket >> 6);
    // To avoid a branch, write every bucket, but count only new buckets.
    buckets[count] = bucket;
    count += (*word & bit) == 0;
    *word |= bit;
  }
  return count;
}
