// The kernels for vectors of sixteen bytes: SSE2 and SSSE3 on x86-64, NEON on arm64.

#include "vector.h"

#if CK_VECTOR
#include "block_sixteen.h"
#include "search.h"
#include "sparse.h"

#if defined(__aarch64__)
#include "prints.h"

const kernels ck_neon_kernels = {
    ck_neon, find, find_lines, find_records, find_prints,
    ck_record_lines_sixteen, ck_valid_blocks_sixteen, NULL};
#else
// Uses the scalar search, because SSE2 has no byte shuffle.
static size_t find_prints(
    const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from, size_t *places,
    uint8_t *buckets, size_t capacity) {
  return ck_scalar_kernels.find_fingerprints(prints, hay, n, from, places, buckets, capacity);
}

const kernels ck_sse2_kernels = {
    ck_sse2, find, find_lines, find_records, find_prints,
    ck_record_lines_sixteen, ck_valid_blocks_sixteen, ck_sha256_instructions};
const kernels ck_ssse3_kernels = {
    ck_ssse3, find, find_lines, find_records, ck_find_prints_ssse3,
    ck_record_lines_sixteen, ck_valid_blocks_ssse3, ck_sha256_instructions};
#endif
#endif
