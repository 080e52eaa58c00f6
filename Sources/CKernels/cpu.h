// What the processor and the system can do.
//
// glibc has asked the processor before the program starts. `__builtin_cpu_supports` asks again, in a constructor of its
// own: CPUID leaves a virtual machine, and a quarter of the user time of `searchbench --version` went there.
#ifndef CK_CPU_H
#define CK_CPU_H

#if defined(__x86_64__)
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
// `name` is the name that the compiler uses, `active` the one of glibc.
#define CK_CPU_HAS(name, active) (CPU_FEATURE_ACTIVE(active) != 0)
#else
#define CK_CPU_HAS(name, active) (__builtin_cpu_supports(name) != 0)
#endif
#endif

#endif
