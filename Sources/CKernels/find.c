// The first occurrence of a needle.
//
// Packed pairs: of all places where the needle could start, sixteen are tested at once by comparing two of its bytes
// that are rare in the hay. Only where both agree is the whole needle compared. The search is linear in practice; a
// needle and hay made of the same few bytes cost at worst n * m.
//
// A faster instruction set is added as one more function of the type `finder`, chosen in ck_find.

#include "CKernels.h"
#include "vector.h"

typedef size_t finder(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j);

static inline int matches(const uint8_t *hay, const uint8_t *needle, size_t m) {
  return memcmp(hay, needle, m) == 0;
}

// The reference: every place in turn from `from` on. `n >= m`.
static size_t find_scalar_from(
    size_t from, const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j) {
  for (size_t at = from; at <= n - m; at++) {
    if (hay[at + i] == needle[i] && hay[at + j] == needle[j] && matches(hay + at, needle, m)) {
      return at;
    }
  }
  return n;
}

#if CK_VECTOR
static inline mask candidates(const uint8_t *at, vec a, vec b, size_t i, size_t j) {
  return bits(both(equal(load(at + i), a), equal(load(at + j), b)));
}

static size_t find_vector(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j) {
  const vec a = splat(needle[i]), b = splat(needle[j]);
  const size_t places = n - m + 1;
  size_t at = 0;
  while (places - at >= 16) {
    // Four blocks a round while nothing is found. The last byte read is at + 63 + j <= n - m + j < n.
    while (places - at >= 64) {
      const uint8_t *p = hay + at;
      vec v0 = both(equal(load(p + i), a), equal(load(p + j), b));
      vec v1 = both(equal(load(p + i + 16), a), equal(load(p + j + 16), b));
      vec v2 = both(equal(load(p + i + 32), a), equal(load(p + j + 32), b));
      vec v3 = both(equal(load(p + i + 48), a), equal(load(p + j + 48), b));
      if (bits(either(either(v0, v1), either(v2, v3)))) break;
      at += 64;
    }
    if (places - at < 16) break;
    const size_t stop = places - at >= 64 ? at + 64 : at + 16;
    for (; at < stop; at += 16) {
      for (mask found = candidates(hay + at, a, b, i, j); found; found = without_first(found)) {
        const size_t place = at + first(found);
        if (matches(hay + place, needle, m)) return place;
      }
    }
  }
  return find_scalar_from(at, hay, n, needle, m, i, j);
}
#else
static size_t find_vector(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j) {
  return find_scalar_from(0, hay, n, needle, m, i, j);
}
#endif

size_t ck_find(const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j) {
  if (m > n) return n;
  if (m == 0) return 0;
  if (m == 1) return ck_find_byte(hay, n, needle[0]);
  finder *find = find_vector;
  return find(hay, n, needle, m, i, j);
}
