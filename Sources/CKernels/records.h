// Lines become records: what the ways for each instruction set share.
#ifndef CK_RECORDS_H
#define CK_RECORDS_H

#include <string.h>

#include "CKernels.h"
#include "kernels.h"
#include "vector.h"

enum { field_end = 0xFF };

// Of 64 bytes, one bit each: line ends, and bytes beyond ASCII.
typedef struct {
  uint64_t ends, wide;
} bits_of_64;

// Ill-formed UTF-8 is seen in pairs of neighbours. For the high and the low half of the first byte and the high half
// of the second, a table has the faults that these could be part of, one bit each; where all three agree it is one.
// Only the followers of a follower need the bytes before as well: the third of three, the third and fourth of four.
enum {
  ck_no_follower = 1 << 0,  // a sequence begun, and no follower
  ck_stray_follower = 1 << 1,  // a follower after ASCII
  ck_overlong_three = 1 << 2,  // E0 80...9F
  ck_too_large = 1 << 3,  // F4 90...BF, and F5...FF with the same
  ck_surrogate = 1 << 4,  // ED A0...BF
  ck_overlong_two = 1 << 5,  // C0, C1
  ck_overlong_four = 1 << 6,  // F0 80...8F, and F5...FF with the same
  ck_two_followers = 1 << 7,  // a follower after a follower: right or wrong
};

extern const uint8_t ck_by_high[16], ck_by_low[16], ck_by_next[16];

// The largest byte at each of 64 places that needs no followers behind the last.
extern const uint8_t ck_last_leads[64];

// The place of the lowest bit; of none, anything.
static inline uint32_t first_of(uint64_t bits) {
  return (uint32_t)__builtin_ctzll(bits | 1ull << 63);
}

// Whether a sequence goes on behind 64 bytes.
static inline int is_open(const uint8_t *text) {
  int found = 0;
  for (size_t at = 61; at < 64; at++) found |= text[at] > ck_last_leads[at] && text[at] != field_end;
  return found;
}

// ck_has_returns if a carriage return stands before one of the ends of records.
static inline unsigned returns_before(
    const uint8_t *text, uint32_t base, const uint32_t *starts, size_t count) {
  int found = 0;
  for (size_t k = 0; k < count; k++) {
    const size_t end = starts[k] - base - 1;
    found |= end > 0 && text[end - 1] == '\r';
  }
  return found ? ck_has_returns : 0;
}

#endif
