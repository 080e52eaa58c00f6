// Folds a short segment step by step: decomposes it, sorts and drops marks, folds case, decomposes
// and sorts again, and composes. `SegmentFolder` in Swift does the same for segments of any length.

#include "normalize.h"

#include "CKernels.h"
#include "scalars.h"

// The maximum number of scalars; the caller normalizes longer segments. The limit is low, because
// sorting takes quadratic time.
enum { max_pieces = 48, dropped_mark = 1 << 15 };

typedef struct {
  uint32_t scalar;
  uint16_t properties;  // the lowest eight bits are the combining class
} piece;

typedef struct {
  size_t count;
  piece pieces[max_pieces];
} segment;

static inline unsigned class_of(piece p) { return p.properties & 0xFF; }

// Inserts a scalar in canonical order. Returns 0 if there is no space.
static int insert(segment *s, uint32_t scalar) {
  if (s->count == max_pieces) return 0;
  const piece added = {scalar, ck_properties(scalar)};
  size_t at = s->count++;
  for (; class_of(added) && at > 0 && class_of(s->pieces[at - 1]) > class_of(added); at--)
    s->pieces[at] = s->pieces[at - 1];
  s->pieces[at] = added;
  return 1;
}

static int insert_decomposed(segment *s, uint32_t scalar) {
  const ck_scalars parts = ck_decompose(scalar);
  for (uint32_t k = 0; k < parts.count; k++)
    if (!insert(s, parts.values[k])) return 0;
  return 1;
}

// Drops marks and folds case. Both steps can change the canonical order: dropping a starter joins
// the marks before and after it, and case folding can turn a mark into a letter.
static int map(segment *to, const segment *from, unsigned mode) {
  to->count = 0;
  for (size_t k = 0; k < from->count; k++) {
    const piece p = from->pieces[k];
    if ((mode & 2) && (p.properties & dropped_mark)) continue;
    if (!(mode & 1)) {
      if (!insert(to, p.scalar)) return 0;
      continue;
    }
    const ck_scalars folded = ck_case_fold(p.scalar);
    for (uint32_t f = 0; f < folded.count; f++)
      if (!insert_decomposed(to, folded.values[f])) return 0;
  }
  return 1;
}

static void compose(segment *s) {
  size_t starter = SIZE_MAX, written = 0;
  unsigned last = 0;
  for (size_t k = 0; k < s->count; k++) {
    const piece p = s->pieces[k];
    if (starter != SIZE_MAX && (written == starter + 1 || (last && last < class_of(p)))) {
      const uint32_t whole = ck_compose(s->pieces[starter].scalar, p.scalar);
      if (whole) {
        s->pieces[starter].scalar = whole;
        continue;
      }
    }
    if (!class_of(p)) starter = written;
    last = class_of(p);
    s->pieces[written++] = p;
  }
  s->count = written;
}

size_t ck_normalize(const uint8_t *text, size_t n, unsigned mode, uint8_t *out, size_t capacity) {
  segment first, second;
  first.count = 0;
  for (size_t at = 0, length; at < n; at += length)
    if (!insert_decomposed(&first, decode(text + at, n - at, &length))) return SIZE_MAX;
  if (!map(&second, &first, mode)) return SIZE_MAX;
  compose(&second);
  size_t written = 0;
  for (size_t k = 0; k < second.count; k++) {
    if (capacity - written < 4) return SIZE_MAX;
    written += encode(second.pieces[k].scalar, out + written);
  }
  return written;
}
