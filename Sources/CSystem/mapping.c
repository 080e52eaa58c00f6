// Memory-mapped files. If a file was truncated, reading a missing page raises SIGBUS. The signal
// handler maps a page of zeros at its address, so that the reader continues, and detects the
// failure afterwards. The handler passes other bus errors to the previous handler.
#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "CSystem.h"

#if defined(__linux__)
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

// The mappings of this process; an entry is free while its start is 0.
enum { max_mappings = 64 };
static struct {
  _Atomic uintptr_t start, end;
  atomic_int lost_pages;
} mappings[max_mappings];

static size_t page;
static struct sigaction before;

static void map_zero_page(int number, siginfo_t *info, void *context) {
  (void)number, (void)context;
  const int error = errno;
  // A signal that a process sent has no fault address.
  const int is_fault = info->si_code > 0;
  const uintptr_t at = (uintptr_t)info->si_addr;
  for (int i = 0; is_fault && i < max_mappings; i++) {
    const uintptr_t start = atomic_load(&mappings[i].start);
    if (start == 0 || at < start || at >= atomic_load(&mappings[i].end)) continue;
    // Another mapping may have reused the entry in the meantime.
    if (atomic_load(&mappings[i].start) != start) continue;
    void *place = (void *)(at & ~(uintptr_t)(page - 1));
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
    atomic_store(&mappings[i].lost_pages, 1);
    if (mmap(place, page, PROT_READ, flags, -1, 0) == MAP_FAILED) break;
    errno = error;
    return;
  }
  // After a fault, the read is repeated when this handler returns, which raises the signal again
  // for the previous handler. A signal that a process sent does not occur again, so raise it here.
  sigaction(SIGBUS, &before, NULL);
  if (!is_fault) raise(SIGBUS);
  errno = error;
}

static int install(void) {
  static atomic_int state;  // 0 not installed, 1 being installed, 2 installed
  int expected = 0;
  if (atomic_compare_exchange_strong(&state, &expected, 1)) {
    struct sigaction action = {0};
    page = (size_t)sysconf(_SC_PAGESIZE);
    action.sa_sigaction = map_zero_page;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    const int fine = sigaction(SIGBUS, &action, &before) == 0;
    atomic_store(&state, fine ? 2 : 0);
    return fine;
  }
  while (atomic_load(&state) == 1) {}
  return atomic_load(&state) == 2;
}

const void *csys_map_file(int descriptor, size_t bytes) {
  if (bytes == 0 || !install()) return NULL;
  for (int i = 0; i < max_mappings; i++) {
    uintptr_t expected = 0;
    // While an entry is being filled, its start is UINTPTR_MAX and its end is 0, so the entry contains no address.
    if (!atomic_compare_exchange_strong(&mappings[i].start, &expected, UINTPTR_MAX)) continue;
    void *start = mmap(NULL, bytes, PROT_READ, MAP_SHARED, descriptor, 0);
    if (start == MAP_FAILED) {
      atomic_store(&mappings[i].start, 0);
      return NULL;
    }
    atomic_store(&mappings[i].lost_pages, 0);
    atomic_store(&mappings[i].end, (uintptr_t)start + bytes);
    atomic_store(&mappings[i].start, (uintptr_t)start);
    return start;
  }
  return NULL;
}

int csys_was_zero_filled(const void *mapping) {
  for (int i = 0; i < max_mappings; i++) {
    if (atomic_load(&mappings[i].start) == (uintptr_t)mapping) {
      return atomic_load(&mappings[i].lost_pages);
    }
  }
  return 0;
}

void csys_unmap_file(const void *mapping, size_t bytes) {
  for (int i = 0; i < max_mappings; i++) {
    // Replace the start of this entry before unmapping the memory. After unmapping, another thread
    // may get a mapping at the same address. When that thread unmaps its mapping, it could
    // otherwise find and free this entry instead of its own.
    uintptr_t expected = (uintptr_t)mapping;
    if (!atomic_compare_exchange_strong(&mappings[i].start, &expected, UINTPTR_MAX)) continue;
    atomic_store(&mappings[i].end, 0);
    munmap((void *)mapping, bytes);
    atomic_store(&mappings[i].start, 0);
    return;
  }
}

// Returns the total size in bytes of the pages that contain a range of bytes; sets `first` to the
// start of the first page.
static size_t whole_pages(const void *bytes, size_t count, void **first) {
  const uintptr_t start = (uintptr_t)bytes & ~(uintptr_t)(page - 1);
  *first = (void *)start;
  return (((uintptr_t)bytes + count + page - 1) & ~(uintptr_t)(page - 1)) - start;
}

void csys_release_pages(const void *bytes, size_t count) {
  void *first;
  const size_t length = whole_pages(bytes, count, &first);
  madvise(first, length, MADV_DONTNEED);
}

static long faults_of_this_thread(void) {
  struct rusage usage;
  return getrusage(RUSAGE_THREAD, &usage) == 0 ? usage.ru_minflt + 2 * usage.ru_majflt : 0;
}

int csys_is_large_folio(const void *bytes) {
  enum { distance = 1 << 18 };
  const long before = faults_of_this_thread();
  (void)((const volatile char *)bytes)[0];
  (void)((const volatile char *)bytes)[distance];
  return faults_of_this_thread() - before <= 1;
}

#else

const void *csys_map_file(int descriptor, size_t bytes) {
  (void)descriptor, (void)bytes;
  return NULL;
}

int csys_was_zero_filled(const void *mapping) {
  (void)mapping;
  return 0;
}

void csys_unmap_file(const void *mapping, size_t bytes) { (void)mapping, (void)bytes; }

void csys_release_pages(const void *bytes, size_t count) { (void)bytes, (void)count; }

int csys_is_large_folio(const void *bytes) {
  (void)bytes;
  return 0;
}

#endif
