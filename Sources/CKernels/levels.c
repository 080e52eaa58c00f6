// Which instruction set the kernels use: the widest that the processor and the system have, asked for
// once. Two threads that ask at the same time find the same answer.

#include <stdatomic.h>

#include "kernels.h"

static _Atomic(const kernels *) in_use;

// The table of a level, or NULL if the processor lacks it.
static const kernels *table_of(int level) {
  switch (level) {
    case ck_scalar: return &ck_scalar_kernels;
#if CK_VECTOR && defined(__aarch64__)
    case ck_neon: return &ck_sixteen_kernels;
#elif CK_VECTOR && defined(__x86_64__)
    case ck_sse2: return __builtin_cpu_supports("ssse3") ? &ck_ssse3_kernels : &ck_sixteen_kernels;
    case ck_avx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                     __builtin_cpu_supports("bmi2")
                 ? &ck_avx2_kernels
                 : NULL;
    case ck_avx512:
      return table_of(ck_avx2) && __builtin_cpu_supports("avx512bw") &&
                     __builtin_cpu_supports("avx512vl")
                 ? &ck_avx512_kernels
                 : NULL;
#endif
    default: return NULL;
  }
}

const kernels *ck_kernels(void) {
  const kernels *table = atomic_load_explicit(&in_use, memory_order_relaxed);
  if (table) return table;
  for (int level = ck_avx512; !table; level--) table = table_of(level);
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
