// The first occurrence of a needle.
//
// Packed pairs: of all places where the needle could start, sixteen are tested at once by comparing
// two of its bytes that are rare in the hay. Only where both agree is the whole needle compared.
// The search is linear in practice; a needle and a hay made of the same few bytes cost n * m at
// worst.
//
// A faster instruction set is added as one more function of the type `finder`, chosen in ck_find.

#include "CKernels.h"
#include "vector.h"

typedef size_t finder(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j);

static inline int matches(const uint8_t *hay, const uint8_t *needle, size_t m) {
  if (m > 32) return memcmp(hay, needle, m) == 0;
  if (m < 4) {
    for (size_t k = 0; k < m; k++) {
      if (hay[k] != needle[k]) return 0;
    }
    return 1;
  }
  // Four bytes at a time, the last four overlapping those before them.
  for (size_t k = 0;; k = k + 8 <= m ? k + 4 : m - 4) {
    uint32_t a, b;
    memcpy(&a, hay + k, 4);
    memcpy(&b, needle + k, 4);
    if (a != b) return 0;
    if (k == m - 4) return 1;
  }
}

// The reference: every place in turn from `from` on. `n >= m`.
static size_t find_scalar_from(
    size_t from, const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i,
    size_t j) {
  for (size_t at = from; at <= n - m; at++) {
    if (hay[at + i] == needle[i] && hay[at + j] == needle[j] && matches(hay + at, needle, m)) {
      return at;
    }
  }
  return n;
}

#if CK_VECTOR
// Where in the sixteen places from `at` on both bytes agree: 0xFF.
static inline vec agreeing(const uint8_t *at, vec a, vec b, size_t i, size_t j) {
  return both(equal(load(at + i), a), equal(load(at + j), b));
}

// The first place among sixteen where the whole needle is, or `none`.
static inline size_t verified(
    mask found, size_t at, const uint8_t *hay, const uint8_t *needle, size_t m, size_t none) {
  for (; found; found = without_first(found)) {
    const size_t place = at + first(found);
    if (matches(hay + place, needle, m)) return place;
  }
  return none;
}

static size_t find_vector(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j) {
  const vec a = splat(needle[i]), b = splat(needle[j]);
  const size_t places = n - m + 1;
  size_t at = 0;
  // Four blocks a round. The last byte read is at + 63 + j <= places - 1 + m - 1 = n - 1.
  for (; places - at >= 64; at += 64) {
    vec v[4];
    for (size_t k = 0; k < 4; k++) v[k] = agreeing(hay + at + 16 * k, a, b, i, j);
    if (!bits(either(either(v[0], v[1]), either(v[2], v[3])))) continue;
    for (size_t k = 0; k < 4; k++) {
      const size_t place = verified(bits(v[k]), at + 16 * k, hay, needle, m, n);
      if (place != n) return place;
    }
  }
  for (; places - at >= 16; at += 16) {
    const mask found = bits(agreeing(hay + at, a, b, i, j));
    const size_t place = verified(found, at, hay, needle, m, n);
    if (place != n) return place;
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

size_t ck_find_caseless(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j) {
  if (m > n) return n;
  if (m == 0) return 0;
  for (size_t at = 0; at <= n - m; at++) {
    if (lowered(hay[at + i]) != needle[i] || lowered(hay[at + j]) != needle[j]) continue;
    size_t k = 0;
    while (k < m && lowered(hay[at + k]) == needle[k]) k++;
    if (k == m) return at;
  }
  return n;
}

size_t ck_find_lines(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j,
    int caseless, uint8_t end, size_t *from, size_t *places, size_t room) {
  finder *find = caseless ? ck_find_caseless : ck_find;
  size_t count = 0, at = *from;
  while (at < n && count < room) {
    const size_t place = at + find(hay + at, n - at, needle, m, i, j);
    if (place == n) {
      at = n;
      break;
    }
    places[count++] = place;
    at = place + m;
    at += ck_find_byte(hay + at, n - at, end);
    if (at < n) at++;
  }
  *from = at;
  return count;
}
