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

// The same for fewer than sixty-four places, `size` bytes from `at` on being left of the hay.
CK_TARGET static uint64_t agreeing_at_end(
    const probes *p, const uint8_t *at, size_t size, const int count, const int caseless) {
  uint64_t found = ~0ull;
  for (int k = 0; k < count; k++) {
    uint8_t bytes[64] = {0};
    const size_t left = size - p->places[k];
    memcpy(bytes, at + p->places[k], left < 64 ? left : 64);
    found &= places_of(
        caseless ? equal_caseless_at(bytes, p->bytes[k], p->bits[k])
                 : equal_at(bytes, p->bytes[k]));
  }
  return found;
}

INLINE size_t find_by(
    pattern *p, const uint8_t *hay, size_t n, const int count, const int is_whole,
    const int caseless) {
  probes probes;
  set_probes(&probes, p, count);
  const size_t places = n - p->m + 1;
  size_t at = 0;
  while (places - at >= 64) {
    // The last byte read is at + 63 + m - 1 <= n - 1.
    if (places - at >= 256) {
      block v[4];
      for (int k = 0; k < 4; k++) v[k] = agreeing(&probes, hay + at + 64 * k, count, caseless);
      if (!is_any(either_of(either_of(v[0], v[1]), either_of(v[2], v[3])))) {
        at += 256;
        continue;
      }
      for (int k = 0; k < 4; k++, at += 64) {
        uint64_t found = places_of(v[k]);
        if (!is_whole) found = verified(p, found, hay + at, caseless);
        if (found) return at + (size_t)__builtin_ctzll(found);
      }
    } else {
      uint64_t found = places_of(agreeing(&probes, hay + at, count, caseless));
      if (!is_whole) found = verified(p, found, hay + at, caseless);
      if (found) return at + (size_t)__builtin_ctzll(found);
      at += 64;
    }
    if (!is_whole && is_exhausted(p, at)) {
      const ck_split split = ck_split_needle(p->needle, p->m);
      return at + ck_find_linear(&split, p, hay + at, n - at);
    }
  }
  if (at == places) return n;
  uint64_t found;
  if (places >= 64) {
    const size_t again = at - (places - 64);
    found = places_of(agreeing(&probes, hay + places - 64, count, caseless)) >> again;
  } else {
    found = agreeing_at_end(&probes, hay + at, n - at, count, caseless);
    found &= ~0ull >> (64 - (places - at));
  }
  if (!is_whole) found = verified(p, found, hay + at, caseless);
  return found ? at + (size_t)__builtin_ctzll(found) : n;
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

INLINE size_t find_lines_by(
    pattern *p, const uint8_t *hay, size_t n, uint8_t end, size_t *from, size_t *out, size_t room,
    const int count, const int is_whole, const int caseless) {
  probes probes;
  set_probes(&probes, p, count);
  const lanes ending = every(end);
  const size_t places = n - p->m + 1;
  size_t at = *from, written = 0;
  uint64_t carry = 0;
  while (places - at >= 64) {
    block v[4];
    int blocks = 1;
    if (places - at >= 256) {
      blocks = 4;
      for (int k = 0; k < 4; k++) v[k] = agreeing(&probes, hay + at + 64 * k, count, caseless);
      if (!carry && !is_any(either_of(either_of(v[0], v[1]), either_of(v[2], v[3])))) {
        at += 256;
        continue;
      }
    } else {
      v[0] = agreeing(&probes, hay + at, count, caseless);
    }
    for (int k = 0; k < blocks; k++, at += 64) {
      uint64_t found = places_of(v[k]);
      if (!is_whole) found = verified(p, found, hay + at, caseless);
      if (!(found | carry)) continue;
      const uint64_t first = firsts(found, places_of(equal_at(hay + at, ending)), &carry);
      written += write_places(first, at, out + written, room - written);
      if (written == room) goto full;
    }
    if (!is_whole && is_exhausted(p, at - *from)) goto linear;
  }
  if (at < places) {
    uint64_t found, ends;
    if (places >= 64) {
      const size_t again = at - (places - 64);
      found = places_of(agreeing(&probes, hay + places - 64, count, caseless)) >> again;
      ends = places_of(equal_at(hay + places - 64, ending)) >> again;
    } else {
      found = agreeing_at_end(&probes, hay + at, n - at, count, caseless);
      found &= ~0ull >> (64 - (places - at));
      uint8_t bytes[64] = {0};
      memcpy(bytes, hay + at, places - at);
      ends = places_of(equal_at(bytes, ending));
    }
    if (!is_whole) found = verified(p, found, hay + at, caseless);
    written += write_places(firsts(found, ends, &carry), at, out + written, room - written);
    if (written == room) goto full;
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
