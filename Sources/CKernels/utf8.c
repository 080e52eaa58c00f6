// Validation of UTF-8 by the table of well-formed sequences (Unicode, table 3-7).

#include "kernels.h"

// Checks one UTF-8 sequence. If the sequence is well-formed, returns 1 and sets *length to its
// length. Otherwise, sets *length to the length of the maximal subpart: the longest prefix that
// could begin a well-formed sequence, or one byte if there is no such prefix.
static inline int well_formed(const uint8_t *p, size_t n, size_t *length) {
  const uint8_t lead = p[0];
  *length = 1;
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const size_t wanted = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  uint8_t low = 0x80, high = 0xBF;
  if (lead == 0xE0) low = 0xA0;  // no overlong forms
  if (lead == 0xED) high = 0x9F;  // no surrogates
  if (lead == 0xF0) low = 0x90;  // no overlong forms
  if (lead == 0xF4) high = 0x8F;  // nothing above U+10FFFF
  for (size_t at = 1; at < wanted; at++) {
    if (at == n || p[at] < low || p[at] > high) return 0;
    *length = at + 1;
    low = 0x80;
    high = 0xBF;
  }
  return 1;
}

static inline int is_two(const uint8_t *p) {
  return p[0] >= 0xC2 && p[0] <= 0xDF && (p[1] & 0xC0) == 0x80;
}

// Whether p begins with a well-formed three-byte sequence. False for a lead byte E0 or ED, which
// restricts the second byte; `well_formed` checks these sequences.
static inline int is_three(const uint8_t *p) {
  return p[0] > 0xE0 && p[0] < 0xF0 && p[0] != 0xED && (p[1] & 0xC0) == 0x80 &&
         (p[2] & 0xC0) == 0x80;
}

#if CK_VECTOR

// Bitmaps of the bytes in the next block that must continue the last sequence of this block. Bit 0
// stands for the first byte of the next block.
typedef struct {
  uint64_t second, third, fourth;  // the second, third or fourth byte of a sequence
  uint64_t high, low;              // `high`: bytes of at least 0xA0; `low`: bytes below 0xA0
  uint64_t high_four, low_four;    // `high_four`: at least 0x90; `low_four`: below 0x90
} owed;

static inline uint64_t above(const vec v[4], uint8_t byte) {
  vec found[4];
  for (int part = 0; part < 4; part++) found[part] = signed_less(splat(byte), v[part]);
  return all_bits(found);
}

static inline uint64_t below(const vec v[4], uint8_t byte) {
  vec found[4];
  for (int part = 0; part < 4; part++) found[part] = signed_less(v[part], splat(byte));
  return all_bits(found);
}

static inline uint64_t equals(const vec v[4], uint8_t byte) {
  vec found[4];
  for (int part = 0; part < 4; part++) found[part] = equal(v[part], splat(byte));
  return all_bits(found);
}

static inline uint64_t equals_any(const vec v[4], uint8_t byte, uint8_t other) {
  vec found[4];
  for (int part = 0; part < 4; part++) {
    found[part] = either(equal(v[part], splat(byte)), equal(v[part], splat(other)));
  }
  return all_bits(found);
}

// Whether 64 bytes are well-formed, and begin with the bytes in `due` that the previous block
// requires. Sets `due` to the bytes that the last sequence requires in the next block. Each
// continuation byte must have its lead byte one, two or three bytes before it.
static inline int is_well_formed_block(const uint8_t *p, owed *due) {
  const vec v[4] = {load(p), load(p + 16), load(p + 32), load(p + 48)};
  const uint64_t beyond = below(v, 0);
  const uint64_t required = due->second | due->third | due->fourth;
  if (!(beyond | required)) return 1;
  const uint64_t tails = below(v, 0xC0);
  const uint64_t leads = above(v, 0xC1) & beyond;
  const uint64_t from_three = above(v, 0xDF) & beyond;
  const uint64_t fours = above(v, 0xEF) & beyond;
  if (beyond & ~tails & ~leads) return 0;  // C0 and C1 are never valid
  const uint64_t second = leads << 1 | due->second;
  const uint64_t third = from_three << 2 | due->third, fourth = fours << 3 | due->fourth;
  if ((second | third | fourth) != tails) return 0;
  owed next = {leads >> 63, from_three >> 62, fours >> 61, 0, 0, 0, 0};
  const uint64_t restricted = equals_any(v, 0xE0, 0xED);
  if (restricted | due->high | due->low) {
    const uint64_t short_forms = restricted & equals(v, 0xE0);
    const uint64_t surrogates = restricted & ~short_forms;
    const uint64_t high = above(v, 0x9F) & tails;
    if ((short_forms << 1 | due->high) & ~high) return 0;
    if ((surrogates << 1 | due->low) & high) return 0;
    next.high = short_forms >> 63;
    next.low = surrogates >> 63;
  }
  if (fours | due->high_four | due->low_four) {
    if (above(v, 0xF4) & beyond) return 0;
    const uint64_t short_forms = equals(v, 0xF0), last = equals(v, 0xF4);
    const uint64_t high = above(v, 0x8F) & tails;
    if ((short_forms << 1 | due->high_four) & ~high) return 0;
    if ((last << 1 | due->low_four) & high) return 0;
    next.high_four = short_forms >> 63;
    next.low_four = last >> 63;
  }
  *due = next;
  return 1;
}

size_t ck_valid_blocks_sixteen(const uint8_t *bytes, size_t n) {
  owed due = {0, 0, 0, 0, 0, 0, 0};
  size_t at = 0;
  while (n - at >= 64 && is_well_formed_block(bytes + at, &due)) at += 64;
  return at;
}
#endif

// The length of a prefix of complete, well-formed sequences. The prefix ends at most four bytes
// before the first block of 64 bytes that is ill-formed or incomplete.
static size_t well_formed_blocks(const uint8_t *bytes, size_t n) {
  if (n < 64) return 0;
  // Read the table once, because a test can change the level at any time.
  const kernels *table = ck_kernels();
  size_t at = table->valid_blocks ? table->valid_blocks(bytes, n) : 0;
  // Exclude the last sequence before the first rejected block, because the sequence may continue in
  // that block.
  for (int back = 0; back < 3 && at > 0 && (bytes[at - 1] & 0xC0) == 0x80; back++) at--;
  return at > 0 && bytes[at - 1] >= 0xC0 ? at - 1 : at;
}

size_t ck_valid_utf8(const uint8_t *bytes, size_t n) {
  size_t at = well_formed_blocks(bytes, n);
  while (at < n) {
#if CK_VECTOR
    if (n - at >= 16) {
      const mask found = bits(signed_less(load(bytes + at), splat(0)));
      if (!found) {
        at += 16;
        continue;
      }
      at += first(found);
    }
#endif
    // Check runs of two-byte scalars, and of three-byte scalars that do not begin with E0 or ED, in
    // loops where the next offset does not depend on the decoded length.
    while (n - at >= 2 && is_two(bytes + at)) at += 2;
    while (n - at >= 3 && is_three(bytes + at)) at += 3;
    if (at < n) {
      size_t length;
      if (!well_formed(bytes + at, n - at, &length)) return at;
      at += length;
    }
  }
  return at;
}

size_t ck_maximal_subpart(const uint8_t *bytes, size_t n) {
  size_t length;
  well_formed(bytes, n, &length);
  return length;
}
