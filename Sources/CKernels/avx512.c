// The kernels for AVX-512. Each function has a target attribute, so no compiler flag is needed and
// no other code of the program uses AVX-512.

#include "vector.h"

#if CK_VECTOR && defined(__x86_64__)
#include "block_avx512.h"
#include "prints.h"
#include "cpu.h"
#include "prints_vbmi.h"
#include "search.h"
#include "sparse.h"

const kernels ck_avx512_kernels = {
    ck_avx512, "avx512", find, find_lines, find_records, find_prints_widely,
    ck_record_lines_avx512, ck_sha256_instructions};
#endif
