// The search for a needle, compiled for each instruction set. This file is included after one of the block headers.
//
// 1. Sixty-four offsets where the needle could start are tested together. First, two bytes of the
//    needle that are rare in the haystack are compared. If both match, a third byte is compared. If
//    all three match, the rest of the needle is compared, except for needles of up to three bytes.
// 2. While nothing is found, each iteration tests four blocks, so that the scan reads memory at full bandwidth.
// 3. To report one occurrence per line, occurrences and line ends are stored as two bitmaps. The
//    bitmap of occurrences is added to the inverted bitmap of line ends, so each occurrence
//    produces a carry through the rest of its line. If a carry reaches an occurrence, its line has
//    an earlier occurrence. These steps have no branches, and do not depend on the offset of an
//    earlier occurrence.

#include "kernels.h"

typedef struct {
  lanes bytes[3], bits[3];
  size_t places[3];
} probes;

// Selects the `count` bytes of the needle to compare at each offset.
INLINE void set_probes(probes *out, const pattern *p, const int count) {
  out->places[0] = p->i;
  out->places[1] = p->j;
  out->places[2] = p->third;
  for (int k = 0; k < count; k++) {
    const uint8_t byte = p->needle[out->places[k]];
    out->bytes[k] = every(byte);
    out->bits[k] = every(case_bit(byte, 1));
  }
}

INLINE block probe(const probes *p, const uint8_t *at, const int k, const int caseless) {
  return caseless ? equal_caseless_at(at + p->places[k], p->bytes[k], p->bits[k])
                  : equal_at(at + p->places[k], p->bytes[k]);
}

// The offsets of the block at `at` where all probes match.
INLINE block agreeing(const probes *p, const uint8_t *at, const int count, const int caseless) {
  block found = probe(p, at, 0, caseless);
  if (count > 1) found = both_of(found, probe(p, at, 1, caseless));
  if (count > 2) found = both_of(found, probe(p, at, 2, caseless));
  return found;
}

// Returns one bit for each of `width` offsets from `at` on, at most sixty-four; a bit is set if the
// needle occurs at its offset. Used at the start and the end of a haystack. If the haystack has at
// least sixty-four offsets, compares a whole block, which begins before `at` if necessary.
CK_TARGET static uint64_t occurrences(
    pattern *p, const uint8_t *hay, size_t n, size_t at, size_t width) {
  const size_t places = n - p->m + 1;
  const int count = p->m < 4 ? (int)p->m : 2;
  // The last block may begin before `at`.
  const size_t base = places - at >= 64 ? at : places >= 64 ? places - 64 : at;
  probes probes;
  set_probes(&probes, p, count);
  uint64_t found = ~0ull;
  for (int k = 0; k < count; k++) {
    uint8_t bytes[64];
    const uint8_t *from = hay + base + probes.places[k];
    if (places - base < 64) {
      memset(bytes, 0, 64);
      memcpy(bytes, from, places - base);
      from = bytes;
    }
    const lanes bit = p->caseless ? probes.bits[k] : every(0);
    found &= places_of(equal_caseless_at(from, probes.bytes[k], bit));
  }
  found = found >> (at - base) & ~0ull >> (64 - width);
  return p->m < 4 ? found : verified(p, found, hay + at, p->caseless);
}

// The number of offsets from `at` to the next offset at which the first probe reads an aligned
// block; at most the number of offsets left.
INLINE size_t places_to_aligned(const pattern *p, const uint8_t *hay, size_t at, size_t places) {
  const size_t width = 64 - ((uintptr_t)(hay + at + p->i) & 63);
  return width < places - at ? width : places - at;
}

// Searches groups of four blocks for offsets where all probes match. Stops at the first group where
// the first two probes match at an offset, or after one group if `skips` is 0. Returns 0 if fewer
// than four blocks are left. The third byte is compared only in the group where the search stops.
// The loop is a separate function, so that all its variables stay in registers.
INLINE int next_four(
    const probes *p, const uint8_t *hay, size_t places, size_t *at, const int skips,
    uint64_t found[4], const int count, const int caseless) {
  for (size_t next = *at; places - next >= 256; next += 256) {
    block v[4];
    for (int k = 0; k < 4; k++) v[k] = agreeing(p, hay + next + 64 * k, count > 2 ? 2 : count, caseless);
    if (__builtin_expect(skips && !is_any_of(v), 1)) continue;
    for (int k = 0; count > 2 && k < 4; k++) {
      v[k] = both_of(v[k], probe(p, hay + next + 64 * k, 2, caseless));
    }
    for (int k = 0; k < 4; k++) found[k] = places_of(v[k]);
    *at = next;
    return 1;
  }
  *at += (places - *at) & ~(size_t)255;
  return 0;
}

// Checks which of the offsets found in four blocks are occurrences of the needle. Usually, only one
// offset was found, so the loop runs once.
INLINE void verify_four(
    pattern *p, uint64_t found[4], uint64_t right[4], const uint8_t *at, const int caseless) {
  unsigned left;
  while ((left = (found[0] != 0) | (found[1] != 0) << 1 | (found[2] != 0) << 2 |
                 (found[3] != 0) << 3)) {
    const unsigned k = (unsigned)__builtin_ctz(left);
    const unsigned place = (unsigned)__builtin_ctzll(found[k]);
    right[k] |= (uint64_t)matches(p, at + 64 * k + place, caseless) << place;
    found[k] &= found[k] - 1;
  }
}

INLINE size_t find_by(
    pattern *p, const uint8_t *hay, size_t n, const int count, const int is_whole,
    const int caseless) {
  probes probes;
  set_probes(&probes, p, count);
  const size_t places = n - p->m + 1;
  size_t at = 0, width = 0;
  uint64_t bits;
  if (places >= 64) {
    // Test an unaligned block first, because the next occurrence is often close to the start of the search.
    bits = places_of(agreeing(&probes, hay, count, caseless));
    if (!is_whole) bits = verified(p, bits, hay, caseless);
    if (bits) goto found;
    width = places_to_aligned(p, hay, 0, places);
  }
  for (at = width; places - at >= 256; at += 256) {
    uint64_t found[4];
    if (!next_four(&probes, hay, places, &at, 1, found, count, caseless)) break;
    for (int k = 0; k < 4; k++) {
      bits = is_whole ? found[k] : verified(p, found[k], hay + at + 64 * k, caseless);
      if (bits) {
        at += 64 * k;
        goto found;
      }
    }
    if (!is_whole && is_exhausted(p, at)) {
      const ck_split split = ck_split_needle(p->needle, p->m);
      return at + ck_find_by_split(&split, p, hay + at, n - at);
    }
  }
  for (; at < places; at += width) {
    width = places - at < 64 ? places - at : 64;
    if ((bits = occurrences(p, hay, n, at, width))) goto found;
  }
  return n;

found:
  return at + (size_t)__builtin_ctzll(bits);
}

// Calls the instance of a function for the needle's length and case sensitivity. Each instance
// contains only the instructions that it needs.
#define BY_LENGTH(function, ...)                                 \
  switch (p->m) {                                                \
    case 1: return p->caseless ? function(__VA_ARGS__, 1, 1, 1)  \
                               : function(__VA_ARGS__, 1, 1, 0); \
    case 2: return p->caseless ? function(__VA_ARGS__, 2, 1, 1)  \
                               : function(__VA_ARGS__, 2, 1, 0); \
    case 3: return p->caseless ? function(__VA_ARGS__, 3, 1, 1)  \
                               : function(__VA_ARGS__, 3, 1, 0); \
    default: return p->caseless ? function(__VA_ARGS__, 3, 0, 1) \
                                : function(__VA_ARGS__, 3, 0, 0); \
  }

CK_TARGET static size_t find(pattern *p, const uint8_t *hay, size_t n) {
  BY_LENGTH(find_by, p, hay, n)
}

// The occurrences that are the first in their lines. *carry is not 0 if the line at bit 0 already
// has an occurrence in an earlier block; the call updates *carry for the next block.
INLINE uint64_t firsts(uint64_t found, uint64_t ends, uint64_t *carry) {
  const uint64_t inside = ~ends;
  const uint64_t sum = found + inside, whole = sum + *carry;
  *carry = (sum < found) | (whole < sum);
  return found & ~(whole ^ found ^ inside);
}

// Writes the offsets of at most `capacity` set bits, and returns the number of offsets written.
INLINE size_t write_places(uint64_t found, size_t at, size_t *places, size_t capacity) {
  size_t count = 0;
  for (; found && count < capacity; found &= found - 1) {
    places[count++] = at + (size_t)__builtin_ctzll(found);
  }
  return count;
}

// Returns one bit for each of `width` offsets from `at` on; the bit is set for the first occurrence
// of the needle in a line. *carry has the same meaning as in firsts().
CK_TARGET static uint64_t first_occurrences(
    pattern *p, const uint8_t *hay, size_t n, size_t at, size_t width, uint8_t end,
    uint64_t *carry) {
  // Shift the bits to the top, so that the carry out of the word is the carry after the last
  // offset.
  const size_t shift = 64 - width;
  const uint64_t found = occurrences(p, hay, n, at, width) << shift;
  uint8_t bytes[64] = {0};
  memcpy(bytes, hay + at, width);
  const uint64_t ends = places_of(equal_at(bytes, every(end))) << shift;
  return firsts(found, ends, carry) >> shift;
}

INLINE size_t find_lines_by(
    pattern *p, const uint8_t *hay, size_t n, uint8_t end, size_t *from, size_t *out, size_t capacity,
    const int count, const int is_whole, const int caseless) {
  probes probes;
  set_probes(&probes, p, count);
  const lanes ending = every(end);
  const size_t places = n - p->m + 1;
  size_t at = *from, written = 0;
  uint64_t carry = 0;
  size_t width = places_to_aligned(p, hay, at, places);
  for (;;) {
    const uint64_t early = first_occurrences(p, hay, n, at, width, end, &carry);
    written += write_places(early, at, out + written, capacity - written);
    if (written == capacity) goto full;
    at += width;
    for (; places - at >= 256; at += 256) {
      uint64_t found[4], right[4] = {0}, first[4], several = 0;
      if (!next_four(&probes, hay, places, &at, !carry, found, count, caseless)) break;
      if (!is_whole) verify_four(p, found, right, hay + at, caseless);
      for (int k = 0; k < 4; k++) {
        const uint64_t ends = places_of(equal_at(hay + at + 64 * k, ending));
        first[k] = firsts(is_whole ? found[k] : right[k], ends, &carry);
        several |= first[k] & (first[k] - 1);
      }
      if (!several && capacity - written > 4) {
        // Each block has at most one occurrence. To avoid a branch, write an offset for every
        // block, but count it only if the block has an occurrence.
        for (int k = 0; k < 4; k++) {
          out[written] = at + 64 * k + (size_t)__builtin_ctzll(first[k] | 1ull << 63);
          written += first[k] != 0;
        }
      } else {
        for (int k = 0; k < 4; k++) {
          written += write_places(first[k], at + 64 * k, out + written, capacity - written);
        }
        if (written == capacity) goto full;
      }
      if (!is_whole && is_exhausted(p, at - *from)) {
        at += 256;
        goto linear;
      }
    }
    if (at == places) break;
    width = places - at < 64 ? places - at : 64;
  }
  *from = n;
  return written;

linear:
  // If the current line already has an occurrence, skip the rest of the line.
  *from = carry ? line_end(hay, n, at, end) : at;
  return written + ck_find_lines_linear(p, hay, n, end, from, out + written, capacity - written);

full:
  *from = line_end(hay, n, out[written - 1], end);
  return written;
}

CK_TARGET static size_t find_lines(
    pattern *p, const uint8_t *hay, size_t n, uint8_t end, size_t *from, size_t *places,
    size_t capacity) {
  BY_LENGTH(find_lines_by, p, hay, n, end, from, places, capacity)
}
