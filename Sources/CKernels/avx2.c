// The kernels for AVX2. Each function has a target attribute, as in avx512.c.

#include "vector.h"

#if CK_VECTOR && defined(__x86_64__)
#include "block_avx2.h"
#include "prints.h"
#include "search.h"
#include "sparse.h"

const kernels ck_avx2_kernels = {
    ck_avx2, find, find_lines, find_records, find_prints,
    ck_record_lines_avx2, ck_valid_blocks_avx2, ck_sha256_instructions};
#endif
