// Folding: canonical decomposition, marks dropped, case folded, canonical composition, in one pass for most text.
//
// ASCII is copied sixteen bytes at a time. For any other scalar a two-stage table, one for each of the four modes, says
// what it becomes where no neighbour combines with it:
//   same        itself
//   in the pool other bytes, already composed
//   drop        nothing
//   pass        itself: a mark that no composition takes, in order if its class is not below that of the mark before
//   slow        anything that can compose with, or must be reordered before, what precedes it
// A scalar of the first two kinds begins a segment: what comes before cannot change what it becomes. So the pass runs
// on until it meets `slow` (or a `pass` out of order), goes back to the start of that segment, and leaves it to the
// caller, who normalises it step by step.

#include "CKernels.h"
#include "tables/fold_tables.h"
#include "vector.h"

// Room for the longest output of one scalar, and for one vector.
enum { margin = 32 };
_Static_assert(fold_longest <= margin, "one scalar's output must fit");

static inline uint32_t value_of(uint32_t scalar, const uint8_t *firsts) {
  const uint32_t low = scalar & ((1u << fold_shift) - 1);
  return fold_second[((uint32_t)firsts[scalar >> fold_shift] << fold_shift) + low];
}

// Decodes one scalar of valid UTF-8; reads nothing after p[n - 1], whatever the bytes are.
static inline uint32_t decode(const uint8_t *p, size_t n, size_t *length) {
  const uint32_t a = p[0];
  if (a < 0x80 || a >= 0xFE || n < 2) {
    *length = 1;
    return a;
  }
  if (a < 0xE0) {
    *length = 2;
    return (a & 0x1F) << 6 | (p[1] & 0x3F);
  }
  if (a < 0xF0 && n >= 3) {
    *length = 3;
    return (a & 0x0F) << 12 | (uint32_t)(p[1] & 0x3F) << 6 | (p[2] & 0x3F);
  }
  if (n >= 4) {
    *length = 4;
    const uint32_t scalar = (a & 0x07) << 18 | (uint32_t)(p[1] & 0x3F) << 12 |
                            (uint32_t)(p[2] & 0x3F) << 6 | (p[3] & 0x3F);
    return scalar < 0x110000 ? scalar : 0xFFFD;
  }
  *length = 1;
  return 0xFFFD;
}

ck_fold_step ck_fold(const uint8_t *text, size_t n, unsigned mode, uint8_t *out, size_t room) {
  const uint8_t *firsts = fold_first + (mode & 3) * fold_row;
  const int lowers = mode & 1;
  size_t at = 0, written = 0;
  size_t segment = 0, segment_out = 0;  // where the current segment begins, in the text and in the output
  unsigned rank = 0;  // that of the last scalar written

  while (at < n) {
    if (room < written + margin) goto no_room;
    const size_t start = at;
#if CK_VECTOR
    while (n - at >= 16 && room >= written + margin) {
      const vec v = load(text + at);
      store(out + written, lowers ? lower(v) : v);
      const mask found = bits(non_ascii(v));
      if (!found) {
        at += 16;
        written += 16;
        continue;
      }
      at += first(found);
      written += first(found);
      goto scalars;
    }
#endif
    while (at < n && !is_non_ascii(text[at]) && room >= written + margin) {
      out[written++] = lowers ? lowered(text[at]) : text[at];
      at++;
    }
  scalars:
    if (at > start) {
      const size_t last = text[at - 1] < 0x80;  // a separator is no segment of its own
      segment = at - last;
      segment_out = written - last;
      rank = 0;
    }
    while (at < n && is_non_ascii(text[at])) {
      if (room < written + margin) goto no_room;
      size_t length;
      const uint32_t value = value_of(decode(text + at, n - at, &length), firsts);
      if (value >= fold_in_pool) {
        const uint8_t *entry = fold_pool + (value - fold_in_pool);
        segment = at;
        segment_out = written;
        rank = entry[1];
        for (size_t k = 0; k < entry[0]; k++) out[written++] = entry[2 + k];
      } else if (value == fold_same) {
        segment = at;
        segment_out = written;
        rank = 0;
        for (size_t k = 0; k < length; k++) out[written++] = text[at + k];
      } else if (value == fold_slow || (value >= fold_pass && value - fold_pass < rank)) {
        return (ck_fold_step){segment, segment_out, ck_fold_needs_normalising};
      } else if (value != fold_drop) {
        rank = value - fold_pass;
        for (size_t k = 0; k < length; k++) out[written++] = text[at + k];
      }
      at += length;
    }
  }
  return (ck_fold_step){n, written, ck_fold_done};

no_room:
  return (ck_fold_step){segment, segment_out, ck_fold_needs_room};
}

size_t ck_fold_segment(const uint8_t *text, size_t n, unsigned mode) {
  const uint8_t *firsts = fold_first + (mode & 3) * fold_row;
  size_t at, length;
  decode(text, n, &at);
  if (text[0] >= 0xFE) return at;
  for (; at < n && is_non_ascii(text[at]); at += length) {
    const uint32_t value = value_of(decode(text + at, n - at, &length), firsts);
    if (value == fold_same || value >= fold_in_pool) break;
  }
  return at;
}
