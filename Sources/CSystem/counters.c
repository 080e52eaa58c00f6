// Hardware counters with perf_event_open(2), for which the C library has no function.
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

int csys_counter_open(enum csys_event event) {
  struct perf_event_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.size = sizeof attributes;
  attributes.config =
    event == csys_cycles ? PERF_COUNT_HW_CPU_CYCLES : PERF_COUNT_HW_INSTRUCTIONS;
  attributes.disabled = 1;
  // Exclude the kernel, so that unprivileged users can count events, and so that interrupts do not
  // change the counts.
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  long counter = syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
  return counter < 0 ? -errno : (int)counter;
}

int csys_counter_switch(int counter, int is_on) {
  int request = is_on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE;
  return ioctl(counter, request, 0) == 0 ? 0 : errno;
}

csys_reading csys_counter_read(int counter) {
  // The number of events, the time enabled and the time running, as `read_format` requests.
  uint64_t values[3];
  ssize_t length = read(counter, values, sizeof values);
  if (length != sizeof values) return (csys_reading){0, 0, 0, length < 0 ? errno : EIO};
  return (csys_reading){values[0], values[1], values[2], 0};
}

void csys_counter_close(int counter) { close(counter); }

int csys_peak_memory_reset(void) {
  int file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
  if (file < 0) return errno;
  int error = write(file, "5", 1) == 1 ? 0 : errno;
  close(file);
  return error;
}
#else
int csys_counter_open(enum csys_event event) {
  (void)event;
  return -ENOSYS;
}

int csys_counter_switch(int counter, int is_on) {
  (void)counter;
  (void)is_on;
  return ENOSYS;
}

csys_reading csys_counter_read(int counter) {
  (void)counter;
  return (csys_reading){0, 0, 0, ENOSYS};
}

void csys_counter_close(int counter) { (void)counter; }

int csys_peak_memory_reset(void) { return ENOSYS; }
#endif
