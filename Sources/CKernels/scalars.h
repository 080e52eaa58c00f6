// Decoding of scalars.
#ifndef CK_SCALARS_H
#define CK_SCALARS_H

#include <stddef.h>
#include <stdint.h>

// Decodes one scalar of valid UTF-8; for any other bytes it still reads nothing after p[n - 1]. n > 0.
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

#endif
