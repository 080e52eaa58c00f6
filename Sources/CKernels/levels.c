// Chooses the instruction set of the kernels: the one that SEARCHBENCH_KERNELS names, if it can be
// used, or else the widest that the processor and the system support. The choice is made at the
// first call. If two threads make it at the same time, both get the same result.

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cpu.h"
#include "kernels.h"

static _Atomic(const kernels *) in_use;

// The table of a level, or NULL if the processor does not support it.
static const kernels *table_of(int level) {
  switch (level) {
    case ck_scalar: return &ck_scalar_kernels;
#if CK_VECTOR && defined(__aarch64__)
    case ck_neon: return &ck_sixteen_kernels;
#elif CK_VECTOR && defined(__x86_64__)
    case ck_sse2: return CK_CPU_HAS("ssse3", SSSE3) ? &ck_ssse3_kernels : &ck_sixteen_kernels;
    case ck_avx2:
      return CK_CPU_HAS("avx2", AVX2) && CK_CPU_HAS("bmi", BMI1) &&
                     CK_CPU_HAS("bmi2", BMI2)
                 ? &ck_avx2_kernels
                 : NULL;
    case ck_avx512:
      return table_of(ck_avx2) && CK_CPU_HAS("avx512bw", AVX512BW) &&
                     CK_CPU_HAS("avx512vl", AVX512VL)
                 ? &ck_avx512_kernels
                 : NULL;
#endif
    default: return NULL;
  }
}

bool ck_has_sha(void) {
#if CK_VECTOR && defined(__x86_64__)
  return CK_CPU_HAS("sha", SHA) && CK_CPU_HAS("sse4.1", SSE4_1);
#else
  return false;
#endif
}

int ck_level_asked(const char *name) {
  static const char *const names[] = {
      [ck_scalar] = "scalar", [ck_sse2] = "sse2", [ck_neon] = "neon",
      [ck_avx2] = "avx2", [ck_avx512] = "avx512"};
  for (int level = ck_scalar; name && level <= ck_avx512; level++)
    if (!strcmp(name, names[level]) && table_of(level)) return level;
  int widest = ck_avx512;
  while (!table_of(widest)) widest--;
  return widest;
}

const kernels *ck_kernels(void) {
  const kernels *table = atomic_load_explicit(&in_use, memory_order_relaxed);
  if (table) return table;
  table = table_of(ck_level_asked(getenv("SEARCHBENCH_KERNELS")));
  atomic_store_explicit(&in_use, table, memory_order_relaxed);
  return table;
}

int ck_level(void) { return ck_kernels()->level; }

const char *ck_level_name(void) { return ck_kernels()->name; }

int ck_use_level(int level) {
  const kernels *table = table_of(level);
  if (!table) return 0;
  atomic_store_explicit(&in_use, table, memory_order_relaxed);
  return 1;
}
