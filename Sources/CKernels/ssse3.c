// Fingerprint search for SSSE3, which has the byte shuffle that SSE2 lacks.

#include "vector.h"

#if CK_VECTOR && defined(__x86_64__)
#include <tmmintrin.h>

#define CK_SSSE3
#define CK_TARGET __attribute__((target("ssse3")))
#include "block_sixteen.h"
#include "prints.h"

size_t ck_find_prints_ssse3(
    const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from, size_t *places,
    uint8_t *buckets, size_t capacity) {
  return find_prints(prints, hay, n, from, places, buckets, capacity);
}
#endif
