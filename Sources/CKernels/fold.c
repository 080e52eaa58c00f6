// Folding: canonical decomposition, dropping marks, case folding and canonical composition, in one
// pass for most text.
//
// ASCII is copied sixty-four and sixteen bytes at a time. For any other scalar, a two-stage table,
// one for each of the four modes, says what it becomes if no neighbor combines with it:
//     same        itself
//     in the pool other bytes, already composed
//     drop        nothing
//     pass        itself: a mark that never composes; in order if its class is not below that of the mark before
//     slow        anything that can compose with, or must be reordered before, what precedes it
// A scalar of the first two kinds begins a segment: what precedes it cannot change what it becomes.
// The pass runs until it meets `slow` (or a `pass` out of order), goes back to the start of that
// segment, and returns to the caller, who normalizes the segment step by step.

#include "CKernels.h"
#include "scalars.h"
#include "tables/fold_tables.h"
#include "vector.h"

// Space for the longest output of one scalar, and for one vector. The pool ends with as many padding bytes.
enum { longest = fold_longest, margin = 32 };
_Static_assert(longest <= margin, "one scalar's output must fit");

static inline uint32_t value_of(uint32_t scalar, const uint8_t *firsts) {
  const uint32_t low = scalar & ((1u << fold_shift) - 1);
  return fold_second[((uint32_t)firsts[scalar >> fold_shift] << fold_shift) + low];
}

uint32_t ck_fold_scalar(uint32_t scalar, unsigned mode) {
  if (scalar >= 0x110000) return 0;
  const uint32_t value = value_of(scalar, fold_first + (mode & 3) * fold_row);
  if (value == fold_same) return scalar;
  if (value < fold_in_pool) return 0;
  const uint8_t *entry = fold_pool + (value - fold_in_pool);
  size_t length;
  const uint32_t folded = decode(entry + 2, entry[0], &length);
  return length == entry[0] ? folded : 0;
}

// The current offset in the text and in the output.
typedef struct {
  size_t at, written;
  size_t segment, segment_out;  // the start of the current segment
  unsigned rank;  // the rank of the last scalar written
} place;

// Writes what the scalar of `length` bytes at p becomes and advances past it. Returns 0 if that
// depends on its neighbors. `out` must have room for `margin` more bytes, and p must have four
// readable bytes.
__attribute__((always_inline)) static inline int take(
    place *now, const uint8_t *p, uint8_t *out, const uint8_t *firsts, uint32_t scalar,
    size_t length) {
  const uint32_t value = value_of(scalar, firsts);
  uint8_t *end = out + now->written;
  if (value == fold_same) {
    now->segment = now->at;
    now->segment_out = now->written;
    now->rank = 0;
    memcpy(end, p, 4);  // copying four bytes is faster than copying `length`
    now->written += length;
  } else if (value >= fold_in_pool) {
    const uint8_t *entry = fold_pool + (value - fold_in_pool);
    now->segment = now->at;
    now->segment_out = now->written;
    now->rank = entry[1];
    memcpy(end, entry + 2, longest);
    now->written += entry[0];
  } else if (value >= fold_pass && value - fold_pass >= now->rank) {
    now->rank = value - fold_pass;
    memcpy(end, p, 4);
    now->written += length;
  } else if (value != fold_drop) {
    return 0;
  }
  now->at += length;
  return 1;
}

// Writes the ends of the records that end at or before `at`. The text just before `at` was copied
// without a change of length, and `at` corresponds to `written` in the output.
static inline void note_ends(ck_fold_ends *ends, size_t at, size_t written) {
  size_t done = ends->done;
  for (; done < ends->count && ends->ends[done] <= at; done++)
    ends->folded[done] = (uint32_t)(written - (at - ends->ends[done]));
  ends->done = done;
}

// Copies bytes up to the next non-ASCII byte (0x80...0xFD) or until `out` is full; lowers ASCII if `lowers` is not 0.
static void take_ascii(
    place *now, const uint8_t *text, size_t n, uint8_t *out, size_t room, int lowers,
    ck_fold_ends *ends) {
  const size_t start = now->at;
  size_t at = start, written = now->written;
#if CK_VECTOR
  for (; n - at >= 64 && room >= written + 64; at += 64, written += 64) {
    vec v[4];
    for (unsigned k = 0; k < 4; k++) {
      v[k] = load(text + at + 16 * k);
      store(out + written + 16 * k, lowers ? lower(v[k]) : v[k]);
      v[k] = non_ascii(v[k]);
    }
    if (bits(either(either(v[0], v[1]), either(v[2], v[3])))) {
      const unsigned count = (unsigned)__builtin_ctzll(all_bits(v));
      at += count;
      written += count;
      goto end;
    }
  }
  while (n - at >= 16 && room >= written + margin) {
    const vec v = load(text + at);
    store(out + written, lowers ? lower(v) : v);
    const mask found = bits(non_ascii(v));
    const size_t count = found ? first(found) : 16;
    at += count;
    written += count;
    if (found) goto end;
  }
#endif
  for (; at < n && !is_non_ascii(text[at]) && room >= written + margin; at++) {
    out[written++] = lowers ? lowered(text[at]) : text[at];
  }
#if CK_VECTOR
end:
#endif
  now->at = at;
  now->written = written;
  if (at == start) return;
  note_ends(ends, at, written);
  const size_t last = text[at - 1] < 0x80;  // a separator is not a segment of its own
  now->segment = at - last;
  now->segment_out = written - last;
  now->rank = 0;
}

ck_fold_step ck_fold_records(
    const uint8_t *text, size_t n, size_t start, unsigned mode, uint8_t *out, size_t written,
    size_t room, ck_fold_ends *ends) {
  const uint8_t *firsts = fold_first + (mode & 3) * fold_row;
  place now = {start, written, start, written, 0};
  int reason = ck_fold_done;
  while (now.at < n) {
    if (room < now.written + margin) {
      reason = ck_fold_needs_room;
      break;
    }
    const uint8_t *p = text + now.at;
    const uint8_t lead = *p;
    int taken = 1;
    if (!is_non_ascii(lead)) {
      take_ascii(&now, text, n, out, room, mode & 1, ends);
    } else if (n - now.at < 4) {
      uint8_t copy[4] = {0};
      size_t length;
      memcpy(copy, p, n - now.at);
      const uint32_t scalar = decode(copy, n - now.at, &length);
      taken = take(&now, copy, out, firsts, scalar, length);
    } else if (lead < 0xE0) {
      // Handles runs of scalars of equal length, so that the next offset does not depend on this scalar.
      do {
        taken = take(&now, p, out, firsts, (p[0] & 0x1Fu) << 6 | (p[1] & 0x3Fu), 2);
        p += 2;
      } while (taken && n - now.at >= 4 && (*p & 0xE0) == 0xC0 && room >= now.written + margin);
    } else if (lead < 0xF0) {
      do {
        const uint32_t scalar = (p[0] & 0x0Fu) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);
        taken = take(&now, p, out, firsts, scalar, 3);
        p += 3;
      } while (taken && n - now.at >= 4 && (*p & 0xF0) == 0xE0 && room >= now.written + margin);
    } else {
      size_t length;
      const uint32_t scalar = decode(p, n - now.at, &length);
      taken = take(&now, p, out, firsts, scalar, length);
    }
    if (!taken) {
      reason = ck_fold_needs_normalization;
      break;
    }
  }
  if (reason == ck_fold_done) return (ck_fold_step){n, now.written, reason};
  return (ck_fold_step){now.segment, now.segment_out, reason};
}

ck_fold_step ck_fold(const uint8_t *text, size_t n, unsigned mode, uint8_t *out, size_t room) {
  ck_fold_ends none = {0};
  return ck_fold_records(text, n, 0, mode, out, 0, room, &none);
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

// The ranges of the non-ASCII scalars whose folding contains an ASCII character; a test checks every scalar.
static const uint32_t yielding[][2] = {{0xC0, 0x24F},     {0x37E, 0x37E},   {0x1E00, 0x1EFF},
                                       {0x1FEF, 0x1FEF},  {0x212A, 0x212B}, {0x2260, 0x226F},
                                       {0xFB00, 0xFB06}};

size_t ck_fold_sources(uint8_t byte, unsigned mode, uint32_t *out, size_t room) {
  const uint8_t *firsts = fold_first + (mode & 3) * fold_row;
  size_t count = 0;
  for (size_t range = 0; range < sizeof yielding / sizeof *yielding; range++) {
    for (uint32_t scalar = yielding[range][0]; scalar <= yielding[range][1]; scalar++) {
      const uint32_t value = value_of(scalar, firsts);
      if (value < fold_in_pool) continue;
      const uint8_t *entry = fold_pool + (value - fold_in_pool);
      if (memchr(entry + 2, byte, entry[0]) && count < room) out[count++] = scalar;
    }
  }
  return count;
}
