// Large allocations. At the first access to a page, the system handles a page fault and clears the
// page. With pages of 4 KB, page faults take most of the time of loading a file. A huge page of 2
// MB causes only one page fault. Therefore, blocks begin at multiples of 2 MB and request huge
// pages.
#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "CSystem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void csys_end_without_memory(void) {
#if defined(__GLIBC__)
  const char *name = program_invocation_short_name;
#else
  const char *name = getprogname();
#endif
  // Memory has run out, so this function must not allocate.
  const char *const parts[] = {
      name, ": out of memory: end other programs, or search fewer files at once\n"};
  for (int i = 0; i < 2; i++) {
    ssize_t written = write(STDERR_FILENO, parts[i], strlen(parts[i]));
    (void)written;
  }
#if defined(__APPLE__)
  _exit(2);
#else
  quick_exit(2);
#endif
}

#if defined(__linux__)
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>

// The size of a huge page, and the unit to which lengths are rounded up. Both are multiples of all
// sizes of normal pages.
static const size_t huge = (size_t)2 << 20, unit = (size_t)64 << 10;

static size_t whole_units(size_t bytes) { return (bytes + unit - 1) & ~(unit - 1); }

void *csys_map(size_t bytes) {
  if (bytes > SIZE_MAX / 4) return NULL;
  const size_t length = whole_units(bytes);
  char *start = mmap(
      NULL, length + huge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED) return NULL;
  const size_t skipped = -(uintptr_t)start & (huge - 1);
  if (skipped) munmap(start, skipped);
  if (huge - skipped) munmap(start + skipped + length, huge - skipped);
  madvise(start + skipped, length, MADV_HUGEPAGE);
  return start + skipped;
}

void *csys_map_resize(void *block, size_t before, size_t after) {
  if (after > SIZE_MAX / 4) return NULL;
  const size_t old = whole_units(before), wanted = whole_units(after);
  if (wanted <= old) {
    if (wanted < old) munmap((char *)block + wanted, old - wanted);
    return block;
  }
  if (mremap(block, old, wanted, 0) != MAP_FAILED) return block;
  // If the block cannot grow in place, move it to a multiple of the huge page size, so that its
  // huge pages are not split.
  void *place = csys_map(wanted);
  if (!place) return NULL;
  if (mremap(block, old, wanted, MREMAP_MAYMOVE | MREMAP_FIXED, place) != MAP_FAILED) return place;
  munmap(place, wanted);
  return NULL;
}

void csys_make_resident(void *start, size_t bytes, size_t capacity) {
  const int populate_write = 23;  // available since Linux 5.14; older kernels return an error
  const uintptr_t from = (uintptr_t)start;
  uintptr_t page = (from + huge - 1) & ~(uintptr_t)(huge - 1);
  for (; page < from + bytes && page + huge <= from + capacity; page += huge)
    madvise((void *)(page + huge - unit), unit, populate_write);
}

void csys_unmap(void *block, size_t bytes) { munmap(block, whole_units(bytes)); }

void csys_keep_freed_blocks(void) {
#if defined(__GLIBC__)
  const int kept = 32 << 20;  // the largest threshold that malloc accepts
  mallopt(M_MMAP_THRESHOLD, kept);
  mallopt(M_TRIM_THRESHOLD, kept);
#endif
}

void csys_return_freed_blocks(void) {
#if defined(__GLIBC__)
  mallopt(M_MMAP_THRESHOLD, 512 << 10);
  mallopt(M_ARENA_MAX, 1);
#endif
}

#else

void *csys_map(size_t bytes) {
  (void)bytes;
  return NULL;
}

void *csys_map_resize(void *block, size_t before, size_t after) {
  (void)block, (void)before, (void)after;
  return NULL;
}

void csys_make_resident(void *start, size_t bytes, size_t capacity) {
  (void)start, (void)bytes, (void)capacity;
}

void csys_unmap(void *block, size_t bytes) { (void)block, (void)bytes; }

void csys_keep_freed_blocks(void) {}

void csys_return_freed_blocks(void) {}

#endif
