// Validation of UTF-8 by table lookups, compiled for AVX2 and SSSE3. The file that includes this header defines the
// operations on vectors.
//
// Source: Keiser and Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte", 2021. Two neighbouring bytes are
// wrong together if one of these errors applies to them. Each table gives, for half a byte, the errors that this half
// allows; an error that all three halves allow occurs.

#include "kernels.h"

enum {
  too_short = 1,  // a lead byte is followed by a byte that is not a continuation
  too_long = 2,  // an ASCII byte is followed by a continuation
  overlong_three = 4,
  too_large = 8,  // F4 90 and above
  surrogate = 16,
  overlong_two = 32,
  // F5 and above, followed by 80...8F. The same bit stands for F0 80...8F, which is overlong.
  overlong_four = 64,
  two_continuations = 128,  // correct if the sequence has three or four bytes
  any_low = too_short | too_long | two_continuations,
};

// By the upper half of the first byte.
static const uint8_t by_first_high[16] = {
    too_long, too_long, too_long, too_long, too_long, too_long, too_long, too_long,
    two_continuations, two_continuations, two_continuations, two_continuations,
    too_short | overlong_two, too_short, too_short | overlong_three | surrogate,
    too_short | too_large | overlong_four};

// By the lower half of the first byte.
static const uint8_t by_first_low[16] = {
    any_low | overlong_two | overlong_three | overlong_four,
    any_low | overlong_two,
    any_low,
    any_low,
    any_low | too_large,
    any_low | too_large | overlong_four,
    any_low | too_large | overlong_four,
    any_low | too_large | overlong_four,
    any_low | too_large | overlong_four,
    any_low | too_large | overlong_four,
    any_low | too_large | overlong_four,
    any_low | too_large | overlong_four,
    any_low | too_large | overlong_four,
    any_low | too_large | overlong_four | surrogate,
    any_low | too_large | overlong_four,
    any_low | too_large | overlong_four};

// By the upper half of the second byte.
static const uint8_t by_second_high[16] = {
    too_short, too_short, too_short, too_short, too_short, too_short, too_short, too_short,
    too_long | two_continuations | overlong_two | overlong_three | overlong_four,
    too_long | two_continuations | overlong_two | overlong_three | too_large,
    too_long | two_continuations | overlong_two | surrogate | too_large,
    too_long | two_continuations | overlong_two | surrogate | too_large,
    too_short, too_short, too_short, too_short};

// The errors in `v`; `before` has the bytes before `v`.
INLINE wide errors_in(wide v, wide before) {
  const wide one_before = bytes_before(v, before, 1);
  const wide wrong = both_of(
      both_of(looked_up(by_first_high, upper_half(one_before)),
              looked_up(by_first_low, lower_half(one_before))),
      looked_up(by_second_high, upper_half(v)));
  // The third byte of a sequence of three or four bytes, and the fourth of four, must be a second continuation.
  const wide third = less_or_zero(bytes_before(v, before, 2), 0xE0 - 0x80);
  const wide fourth = less_or_zero(bytes_before(v, before, 3), 0xF0 - 0x80);
  return different(both_of(either_of(third, fourth), every(0x80)), wrong);
}

// Implements `valid_blocks` of the kernels.
CK_TARGET static size_t valid_blocks(const uint8_t *bytes, size_t n) {
  enum { count = 64 / sizeof(wide) };
  wide before = every(0);
  size_t at = 0;
  for (; n - at >= 64; at += 64) {
    wide v[count], any = every(0), wrong = every(0);
    read_ahead(bytes + at, 64);
    for (int k = 0; k < count; k++) {
      v[k] = load_wide(bytes + at + k * sizeof(wide));
      any = either_of(any, v[k]);
    }
    // After an ASCII byte, ASCII bytes have no errors.
    if (!has_top_bit(any) && (at == 0 || bytes[at - 1] < 0x80)) {
      before = v[count - 1];
      continue;
    }
    for (int k = 0; k < count; k++) {
      wrong = either_of(wrong, errors_in(v[k], before));
      before = v[k];
    }
    if (has_bit(wrong)) break;
  }
  return at;
}
