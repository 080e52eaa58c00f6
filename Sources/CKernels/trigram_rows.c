// Marks which hashed trigrams a block of text contains.

#include "CKernels.h"

enum { separators_from = 0xFE };

uint32_t ck_trigram_hash(uint8_t a, uint8_t b, uint8_t c) {
  const uint32_t trigram = (uint32_t)a << 16 | (uint32_t)b << 8 | c;
  // The upper bits of the product with an odd constant, 2^32 divided by the golden ratio.
  return (trigram * 0x9E3779B1u) >> (32 - ck_trigram_bits);
}

void ck_mark_trigrams(const uint8_t *text, size_t n, uint64_t *rows, unsigned block) {
  const uint64_t bit = 1ull << block;
  for (size_t at = 0; at + 2 < n; at++) {
    // No needle contains a separator, so such trigrams are skipped; one at the end of a trigram skips three.
    if (text[at + 2] >= separators_from) {
      at += 2;
      continue;
    }
    if (text[at + 1] >= separators_from || text[at] >= separators_from) continue;
    rows[ck_trigram_hash(text[at], text[at + 1], text[at + 2])] |= bit;
  }
}
