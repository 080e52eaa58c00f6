// Searching, counting and lower-casing single bytes.

#include "CKernels.h"
#include "vector.h"

size_t ck_find_byte(const uint8_t *bytes, size_t n, uint8_t byte) {
  // The C library chooses the fastest implementation for the current machine.
  const uint8_t *found = n ? memchr(bytes, byte, n) : NULL;
  return found ? (size_t)(found - bytes) : n;
}

size_t ck_find_last_byte(const uint8_t *bytes, size_t n, uint8_t byte) {
#if CK_VECTOR
  const vec wanted = splat(byte);
  while (n >= 16 && !bits(equal(load(bytes + n - 16), wanted))) n -= 16;
#endif
  while (n > 0 && bytes[n - 1] != byte) n--;
  return n;
}

size_t ck_find_any(const uint8_t *bytes, size_t n, const uint8_t any[4]) {
  size_t at = 0;
#if CK_VECTOR
  const vec a = splat(any[0]), b = splat(any[1]), c = splat(any[2]), d = splat(any[3]);
  for (; n - at >= 16; at += 16) {
    const vec v = load(bytes + at);
    const mask found = bits(either(either(equal(v, a), equal(v, b)), either(equal(v, c), equal(v, d))));
    if (found) return at + first(found);
  }
  if (at < n && n >= 16) {
    // The last 16 bytes overlap bytes that were already compared, and that do not match.
    const vec v = load(bytes + n - 16);
    const mask found = bits(either(either(equal(v, a), equal(v, b)), either(equal(v, c), equal(v, d))));
    return found ? n - 16 + first(found) : n;
  }
#endif
  while (at < n && bytes[at] != any[0] && bytes[at] != any[1] && bytes[at] != any[2] &&
         bytes[at] != any[3]) {
    at++;
  }
  return at;
}

size_t ck_count_byte(const uint8_t *bytes, size_t n, uint8_t byte) {
  size_t count = 0, at = 0;
#if CK_VECTOR
  // Each match adds 0xFF (-1) to its lane, at most four times per iteration. Therefore, the lanes
  // are summed after at most 63 iterations, before they overflow.
  const vec wanted = splat(byte), zero = splat(0);
  while (n - at >= 64) {
    size_t rounds = (n - at) / 64;
    if (rounds > 63) rounds = 63;
    vec lanes = zero;
    for (; rounds > 0; rounds--, at += 64) {
      vec a = sum(equal(load(bytes + at), wanted), equal(load(bytes + at + 16), wanted));
      vec b = sum(equal(load(bytes + at + 32), wanted), equal(load(bytes + at + 48), wanted));
      lanes = sum(lanes, sum(a, b));
    }
    count += total(difference(zero, lanes));
  }
  if (n - at >= 16) {
    vec lanes = zero;
    for (; n - at >= 16; at += 16) lanes = sum(lanes, equal(load(bytes + at), wanted));
    count += total(difference(zero, lanes));
  }
#endif
  for (; at < n; at++) count += bytes[at] == byte;
  return count;
}

size_t ck_non_ascii(const uint8_t *bytes, size_t n) {
  size_t at = 0;
#if CK_VECTOR
  for (; n - at >= 64; at += 64) {
    vec a = either(non_ascii(load(bytes + at)), non_ascii(load(bytes + at + 16)));
    vec b = either(non_ascii(load(bytes + at + 32)), non_ascii(load(bytes + at + 48)));
    if (bits(either(a, b))) break;
  }
  for (; n - at >= 16; at += 16) {
    mask found = bits(non_ascii(load(bytes + at)));
    if (found) return at + first(found);
  }
  if (at < n && n >= 16) {
    // The last 16 bytes overlap bytes that were already tested, and that are ASCII.
    const mask found = bits(non_ascii(load(bytes + n - 16)));
    return found ? n - 16 + first(found) : n;
  }
#endif
  while (at < n && !is_non_ascii(bytes[at])) at++;
  return at;
}

size_t ck_lower_ascii(const uint8_t *bytes, size_t n, uint8_t *out) {
  size_t at = 0;
#if CK_VECTOR
  for (; n - at >= 16; at += 16) {
    vec v = load(bytes + at);
    store(out + at, lower(v));
    mask found = bits(non_ascii(v));
    if (found) return at + first(found);
  }
#endif
  for (; at < n && !is_non_ascii(bytes[at]); at++) out[at] = lowered(bytes[at]);
  return at;
}

void ck_prefetch(const void *bytes, size_t n) {
  const char *at = bytes;
  const char *const end = at + n;
  for (; at < end; at += 64) __builtin_prefetch(at);
  // If `bytes` is not aligned to a cache line, the loop can miss the last cache line, so prefetch it here.
  if (n) __builtin_prefetch(end - 1);
}
