// Fingerprint search, compiled for each instruction set that can look up sixteen nibbles at once.
// Included after a header that defines the operations on blocks of sixty-four bytes, including
// nibble lookups.
//
// Each position has two tables. One table maps the low nibble of a byte to the buckets that contain
// a byte with this low nibble at the position. The other table does the same for the high nibble.
// Each lookup gives one bit per bucket. A bucket matches if its bit is set in all lookups.
//
// If an instruction set can exclude most blocks with a faster test, it defines CK_PREFILTER, and
// its own versions of `prefilter`, `set_prefilter` and `may_agree`.

#include "kernels.h"

#ifndef CK_PREFILTER
#define CK_PREFILTER 0
typedef ck_fingerprints prefilter;

INLINE void set_prefilter(prefilter *out, const ck_fingerprints *prints, const unsigned width) {
  (void)out, (void)prints, (void)width;
}

// Whether a bucket may match at one of the 64 offsets from `at` on.
INLINE int may_agree(
    const prefilter *filter, const uint8_t *at, const unsigned width, const size_t stride) {
  (void)filter, (void)at, (void)width, (void)stride;
  return 1;
}
#endif

// Writes the offsets of at most `capacity` set bits, and the buckets that match at each offset.
// Returns the number of offsets written.
INLINE size_t write_prints(
    uint64_t found, const uint8_t bytes[64], size_t at, size_t *places, uint8_t *buckets,
    size_t capacity) {
  size_t count = 0;
  for (; found && count < capacity; found &= found - 1) {
    const unsigned place = (unsigned)__builtin_ctzll(found);
    places[count] = at + place;
    buckets[count++] = bytes[place];
  }
  return count;
}

// The tables of each position; each table is repeated for every sixteen bytes of a vector.
typedef struct {
  lanes low[3], high[3];
} nibbles;

INLINE void set_nibbles(nibbles *out, const ck_fingerprints *prints, const unsigned width) {
  for (unsigned k = 0; k < width; k++) {
    out->low[k] = every_sixteen(prints->low[k]);
    out->high[k] = every_sixteen(prints->high[k]);
  }
}

// The buckets that match at each of the 64 offsets from `at` on.
INLINE sets agreeing_at(
    const nibbles *tables, const uint8_t *at, const unsigned width, const size_t stride) {
  sets found = looked_up(tables->low[0], tables->high[0], at);
  for (unsigned k = 1; k < width; k++) {
    found = sets_of_both(found, looked_up(tables->low[k], tables->high[k], at + k * stride));
  }
  return found;
}

// Returns the start of the first pair of blocks, from `at` on, in which a bucket matches. If there
// is none, returns the end of the last whole pair of blocks before `places`.
INLINE size_t next_agreeing(
    const nibbles *tables, const uint8_t *hay, size_t at, size_t places, const unsigned width,
    const size_t stride) {
  for (; places - at >= 128; at += 128) {
    read_ahead(hay + at, 128);
    const sets found = agreeing_at(tables, hay + at, width, stride);
    if (is_any_in(found, agreeing_at(tables, hay + at + 64, width, stride))) break;
  }
  return at;
}

// Tests the offsets from `base` on whose bits are set in `wanted`, and writes the offsets where a
// bucket matches. Returns the number of offsets written.
INLINE size_t take_agreeing(
    const nibbles *tables, const uint8_t *hay, size_t base, uint64_t wanted, size_t *places,
    uint8_t *buckets, size_t capacity, const unsigned width, const size_t stride) {
  const sets found = agreeing_at(tables, hay + base, width, stride);
  const uint64_t agreeing = places_with_any(found) & wanted;
  if (!agreeing) return 0;
  uint8_t bytes[64];
  store_sets(bytes, found);
  return write_prints(agreeing, bytes, base, places, buckets, capacity);
}

// Searches the rest of the haystack after `count` offsets were found, unless `places` is full.
static size_t find_rest(
    const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from, size_t *places,
    uint8_t *buckets, size_t capacity, size_t count) {
  // If `places` is full, do not call the scalar kernel, which would search byte by byte for the
  // next match.
  if (count == capacity) return count;
  return count + ck_scalar_kernels.find_fingerprints(
                     prints, hay, n, from, places + count, buckets + count, capacity - count);
}

INLINE size_t find_prints_by(
    const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from, size_t *places,
    uint8_t *buckets, size_t capacity, const unsigned width) {
  nibbles tables;
  set_nibbles(&tables, prints, width);
  prefilter filter;
  set_prefilter(&filter, prints, width);
  const size_t stride = prints->stride, whole = (width - 1) * stride + 1, span = 63 + whole;
  size_t at = *from, count = 0;
  // Whether the last block had a match; the next block then probably has a match as well.
  int is_near = 1;
  while (count < capacity && n - at >= whole && n >= span) {
    if (!is_near && !CK_PREFILTER) {
      at = next_agreeing(&tables, hay, at, n - whole + 1, width, stride);
      if (n - at < whole) break;
    }
    // The last block may overlap the previous block.
    const size_t base = n - at >= span ? at : n - span;
    const uint64_t wanted = ~0ull << (at - base);
    at = base + 64;
    read_ahead(hay + base, 64);
    if (!may_agree(&filter, hay + base, width, stride)) continue;
    const size_t found = take_agreeing(
        &tables, hay, base, wanted, places + count, buckets + count, capacity - count, width,
        stride);
    is_near = found > 0;
    count += found;
    if (count == capacity) at = places[count - 1] + 1;
  }
  *from = at;
  return find_rest(prints, hay, n, from, places, buckets, capacity, count);
}

CK_TARGET static size_t find_prints(
    const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from, size_t *places,
    uint8_t *buckets, size_t capacity) {
  switch (prints->width) {
    case 1: return find_prints_by(prints, hay, n, from, places, buckets, capacity, 1);
    case 2: return find_prints_by(prints, hay, n, from, places, buckets, capacity, 2);
    default: return find_prints_by(prints, hay, n, from, places, buckets, capacity, 3);
  }
}
