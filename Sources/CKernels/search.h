// The search for a needle, once for each instruction set: included behind one of the block headers.
//
// 1. Packed pairs: sixty-four places where the needle could start are tested at once, by comparing
//    two of its bytes that are rare in the hay. The needle is compared only where both agree; one
//    of up to three bytes is compared in full that way.
// 2. Four blocks a round while nothing is found, for a scan is as fast as memory is read.
// 3. Once a line: a set bit for each occurrence, one for each line end. Added to the bits that are
//    no line end, an occurrence carries through the rest of its line, so where there is a carry the
//    line has been found already. Nothing waits for a place, and there is nothing to mispredict.

#include "kernels.h"

typedef struct {
  lanes bytes[3], bits[3];
  size_t places[3];
} probes;

// The bytes compared at each place: `count` of the needle's.
INLINE void set_probes(probes *out, const pattern *p, const int count) {
  out->places[0] = p->i;
  out->places[1] = p->j;
  out->places[2] = 3 - p->i - p->j;  // of three bytes, the third
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

// The places from `at` on where all probes agree.
INLINE block agreeing(const probes *p, const uint8_t *at, const int count, const int caseless) {
  block found = probe(p, at, 0, caseless);
  if (count > 1) found = both_of(found, probe(p, at, 1, caseless));
  if (count > 2) found = both_of(found, probe(p, at, 2, caseless));
  return found;
}

// Of up to sixty-four places from `at` on, those where the needle is, as bits. For the ends of a hay:
// where that many bytes are left, or were before, a whole block is compared.
CK_TARGET static uint64_t occurrences(
    pattern *p, const uint8_t *hay, size_t n, size_t at, size_t width) {
  const size_t places = n - p->m + 1;
  const int count = p->m < 4 ? (int)p->m : 2;
  // The last block may reach back to places before `at`.
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

// How many places there are from `at` on up to a block whose first probe is aligned, or to the end.
INLINE size_t places_to_aligned(const pattern *p, const uint8_t *hay, size_t at, size_t places) {
  const size_t width = 64 - ((uintptr_t)(hay + at + p->i) & 63);
  return width < places - at ? width : places - at;
}

// Asks for the start of the page after this one, once a page: where the processor's own reading ahead
// stops.
INLINE void read_ahead(const uint8_t *at) {
  if ((uintptr_t)at & 4095 & ~255) return;
  for (int line = 0; line < 4; line++) __builtin_prefetch(at + 4096 + 64 * line, 0, 2);
}

// Goes on to the next four blocks in which all probes agree somewhere, or (not `skips`) just takes
// the next; 0 if there are not as many. A loop of its own, so that all it needs is in registers. The third
// byte of three is compared only where the two rarer ones agree.
INLINE int next_four(
    const probes *p, const uint8_t *hay, size_t places, size_t *at, const int skips,
    uint64_t found[4], const int count, const int caseless) {
  for (size_t next = *at; places - next >= 256; next += 256) {
    read_ahead(hay + next);
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

// Where the needle is of the places found in four blocks. What is likely is one place in one of the
// blocks, so that the loop runs once, whichever it is.
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
    // Unaligned, for the next occurrence is often close to where the search begins.
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

// One function for each way to compare, so that each has only the instructions it needs.
#define BY_LENGTH(function, ...)                                 \
  switch (p->m) {                                                \
    case 1: return p->caseless ? function(__VA_ARGS__, 1, 1, 1)  \
                               : function(__VA_ARGS__, 1, 1, 0); \
    case 2: return p->caseless ? function(__VA_ARGS__, 2, 1, 1)  \
                               : function(__VA_ARGS__, 2, 1, 0); \
    case 3: return p->caseless ? function(__VA_ARGS__, 3, 1, 1)  \
                               : function(__VA_ARGS__, 3, 1, 0); \
    default: return p->caseless ? function(__VA_ARGS__, 2, 0, 1) \
                                : function(__VA_ARGS__, 2, 0, 0); \
  }

CK_TARGET static size_t find(pattern *p, const uint8_t *hay, size_t n) {
  BY_LENGTH(find_by, p, hay, n)
}

// The occurrences that are the first of their line; *carry says whether the line that goes on at bit
// 0 has had one.
INLINE uint64_t firsts(uint64_t found, uint64_t ends, uint64_t *carry) {
  const uint64_t inside = ~ends;
  const uint64_t sum = found + inside, whole = sum + *carry;
  *carry = (sum < found) | (whole < sum);
  return found & ~(whole ^ found ^ inside);
}

// Writes the places of the bits set, at most `room`; returns how many.
INLINE size_t write_places(uint64_t found, size_t at, size_t *places, size_t room) {
  size_t count = 0;
  for (; found && count < room; found &= found - 1) {
    places[count++] = at + (size_t)__builtin_ctzll(found);
  }
  return count;
}

// The same of up to sixty-four places that occurrences() gives.
CK_TARGET static uint64_t first_occurrences(
    pattern *p, const uint8_t *hay, size_t n, size_t at, size_t width, uint8_t end,
    uint64_t *carry) {
  // Moved to the top, so that what is carried leaves behind the last place.
  const size_t shift = 64 - width;
  const uint64_t found = occurrences(p, hay, n, at, width) << shift;
  uint8_t bytes[64] = {0};
  memcpy(bytes, hay + at, width);
  const uint64_t ends = places_of(equal_at(bytes, every(end))) << shift;
  return firsts(found, ends, carry) >> shift;
}

INLINE size_t find_lines_by(
    pattern *p, const uint8_t *hay, size_t n, uint8_t end, size_t *from, size_t *out, size_t room,
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
    written += write_places(early, at, out + written, room - written);
    if (written == room) goto full;
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
      if (!several && room - written > 4) {
        // None or one in each block: written in any case, kept if there is one.
        for (int k = 0; k < 4; k++) {
          out[written] = at + 64 * k + (size_t)__builtin_ctzll(first[k] | 1ull << 63);
          written += first[k] != 0;
        }
      } else {
        for (int k = 0; k < 4; k++) {
          written += write_places(first[k], at + 64 * k, out + written, room - written);
        }
        if (written == room) goto full;
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
  // A line that has had its occurrence is left first.
  *from = carry ? line_end(hay, n, at, end) : at;
  return written + ck_find_lines_linear(p, hay, n, end, from, out + written, room - written);

full:
  *from = line_end(hay, n, out[written - 1], end);
  return written;
}

CK_TARGET static size_t find_lines(
    pattern *p, const uint8_t *hay, size_t n, uint8_t end, size_t *from, size_t *places,
    size_t room) {
  BY_LENGTH(find_lines_by, p, hay, n, end, from, places, room)
}
