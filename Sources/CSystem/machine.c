// Information about the machine that no portable Swift call provides.
#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

#if defined(__linux__)
#include <sched.h>
#elif defined(__APPLE__)
#include <mach-o/dyld.h>
#include <sys/sysctl.h>
#endif

// Stores the arguments that glibc passes to constructors. Swift's CommandLine reads the arguments
// from /proc, which may be missing.
#ifdef __GLIBC__
static int argument_count;
static char **arguments;

__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}

char *const *csys_arguments(int *count) {
  *count = argument_count;
  return arguments;
}
#else
char *const *csys_arguments(int *count) {
  *count = 0;
  return NULL;
}
#endif

int64_t csys_read(const char *path, void *bytes, size_t capacity) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (file < 0) return -errno;
  size_t length = 0;
  while (length < capacity) {
    ssize_t more = read(file, (char *)bytes + length, capacity - length);
    if (more < 0 && errno == EINTR) continue;
    if (more < 0) {
      int64_t error = -errno;
      close(file);
      return error;
    }
    if (more == 0) break;
    length += (size_t)more;
  }
  close(file);
  return (int64_t)length;
}

int csys_kernel(char *text, size_t capacity) {
  struct utsname names;
  if (uname(&names) != 0) return errno;
  snprintf(text, capacity, "%s %s", names.sysname, names.release);
  return 0;
}

int csys_usable_processors(void) {
#if defined(__linux__)
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0) return CPU_COUNT(&set);
#endif
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (int)online : 1;
}

double csys_load(void) {
  double load;
  return getloadavg(&load, 1) == 1 ? load : -1;
}

char **csys_environment(void) { return environ; }

static uint64_t nanoseconds(struct timespec time) {
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint64_t csys_monotonic(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return nanoseconds(time);
}

uint64_t csys_monotonic_resolution(void) {
  struct timespec time;
  clock_getres(CLOCK_MONOTONIC, &time);
  return nanoseconds(time);
}

int64_t csys_seconds(void) { return (int64_t)time(NULL); }

int64_t csys_nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return (int64_t)nanoseconds(time);
}

const char *csys_error_text(int error) { return strerror(error); }

#if defined(__APPLE__)
static int named(const char *name, char *text, size_t capacity) {
  size_t length = capacity - 1;
  if (sysctlbyname(name, text, &length, NULL, 0) != 0) return errno;
  text[length] = 0;
  return 0;
}

int csys_executable(char *text, size_t capacity) {
  uint32_t length = (uint32_t)capacity;
  return _NSGetExecutablePath(text, &length) == 0 ? 0 : ENAMETOOLONG;
}

int csys_processor(char *text, size_t capacity) {
  return named("machdep.cpu.brand_string", text, capacity);
}

int csys_system(char *text, size_t capacity) {
  char version[64];
  int error = named("kern.osproductversion", version, sizeof version);
  if (error == 0) snprintf(text, capacity, "macOS %s", version);
  return error;
}

uint64_t csys_memory(void) {
  uint64_t bytes = 0;
  size_t length = sizeof bytes;
  return sysctlbyname("hw.memsize", &bytes, &length, NULL, 0) == 0 ? bytes : 0;
}
#else
int csys_executable(char *text, size_t capacity) {
  ssize_t length = readlink("/proc/self/exe", text, capacity);
  if (length < 0) return errno;
  if ((size_t)length >= capacity) return ENAMETOOLONG;
  text[length] = 0;
  return 0;
}

int csys_processor(char *text, size_t capacity) {
  if (capacity > 0) text[0] = 0;
  return ENOSYS;
}

int csys_system(char *text, size_t capacity) {
  if (capacity > 0) text[0] = 0;
  return ENOSYS;
}

uint64_t csys_memory(void) {
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
}
#endif
