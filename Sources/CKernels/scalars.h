// Decoding and encoding of scalars.
#ifndef CK_SCALARS_H
#define CK_SCALARS_H

#include <stddef.h>
#include <stdint.h>

// Hangul syllables are composed and decomposed by arithmetic.
enum { syllables = 0xAC00, leads = 0x1100, vowels = 0x1161, tails = 0x11A7 };

// Decodes one scalar of valid UTF-8. For ill-formed bytes, the result is meaningless, but no byte
// after p[n - 1] is read. Requires n > 0.
static inline uint32_t decode(const uint8_t *p, size_t n, size_t *length) {
  const uint32_t a = p[0];
  if (a < 0x80 || a >= 0xFE || n < 2) {
    *length = 1;
    return a;
  }
  if (a < 0xE0) {
    *length = 2;
    return (a & 0x1F) << 6 | (p[1] & 0x3F);
  }
  if (a < 0xF0 && n >= 3) {
    *length = 3;
    return (a & 0x0F) << 12 | (uint32_t)(p[1] & 0x3F) << 6 | (p[2] & 0x3F);
  }
  if (n >= 4) {
    *length = 4;
    const uint32_t scalar = (a & 0x07) << 18 | (uint32_t)(p[1] & 0x3F) << 12 |
                            (uint32_t)(p[2] & 0x3F) << 6 | (p[3] & 0x3F);
    return scalar < 0x110000 ? scalar : 0xFFFD;
  }
  *length = 1;
  return 0xFFFD;
}

// Writes the UTF-8 of a scalar, of up to four bytes, and returns its length.
static inline size_t encode(uint32_t scalar, uint8_t *out) {
  if (scalar < 0x80) {
    out[0] = (uint8_t)scalar;
    return 1;
  }
  if (scalar < 0x800) {
    out[0] = (uint8_t)(0xC0 | scalar >> 6);
    out[1] = (uint8_t)(0x80 | (scalar & 0x3F));
    return 2;
  }
  if (scalar < 0x10000) {
    out[0] = (uint8_t)(0xE0 | scalar >> 12);
    out[1] = (uint8_t)(0x80 | (scalar >> 6 & 0x3F));
    out[2] = (uint8_t)(0x80 | (scalar & 0x3F));
    return 3;
  }
  out[0] = (uint8_t)(0xF0 | scalar >> 18);
  out[1] = (uint8_t)(0x80 | (scalar >> 12 & 0x3F));
  out[2] = (uint8_t)(0x80 | (scalar >> 6 & 0x3F));
  out[3] = (uint8_t)(0x80 | (scalar & 0x3F));
  return 4;
}

#endif
