// Validation of UTF-8 by the table of well-formed sequences (Unicode, table 3-7).

#include "CKernels.h"
#include "vector.h"

// Checks one sequence. Returns 1 if it is well-formed, with its length in *length. Otherwise
// *length is the length of its maximal subpart: the longest prefix of a well-formed sequence, or
// one byte.
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

// E0 and ED, whose second byte is restricted, are left to the table.
static inline int is_three(const uint8_t *p) {
  return p[0] > 0xE0 && p[0] < 0xF0 && p[0] != 0xED && (p[1] & 0xC0) == 0x80 &&
         (p[2] & 0xC0) == 0x80;
}

size_t ck_valid_utf8(const uint8_t *bytes, size_t n) {
  size_t at = 0;
  while (at < n) {
#if CK_VECTOR
    if (n - at >= 16) {
      mask found = bits(load(bytes + at));
      if (!found) {
        at += 16;
        continue;
      }
      at += first(found);
    }
#endif
    // Runs of scalars of two and three bytes without special cases: the next offset does not depend
    // on the decoded length.
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
