// Folding consists of canonical decomposition, dropping marks, case folding and canonical composition; most text needs
// only one pass.
//
// ASCII is copied in blocks of sixty-four or sixteen bytes. For each other scalar, a two-stage
// table gives the output, which a later scalar can still change by composing with it. Each of the
// four modes has its own table, with these values:
//     same        the scalar itself
//     in pool     other bytes from the pool of folded text, which are already composed
//     drop        nothing
//     pass        the mark, which never composes, after the marks of an equal or lower class
//     join        the composite of the preceding starter and the scalar, or else the scalar itself
//     slow        any other result that depends on the preceding text
// A scalar of the first two kinds begins a segment: the text before it cannot change its folded
// form. A `join` scalar composes with the starter that is already in the output, which gives the
// same result as composing the whole text at the end. If a mark is out of canonical order, or if a
// scalar is `slow`, the whole segment is normalized step by step from its start. If the segment has
// too many scalars, ck_fold returns, and its caller normalizes the segment.

#include "joining.h"
#include "vector.h"

// `longest` is the size in bytes of the longest output of one scalar. `margin` is the free space in
// bytes that each step needs in the output, for one scalar or one vector. The pool of folded bytes
// ends with `longest` bytes of padding.
enum { longest = fold_longest, margin = 32 };
_Static_assert(longest <= margin, "one scalar's output must fit");

static inline uint32_t value_of(uint32_t scalar, const uint8_t *firsts) {
  const uint32_t low = scalar & ((1u << fold_shift) - 1);
  return fold_second[((uint32_t)firsts[scalar >> fold_shift] << fold_shift) + low];
}

uint32_t ck_compose(uint32_t first, uint32_t second) {
  unsigned tail;
  return composite(first, second, &tail);
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

// Writes the folded form of the scalar at p, which has `length` bytes, and advances past the scalar. Returns 0 if the
// segment must be normalized. `out` must have space for `margin` more bytes, and p must have four readable bytes.
__attribute__((always_inline)) static inline int take(
    place *now, const uint8_t *p, uint8_t *out, const uint8_t *firsts, uint32_t scalar,
    size_t length) {
  const uint32_t value = value_of(scalar, firsts);
  uint8_t *end = out + now->written;
  if (value == fold_same) {
    now->segment = now->at;
    now->segment_out = now->written;
    now->class = 0;
    memcpy(end, p, 4);  // copying four bytes is faster than copying `length`
    now->written += length;
  } else if (value >= fold_in_pool) {
    const uint8_t *entry = fold_pool + (value - fold_in_pool);
    now->segment = now->at;
    now->segment_out = now->written;
    now->class = entry[1];
    memcpy(end, entry + 2, longest);
    now->written += entry[0];
  } else if (value >= fold_join) {
    const unsigned class = value - fold_join;
    if (join_starter(now, p, out, scalar, class, length)) return 1;
    place copy = *now;  // a copy of `*now` that can stay in registers
    const int joined = join(&copy, p, out, scalar, class, length);
    *now = copy;
    return joined;
  } else if (value >= fold_pass) {
    const unsigned class = value - fold_pass;
    if (class < now->class) {
      place copy = *now;
      const int inserted = insert(&copy, p, out, class, length);
      *now = copy;
      return inserted;
    }
    now->class = class;
    memcpy(end, p, 4);
    now->written += length;
  } else if (value != fold_drop) {
    return 0;
  }
  now->at += length;
  return 1;
}

static inline size_t next_end(const ck_fold_ends *ends) {
  return ends->done < ends->count ? ends->ends[ends->done] : SIZE_MAX;
}

// For each record that ends at or before the text offset `at`, writes the offset in the output
// where the folded record ends. From the first of these ends to `at`, folding must not have changed
// the length of the text.
__attribute__((noinline)) static void note_ends(ck_fold_ends *ends, size_t at, size_t written) {
  size_t done = ends->done;
  for (; done < ends->count && ends->ends[done] <= at; done++)
    ends->folded[done] = (uint32_t)(written - (at - ends->ends[done]));
  ends->done = done;
}

// Advances past `count` > 0 bytes that were copied.
static inline void pass_ascii(
    place *now, const uint8_t *text, size_t count, size_t next, ck_fold_ends *ends) {
  now->at += count;
  now->written += count;
  if (now->at >= next) note_ends(ends, now->at, now->written);
  // 1 if the last byte is ASCII, and thus begins a segment; 0 if it is a separator.
  const size_t last = text[now->at - 1] < 0x80;
  now->segment = now->at - last;
  now->segment_out = now->written - last;
  now->class = 0;
}

#if CK_VECTOR
// Copies 64 bytes and returns the number of bytes before the first non-ASCII byte, at most 64.
static inline size_t copy_ascii(const uint8_t *p, uint8_t *out, int lowers) {
  vec v[4];
  for (unsigned k = 0; k < 4; k++) {
    v[k] = load(p + 16 * k);
    store(out + 16 * k, lowers ? lower(v[k]) : v[k]);
    v[k] = non_ascii(v[k]);
  }
  if (!bits(either(either(v[0], v[1]), either(v[2], v[3])))) return 64;
  return (size_t)__builtin_ctzll(all_bits(v));
}
#endif

// Copies bytes up to the next non-ASCII byte (0x80...0xFD) or until `out` is full; converts ASCII to lower case if
// `lowers` is not 0.
__attribute__((noinline)) static void take_ascii(
    place *now, const uint8_t *text, size_t n, uint8_t *out, size_t capacity, int lowers,
    ck_fold_ends *ends) {
  const size_t start = now->at;
  size_t at = start, written = now->written;
#if CK_VECTOR
  while (n - at >= 64 && capacity >= written + 64) {
    const size_t count = copy_ascii(text + at, out + written, lowers);
    at += count;
    written += count;
    if (count < 64) goto end;
  }
  while (n - at >= 16 && capacity >= written + margin) {
    const vec v = load(text + at);
    store(out + written, lowers ? lower(v) : v);
    const mask found = bits(non_ascii(v));
    const size_t count = found ? first(found) : 16;
    at += count;
    written += count;
    if (found) goto end;
  }
#endif
  for (; at < n && !is_non_ascii(text[at]) && capacity >= written + margin; at++) {
    out[written++] = lowers ? lowered(text[at]) : text[at];
  }
#if CK_VECTOR
end:
#endif
  if (at > start) pass_ascii(now, text, at - start, next_end(ends), ends);
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

// Normalizes the current segment. Returns 0 if the segment has too many scalars.
__attribute__((noinline)) static int take_segment(
    place *now, const uint8_t *text, size_t n, unsigned mode, uint8_t *out, size_t capacity) {
  const uint8_t *start = text + now->segment;
  const size_t length = ck_fold_segment(start, n - now->segment, mode);
  const size_t size =
      ck_normalize(start, length, mode, out + now->segment_out, capacity - now->segment_out);
  if (size == SIZE_MAX) return 0;
  now->segment = now->at = now->segment + length;
  now->segment_out = now->written = now->segment_out + size;
  now->class = 0;
  return 1;
}

ck_fold_step ck_fold_records(
    const uint8_t *text, size_t n, size_t start, unsigned mode, uint8_t *out, size_t written,
    size_t capacity, ck_fold_ends *ends) {
  const uint8_t *firsts = fold_first + (mode & 3) * fold_row;
  place now = {start, written, start, written, 0};
  int reason = ck_fold_done;
  size_t next = next_end(ends);
  // One bit for each of the last eight runs of ASCII: 1 if the run had at least 16 bytes.
  uint8_t wide = 1;
  while (now.at < n) {
    if (capacity < now.written + margin) {
      reason = ck_fold_needs_capacity;
      break;
    }
    const uint8_t *p = text + now.at;
    const uint8_t lead = *p;
    int taken = 1;
    if (!is_non_ascii(lead)) {
#if CK_VECTOR
      // If the last runs of ASCII were short, copy one vector at a time. Otherwise, copy four
      // vectors, which avoids a branch that is hard to predict.
      if (wide && n - now.at >= 64 && capacity >= now.written + 64) {
        const size_t count = copy_ascii(p, out + now.written, mode & 1);
        if (count < 64) {
          wide = wide << 1 | (count >= 16);
          pass_ascii(&now, text, count, next, ends);
          next = next_end(ends);
          continue;
        }
      } else if (n - now.at >= 16) {
        const vec v = load(p);
        const mask found = bits(non_ascii(v));
        if (found) {
          store(out + now.written, mode & 1 ? lower(v) : v);
          wide <<= 1;
          pass_ascii(&now, text, first(found), next, ends);
          next = next_end(ends);
          continue;
        }
      }
      wide = wide << 1 | 1;
#endif
      place copy = now;
      take_ascii(&copy, text, n, out, capacity, mode & 1, ends);
      now = copy;
      next = next_end(ends);
    } else if (n - now.at < 4) {
      uint8_t copy[4] = {0};
      size_t length;
      memcpy(copy, p, n - now.at);
      const uint32_t scalar = decode(copy, n - now.at, &length);
      taken = take(&now, copy, out, firsts, scalar, length);
    } else if (lead < 0xE0) {
      // Handles a run of two-byte scalars in a loop, so that the next offset does not depend on the
      // decoded scalar.
      do {
        taken = take(&now, p, out, firsts, (p[0] & 0x1Fu) << 6 | (p[1] & 0x3Fu), 2);
        p += 2;
      } while (taken && n - now.at >= 4 && (*p & 0xE0) == 0xC0 && capacity >= now.written + margin);
    } else if (lead < 0xF0) {
      do {
        const uint32_t scalar = (p[0] & 0x0Fu) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);
        taken = take(&now, p, out, firsts, scalar, 3);
        p += 3;
      } while (taken && n - now.at >= 4 && (*p & 0xF0) == 0xE0 && capacity >= now.written + margin);
    } else {
      size_t length;
      const uint32_t scalar = decode(p, n - now.at, &length);
      taken = take(&now, p, out, firsts, scalar, length);
    }
    if (taken) continue;
    place copy = now;
    if (!take_segment(&copy, text, n, mode, out, capacity)) {
      reason = ck_fold_needs_normalization;
      break;
    }
    now = copy;
  }
  if (reason == ck_fold_done) return (ck_fold_step){n, now.written, reason};
  return (ck_fold_step){now.segment, now.segment_out, reason};
}

ck_fold_step ck_fold(const uint8_t *text, size_t n, unsigned mode, uint8_t *out, size_t capacity) {
  ck_fold_ends none = {0};
  return ck_fold_records(text, n, 0, mode, out, 0, capacity, &none);
}

// Ranges that contain all non-ASCII scalars whose folded form contains an ASCII character. A test
// compares the ranges with the folded form of every scalar.
static const uint32_t yielding[][2] = {{0xC0, 0x24F},     {0x37E, 0x37E},   {0x1E00, 0x1EFF},
                                       {0x1FEF, 0x1FEF},  {0x212A, 0x212B}, {0x2260, 0x226F},
                                       {0xFB00, 0xFB06}};

size_t ck_fold_sources(uint8_t byte, unsigned mode, uint32_t *out, size_t capacity) {
  const uint8_t *firsts = fold_first + (mode & 3) * fold_row;
  size_t count = 0;
  for (size_t range = 0; range < sizeof yielding / sizeof *yielding; range++) {
    for (uint32_t scalar = yielding[range][0]; scalar <= yielding[range][1]; scalar++) {
      const uint32_t value = value_of(scalar, firsts);
      if (value < fold_in_pool) continue;
      const uint8_t *entry = fold_pool + (value - fold_in_pool);
      if (memchr(entry + 2, byte, entry[0]) && count < capacity) out[count++] = scalar;
    }
  }
  return count;
}
