// Copies lines into records, and writes bitmaps of the delimiter bytes of rows.
//
// Most blocks of sixteen bytes contain no carriage return. The loop copies such a block at once,
// turns its newlines into 0xFF with OR, and gets the offsets of the newlines from a bit mask. A
// block with a carriage return is copied byte by byte.

#include "CKernels.h"
#include "vector.h"

static const uint8_t field_end = 0xFF;

size_t ck_copy_lines(
    const uint8_t *bytes, size_t n, uint8_t *out, uint32_t base, uint32_t *starts, size_t *lines) {
  size_t at = 0, to = 0, count = 0;
#if CK_VECTOR
  const vec newline = splat('\n'), carriage_return = splat('\r'), end = splat(field_end);
  while (n - at >= 16) {
    vec v = load(bytes + at);
    vec ends = equal(v, newline);
    if (!bits(equal(v, carriage_return))) {
      // The comparison sets all bits of a matching lane, so OR turns a newline into 0xFF.
      store(out + to, either(v, both(ends, end)));
      for (mask found = bits(ends); found; found = without_first(found))
        starts[count++] = base + (uint32_t)(to + first(found) + 1);
      at += 16;
      to += 16;
      continue;
    }
    for (size_t stop = at + 16; at < stop; at++) {
      uint8_t byte = bytes[at];
      if (byte == '\n') {
        out[to++] = field_end;
        starts[count++] = base + (uint32_t)to;
      } else if (byte != '\r' || at + 1 == n || bytes[at + 1] != '\n') {
        out[to++] = byte;
      }
    }
  }
#endif
  for (; at < n; at++) {
    uint8_t byte = bytes[at];
    if (byte == '\n') {
      out[to++] = field_end;
      starts[count++] = base + (uint32_t)to;
    } else if (byte != '\r' || at + 1 == n || bytes[at + 1] != '\n') {
      out[to++] = byte;
    }
  }
  *lines = count;
  return to;
}

#if CK_VECTOR
// Returns one bit per byte; the lowest bit is for the first byte.
static inline uint64_t sixteen_bits(vec matches) {
#if defined(__aarch64__)
  static const uint8_t weights[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  vec weighed = both(matches, load(weights));
  return (uint64_t)vaddv_u8(vget_low_u8(weighed)) | (uint64_t)vaddv_u8(vget_high_u8(weighed)) << 8;
#else
  return (uint64_t)bits(matches);
#endif
}
#endif

void ck_mark(const uint8_t *bytes, size_t n, uint8_t a, uint8_t b, uint8_t c, uint64_t *marks) {
  size_t at = 0;
#if CK_VECTOR
  const vec first_wanted = splat(a), second_wanted = splat(b), third_wanted = splat(c);
  for (; n - at >= 64; at += 64) {
    uint64_t word = 0;
    for (unsigned part = 0; part < 4; part++) {
      vec v = load(bytes + at + 16 * part);
      vec found = either(
          either(equal(v, first_wanted), equal(v, second_wanted)), equal(v, third_wanted));
      word |= sixteen_bits(found) << (16 * part);
    }
    marks[at / 64] = word;
  }
#endif
  for (; at < n; at += 64) {
    uint64_t word = 0;
    for (size_t bit = 0; bit < 64 && at + bit < n; bit++) {
      uint8_t byte = bytes[at + bit];
      word |= (uint64_t)(byte == a || byte == b || byte == c) << bit;
    }
    marks[at / 64] = word;
  }
}
