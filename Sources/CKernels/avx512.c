// The kernels for AVX-512. Compiled for it function by function, so that no flag is needed and nothing
// else of the program uses it.

#include "vector.h"

#if CK_VECTOR && defined(__x86_64__)
#include "block_avx512.h"
#include "prints.h"
#include "prints_vbmi.h"
#include "search.h"
#include "sparse.h"

const kernels ck_avx512_kernels = {
    ck_avx512, "avx512", find, find_lines, find_records, find_prints_widely,
    ck_record_lines_avx512, ck_sha256_instructions};
#endif
