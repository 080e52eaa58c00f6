// The kernels for AVX-512, with and without VBMI. Each function has a target attribute, so the file
// needs no compiler flag. Therefore, the compiler uses AVX-512 instructions only in these
// functions.

#include "vector.h"

#if CK_VECTOR && defined(__x86_64__)
#include "block_avx512.h"
#include "prints.h"
#include "search.h"
#include "sparse.h"

const kernels ck_avx512_kernels = {
    ck_avx512, find, find_lines, find_records, find_prints,
    ck_record_lines_avx512, ck_valid_blocks_avx2, ck_sha256_instructions};
const kernels ck_avx512vbmi_kernels = {
    ck_avx512vbmi, find, find_lines, find_records, ck_find_prints_vbmi,
    ck_record_lines_avx512, ck_valid_blocks_avx2, ck_sha256_instructions};
#endif
