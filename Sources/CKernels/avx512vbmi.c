// Fingerprint search for AVX-512 VBMI, which can look up bytes in a table of sixty-four entries.

#include "vector.h"

#if CK_VECTOR && defined(__x86_64__)
#define CK_TARGET __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,bmi,bmi2,lzcnt,popcnt")))
#include "block_avx512.h"
#include "prefilter_vbmi.h"
#include "prints.h"

size_t ck_find_prints_vbmi(
    const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from, size_t *places,
    uint8_t *buckets, size_t capacity) {
  return find_prints(prints, hay, n, from, places, buckets, capacity);
}
#endif
