// Chooses the instruction set of the kernels. The first call chooses the set that the environment
// variable SEARCHBENCH_KERNELS names. If that set is not supported, or if the variable is not set,
// the call chooses the widest set that the processor and the system support. If two threads choose
// at the same time, they choose the same set.

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cpu.h"
#include "kernels.h"

static _Atomic(const kernels *) in_use;

// The kernel table of each level; NULL for a level of another architecture.
static const kernels *const tables[ck_level_count] = {
    [ck_scalar] = &ck_scalar_kernels,
#if CK_VECTOR && defined(__aarch64__)
    [ck_neon] = &ck_neon_kernels,
#elif CK_VECTOR && defined(__x86_64__)
    [ck_sse2] = &ck_sse2_kernels,
    [ck_ssse3] = &ck_ssse3_kernels,
    [ck_avx2] = &ck_avx2_kernels,
    [ck_avx512] = &ck_avx512_kernels,
    [ck_avx512vbmi] = &ck_avx512vbmi_kernels,
#endif
};

bool ck_supports(int level) {
  if (level < 0 || level >= ck_level_count || !tables[level]) return false;
#if CK_VECTOR && defined(__x86_64__)
  switch (level) {
    case ck_ssse3: return CK_CPU_HAS("ssse3", SSSE3);
    case ck_avx2:
      return CK_CPU_HAS("avx2", AVX2) && CK_CPU_HAS("bmi", BMI1) && CK_CPU_HAS("bmi2", BMI2);
    case ck_avx512:
      return ck_supports(ck_avx2) && CK_CPU_HAS("avx512bw", AVX512BW) &&
             CK_CPU_HAS("avx512vl", AVX512VL);
    case ck_avx512vbmi:
      return ck_supports(ck_avx512) && CK_CPU_HAS("avx512vbmi", AVX512_VBMI);
  }
#endif
  return true;
}

bool ck_has_sha(void) {
#if CK_VECTOR && defined(__x86_64__)
  return CK_CPU_HAS("sha", SHA) && CK_CPU_HAS("sse4.1", SSE4_1);
#else
  return false;
#endif
}

// The level with this name, or ck_level_count if there is none.
static int level_named(const char *name) {
  static const char *const names[ck_level_count] = {
      [ck_scalar] = "scalar", [ck_sse2] = "sse2",     [ck_ssse3] = "ssse3",
      [ck_neon] = "neon",     [ck_avx2] = "avx2",     [ck_avx512] = "avx512",
      [ck_avx512vbmi] = "avx512vbmi"};
  int level = 0;
  while (level < ck_level_count && strcmp(name, names[level])) level++;
  return level;
}

int ck_level_named(const char *name) {
  const int named = name ? level_named(name) : ck_level_count;
  if (ck_supports(named)) return named;
  int widest = ck_level_count - 1;
  while (!ck_supports(widest)) widest--;
  return widest;
}

const kernels *ck_kernels(void) {
  const kernels *table = atomic_load_explicit(&in_use, memory_order_relaxed);
  if (table) return table;
  table = tables[ck_level_named(getenv("SEARCHBENCH_KERNELS"))];
  atomic_store_explicit(&in_use, table, memory_order_relaxed);
  return table;
}

int ck_level(void) { return ck_kernels()->level; }

int ck_use_level(int level) {
  if (!ck_supports(level)) return 0;
  atomic_store_explicit(&in_use, tables[level], memory_order_relaxed);
  return 1;
}
