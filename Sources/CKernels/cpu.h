// The instruction sets that the processor and the system support.
//
// glibc executes CPUID before the program starts, so glibc's results are used if its header
// <sys/platform/x86.h> exists. `__builtin_cpu_supports` would execute CPUID again, in its own
// constructor. In a virtual machine, CPUID traps to the hypervisor, which took a quarter of the
// user time of `searchbench --version`.
#ifndef CK_CPU_H
#define CK_CPU_H

#if defined(__x86_64__)
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
// `name` is the compiler's name of the feature, `active` is glibc's name.
#define CK_CPU_HAS(name, active) (CPU_FEATURE_ACTIVE(active) != 0)
#else
#define CK_CPU_HAS(name, active) (__builtin_cpu_supports(name) != 0)
#endif
#endif

#endif
