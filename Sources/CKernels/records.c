// Turns lines into records: calls the function for the instruction set in use, and contains the
// function for vectors of 16 bytes or no vectors.

#include "records.h"

enum { carried = ck_no_follower | ck_stray_follower | ck_two_followers };

#define ANY_LARGE (ck_too_large | ck_overlong_four)

const uint8_t ck_by_high[16] = {
    [0 ... 7] = ck_stray_follower,
    [8 ... 11] = ck_two_followers,
    [12] = ck_no_follower | ck_overlong_two,
    [13] = ck_no_follower,
    [14] = ck_no_follower | ck_overlong_three | ck_surrogate,
    [15] = ck_no_follower | ANY_LARGE};

const uint8_t ck_by_low[16] = {
    [0] = carried | ck_overlong_two | ck_overlong_three | ck_overlong_four,
    [1] = carried | ck_overlong_two,
    [2 ... 3] = carried,
    [4] = carried | ck_too_large,
    [5 ... 12] = carried | ANY_LARGE,
    [13] = carried | ANY_LARGE | ck_surrogate,
    [14 ... 15] = carried | ANY_LARGE};

#define ANY_FOLLOWER (ck_stray_follower | ck_overlong_two | ck_two_followers)

const uint8_t ck_by_next[16] = {
    [0 ... 7] = ck_no_follower,
    [8] = ANY_FOLLOWER | ck_overlong_three | ck_overlong_four,
    [9] = ANY_FOLLOWER | ck_overlong_three | ck_too_large,
    [10 ... 11] = ANY_FOLLOWER | ck_surrogate | ck_too_large,
    [12 ... 15] = ck_no_follower};

const uint8_t ck_last_leads[64] = {[0 ... 60] = 0xFF, [61] = 0xEF, [62] = 0xDF, [63] = 0xBF};

ck_record_lines ck_record_lines_sixteen(
    uint8_t *text, size_t n, uint32_t base, uint32_t *starts) {
  unsigned traits = ck_valid_utf8(text, n) < n ? ck_ill_formed : 0;
  int has_return = 0;
  size_t count = 0, at = 0;
#if CK_VECTOR
  const vec newline = splat('\n'), carriage_return = splat('\r');
  vec wide = splat(0), returns = wide;
  for (; n - at >= 16; at += 16) {
    const vec v = load(text + at), ends = equal(v, newline);
    store(text + at, either(v, ends));
    wide = either(wide, v);
    returns = either(returns, equal(v, carriage_return));
    for (mask found = bits(ends); found; found = without_first(found))
      starts[count++] = base + (uint32_t)(at + first(found) + 1);
  }
  if (bits(signed_less(wide, splat(0)))) traits |= ck_has_non_ascii;
  if (bits(returns)) has_return = 1;
#endif
  for (; at < n; at++) {
    if (text[at] >= 0x80) traits |= ck_has_non_ascii;
    if (text[at] == '\r') has_return = 1;
    if (text[at] != '\n') continue;
    text[at] = field_end;
    starts[count++] = base + (uint32_t)at + 1;
  }
  if (has_return) traits |= returns_before(text, base, starts, count);
  return (ck_record_lines){count, traits};
}

ck_record_lines ck_make_records(
    uint8_t *text, size_t n, uint32_t base, uint32_t *starts) {
  return ck_kernels()->make_records(text, n, base, starts);
}
