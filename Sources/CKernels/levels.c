// Which instruction set the kernels use.

#include "CKernels.h"
#include "vector.h"

int ck_level(void) {
#if !CK_VECTOR
  return ck_scalar;
#elif defined(__SSE2__)
  return ck_sse2;
#else
  return ck_neon;
#endif
}

const char *ck_level_name(void) {
  static const char *const names[] = {"scalar", "sse2", "neon", "avx2", "avx512"};
  return names[ck_level()];
}

int ck_use_level(int level) { return level == ck_level(); }
