// Makes reads and writes of files shorter than requested. scripts/faults loads this library into
// the program with LD_PRELOAD. About two of three calls transfer only a part of their bytes;
// SHORT_SEED chooses these calls.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_ulong calls;

static size_t part(int file, size_t count) {
  struct stat facts;
  if (count < 2 || fstat(file, &facts) != 0 || S_ISDIR(facts.st_mode)) return count;
  const char *seed = getenv("SHORT_SEED");
  unsigned long number = atomic_fetch_add(&calls, 1) + (seed ? strtoul(seed, 0, 10) * 1000003 : 0);
  number = (number ^ number >> 31) * 0x9E3779B97F4A7C15;
  number ^= number >> 29;
  if (number % 3 == 0) return count;
  return 1 + (number >> 8) % (count - 1);
}

#define REPLACEMENT(type, name, parameters, arguments)        \
  type name parameters {                                      \
    static type(*original) parameters;                        \
    if (!original) original = dlsym(RTLD_NEXT, #name);        \
    count = part(file, count);                                \
    return original arguments;                                \
  }

REPLACEMENT(ssize_t, read, (int file, void *bytes, size_t count), (file, bytes, count))
REPLACEMENT(ssize_t, write, (int file, const void *bytes, size_t count), (file, bytes, count))
REPLACEMENT(ssize_t, pread, (int file, void *bytes, size_t count, off_t at), (file, bytes, count, at))
REPLACEMENT(ssize_t, pread64, (int file, void *bytes, size_t count, off64_t at), (file, bytes, count, at))
REPLACEMENT(ssize_t, pwrite, (int file, const void *bytes, size_t count, off_t at), (file, bytes, count, at))
REPLACEMENT(ssize_t, pwrite64, (int file, const void *bytes, size_t count, off64_t at), (file, bytes, count, at))
