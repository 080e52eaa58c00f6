// Adds a scalar that may combine with the preceding scalars to the current segment of the output.
// Included by fold.c.
#ifndef CK_JOINING_H
#define CK_JOINING_H

#include <string.h>

#include "CKernels.h"
#include "normalize.h"
#include "scalars.h"
#include "tables/fold_tables.h"

// The current offset in the text and in the output.
typedef struct {
  size_t at, written;
  size_t segment, segment_out;  // the start of the current segment
  unsigned class;  // the combining class of the last scalar written; 255 if no mark may follow
} place;

// The maximum length in bytes of a segment's output. Longer segments are normalized instead,
// because the time of `insert` and `join` is proportional to the length of the output.
enum { longest_joined = 64 };

static unsigned class_of(uint32_t scalar) { return ck_properties(scalar) & 0xFF; }

// The composite of two scalars, or 0 if there is none. If there is a composite, sets *tail to the
// combining class of the last scalar in the decomposition of `first`.
static inline uint32_t composite(uint32_t first, uint32_t second, unsigned *tail) {
  *tail = 0;
  if (second - vowels < 98u) {
    if (first - leads < 19u && second - vowels < 21u) {
      return syllables + ((first - leads) * 21 + second - vowels) * 28;
    }
    if (first - syllables < 11172u && (first - syllables) % 28 == 0 && second - tails - 1 < 27u) {
      return first + second - tails;
    }
    return 0;
  }
  if ((first | second) >> 17) return 0;
  const uint64_t pair = (uint64_t)first << 17 | second;
  const size_t last = sizeof composition_slot / sizeof composition_slot[0] - 1;
  size_t at = (first * composition_first + second * composition_second) >> composition_shift;
  for (uint64_t slot; (slot = composition_slot[at]); at = (at + 1) & last) {
    if (slot >> 30 != pair) continue;
    *tail = slot & 0xFF;
    return slot >> 13 & 0x1FFFF;
  }
  return 0;
}

// Whether, in canonical order, a mark with the combining class `class` comes before the last mark
// in the decomposition of `starter`.
static int is_before_tail(uint32_t starter, unsigned class) {
  if (!class || starter < 0x80) return 0;
  const ck_scalars parts = ck_decompose(starter);
  return class_of(parts.values[parts.count - 1]) > class;
}

// Writes the UTF-8 of a non-ASCII scalar, without a branch for scalars below 0x10000. May overwrite a few bytes after
// the encoded scalar.
static inline size_t write_scalar(uint32_t scalar, uint8_t *out) {
  if (scalar >= 0x10000) return encode(scalar, out);
  const uint32_t last = 0x80 | (scalar & 0x3F), middle = 0x80 | (scalar >> 6 & 0x3F);
  const uint32_t two = (0xC0 | scalar >> 6) | last << 8;
  const uint32_t three = (0xE0 | scalar >> 12) | middle << 8 | last << 16;
  const uint32_t both = scalar < 0x800 ? two : three;
  out[0] = (uint8_t)both;
  out[1] = (uint8_t)(both >> 8);
  out[2] = (uint8_t)(both >> 16);
  return scalar < 0x800 ? 2 : 3;
}

// Inserts a mark, which never composes, before the segment's marks with a higher combining class.
// Returns 0 if the segment must be normalized.
__attribute__((noinline)) static int insert(
    place *now, const uint8_t *p, uint8_t *out, unsigned class, size_t length) {
  if (now->class == 255 || now->written - now->segment_out > longest_joined) return 0;
  size_t to = now->written;
  while (to > now->segment_out) {
    size_t before = to - 1, size;
    while (before > now->segment_out && (out[before] & 0xC0) == 0x80) before--;
    if (class_of(decode(out + before, to - before, &size)) <= class) break;
    to = before;
  }
  memmove(out + to + length, out + to, now->written - to);
  memcpy(out + to, p, length);
  now->written += length;
  now->at += length;
  return 1;
}

// Composes a scalar with the last starter of the segment if possible; otherwise, writes the scalar
// unchanged. Returns 0 if the segment must be normalized.
__attribute__((noinline)) static int join(
    place *now, const uint8_t *p, uint8_t *out, uint32_t scalar, unsigned class, size_t length) {
  if (now->class == 255 || now->written - now->segment_out > longest_joined) return 0;
  // The start and end of the last starter in the output, the starter's scalar, and the combining
  // class of the last mark after it.
  size_t start = 0, end = 0;
  uint32_t starter = 0;
  unsigned last = 0;
  for (size_t at = now->segment_out, size; at < now->written; at += size) {
    const uint32_t found = decode(out + at, now->written - at, &size);
    last = found < 0x300 ? 0 : class_of(found);
    if (last) continue;
    starter = found;
    start = at;
    end = at + size;
  }
  if (class && class < last) return 0;
  if (starter && (!last || last < class)) {
    if (is_before_tail(starter, class)) return 0;
    unsigned tail;
    const uint32_t whole = composite(starter, scalar, &tail);
    if (whole) {
      uint8_t bytes[4];
      const size_t size = encode(whole, bytes);
      memmove(out + start + size, out + end, now->written - end);
      memcpy(out + start, bytes, size);
      now->written += size - (end - start);
      now->class = last;
      now->at += length;
      return 1;
    }
  }
  if (!class) {
    now->segment = now->at;
    now->segment_out = now->written;
  }
  memcpy(out + now->written, p, 4);
  now->class = class;
  now->written += length;
  now->at += length;
  return 1;
}

// Handles the usual cases of `join`: the segment is one starter, and the scalar either composes with this starter or
// begins a new segment. Returns 0 for any other case.
__attribute__((always_inline)) static inline int join_starter(
    place *now, const uint8_t *p, uint8_t *out, uint32_t scalar, unsigned class, size_t length) {
  const size_t size = now->written - now->segment_out;
  if (now->class || size - 1 > 3) return 0;
  size_t starter_size;
  uint8_t *start = out + now->segment_out;
  const uint32_t starter = decode(start, size, &starter_size);
  if (starter_size != size) return 0;
  unsigned tail;
  const uint32_t whole = composite(starter, scalar, &tail);
  if (whole) {
    if (tail > class) return 0;
    now->written = now->segment_out + write_scalar(whole, start);
  } else {
    if (class) return 0;
    now->segment = now->at;
    now->segment_out = now->written;
    memcpy(out + now->written, p, 4);
    now->written += length;
  }
  now->at += length;
  return 1;
}

#endif
