// Declarations for turning lines into records, which all instruction sets share.
#ifndef CK_RECORDS_H
#define CK_RECORDS_H

#include <string.h>

#include "CKernels.h"
#include "kernels.h"
#include "vector.h"

enum { field_end = 0xFF };

// Two bitmaps for 64 bytes, which mark the line ends and the non-ASCII bytes.
typedef struct {
  uint64_t ends, wide;
} bits_of_64;

// Ill-formed UTF-8 is detected in pairs of adjacent bytes. Three tables are indexed by three
// nibbles: the high nibble of the first byte, the low nibble of the first byte, and the high nibble
// of the second byte. Each entry has one bit for each kind of error that is possible with that
// nibble; a bit that is set in all three entries is an error. Two adjacent continuation bytes also
// require a test of earlier bytes: the second one must be the third byte of a three-byte sequence,
// or the third or fourth byte of a four-byte sequence.
enum {
  ck_no_follower = 1 << 0,  // a lead byte without a continuation byte
  ck_stray_follower = 1 << 1,  // a continuation byte after ASCII
  ck_overlong_three = 1 << 2,  // an overlong form: E0 followed by 80...9F
  ck_too_large = 1 << 3,  // above U+10FFFF: F4...FF followed by 90...BF
  ck_surrogate = 1 << 4,  // a surrogate: ED followed by A0...BF
  ck_overlong_two = 1 << 5,  // an overlong form: C0 or C1 as the lead byte
  ck_overlong_four = 1 << 6,  // overlong or too large: F0 or F5...FF followed by 80...8F
  ck_two_followers = 1 << 7,  // a continuation byte after another continuation byte, which can be valid
};

extern const uint8_t ck_by_high[16], ck_by_low[16], ck_by_next[16];

// For each of the 64 positions of a block, the largest lead byte of a sequence that fits in the
// rest of the block.
extern const uint8_t ck_last_leads[64];

// The index of the lowest set bit; unspecified if there is none.
static inline uint32_t first_of(uint64_t bits) {
  return (uint32_t)__builtin_ctzll(bits | 1ull << 63);
}

// Whether the last UTF-8 sequence of these 64 bytes is incomplete, so that it must continue after
// them.
static inline int is_open(const uint8_t *text) {
  int found = 0;
  for (size_t at = 61; at < 64; at++) found |= text[at] > ck_last_leads[at] && text[at] != field_end;
  return found;
}

// Returns ck_has_returns if at least one record ends with a carriage return, otherwise 0.
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
