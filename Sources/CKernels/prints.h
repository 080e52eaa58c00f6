// Fingerprints, compiled for each instruction set that can look up sixteen nibbles at once.
// Included after a header that defines blocks of sixty-four bytes and a shuffle.
//
// For each of the positions, one table tells which buckets have the low nibble of a byte
// in their set, and another which have its high nibble. Looking up a byte gives one bit for each
// bucket. A bucket matches if its bit is set in all lookups.

#include "kernels.h"

// Writes the offsets of the set bits, at most `room`, and their buckets; returns their number.
INLINE size_t write_prints(
    uint64_t found, const uint8_t bytes[64], size_t at, size_t *places, uint8_t *buckets,
    size_t room) {
  size_t count = 0;
  for (; found && count < room; found &= found - 1) {
    const unsigned place = (unsigned)__builtin_ctzll(found);
    places[count] = at + place;
    buckets[count++] = bytes[place];
  }
  return count;
}

// The tables of each position, broadcast to all lanes.
typedef struct {
  lanes low[3], high[3];
} nibbles;

INLINE void set_nibbles(nibbles *out, const ck_fingerprints *prints, const unsigned width) {
  for (unsigned k = 0; k < width; k++) {
    out->low[k] = every_sixteen(prints->low[k]);
    out->high[k] = every_sixteen(prints->high[k]);
  }
}

// Writes those of the 64 offsets from `base` on that are in `wanted` and where a bucket matches;
// returns their number.
INLINE size_t take_agreeing(
    const nibbles *tables, const uint8_t *hay, size_t base, uint64_t wanted, size_t *places,
    uint8_t *buckets, size_t room, const unsigned width, const size_t stride) {
  sets found = looked_up(tables->low[0], tables->high[0], hay + base);
  for (unsigned k = 1; k < width; k++) {
    found = sets_of_both(found, looked_up(tables->low[k], tables->high[k], hay + base + k * stride));
  }
  const uint64_t agreeing = places_with_any(found) & wanted;
  if (!agreeing) return 0;
  uint8_t bytes[64];
  store_sets(bytes, found);
  return write_prints(agreeing, bytes, base, places, buckets, room);
}

// Searches the rest of the hay after `count` offsets were found, unless `places` is full.
static size_t find_rest(
    const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from, size_t *places,
    uint8_t *buckets, size_t room, size_t count) {
  // The scalar kernel would still search for the next offset, byte by byte.
  if (count == room) return count;
  return count + ck_scalar_kernels.find_fingerprints(
                     prints, hay, n, from, places + count, buckets + count, room - count);
}

INLINE size_t find_prints_by(
    const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from, size_t *places,
    uint8_t *buckets, size_t room, const unsigned width) {
  nibbles tables;
  set_nibbles(&tables, prints, width);
  const size_t stride = prints->stride, whole = (width - 1) * stride + 1, span = 63 + whole;
  size_t at = *from, count = 0;
  while (count < room && n - at >= whole && n >= span) {
    // The last block overlaps the one before it.
    const size_t base = n - at >= span ? at : n - span;
    const uint64_t wanted = ~0ull << (at - base);
    at = base + 64;
    count += take_agreeing(
        &tables, hay, base, wanted, places + count, buckets + count, room - count, width,
        stride);
    if (count == room) at = places[count - 1] + 1;
  }
  *from = at;
  return find_rest(prints, hay, n, from, places, buckets, room, count);
}

CK_TARGET static size_t find_prints(
    const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from, size_t *places,
    uint8_t *buckets, size_t room) {
  switch (prints->width) {
    case 1: return find_prints_by(prints, hay, n, from, places, buckets, room, 1);
    case 2: return find_prints_by(prints, hay, n, from, places, buckets, room, 2);
    default: return find_prints_by(prints, hay, n, from, places, buckets, room, 3);
  }
}
