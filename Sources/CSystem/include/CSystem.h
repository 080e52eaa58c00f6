// System calls that Swift code cannot make directly: hardware counters, information about the
// machine, child processes. If a function fails, it returns an `errno` value, or the negative
// `errno` value if its result is a number.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stddef.h>
#include <stdint.h>

#include "CSystemMapping.h"
#include "CSystemMemory.h"
#include "CSystemSpawn.h"
#include "CSystemWatch.h"

enum csys_event { csys_instructions = 0, csys_cycles = 1 };

// Opens a stopped counter of the events that the calling thread causes outside the kernel; returns
// a descriptor, or -errno.
int csys_counter_open(enum csys_event event);
// Starts or stops a counter; returns 0 or errno.
int csys_counter_switch(int counter, int is_on);

// The number of events, the time that the counter was enabled, and the time that it ran on the
// hardware; both times are in nanoseconds. `error` is 0 or errno.
typedef struct {
  uint64_t events, enabled, running;
  int error;
} csys_reading;

csys_reading csys_counter_read(int counter);
void csys_counter_close(int counter);

// Whether Valgrind runs this process.
int csys_runs_in_valgrind(void);
// `begin` sets Callgrind's counts to zero and starts counting. `end` makes Callgrind write the counts to its next
// output file, and stops counting. Neither function has an effect if Callgrind does not run this
// process.
void csys_callgrind_begin(void);
void csys_callgrind_end(void);

// Resets the peak resident memory of this process; returns 0 or errno.
int csys_peak_memory_reset(void);

// The arguments of the process, starting with the program; sets `*count` to their number. Returns
// NULL if the C library does not make the arguments available.
char *const *csys_arguments(int *count);

// Registers a temporary file for removal when a signal ends the process; returns the file's number, or -1 if there is
// no free entry.
int csys_temporary_note(const char *path);
void csys_temporary_forget(int number);
// Removes the registered files; a signal handler may call this function.
void csys_temporaries_remove(void);

// Reads at most `capacity` bytes from the start of a file; returns their number, or -errno.
int64_t csys_read(const char *path, void *bytes, size_t capacity);

// The following functions write a zero-terminated string and return 0 or errno.
int csys_kernel(char *text, size_t capacity);
int csys_executable(char *text, size_t capacity);
// The model of the processor and the name of the system, on macOS. On other systems, the functions
// return ENOSYS, because the caller can read this information from files.
int csys_processor(char *text, size_t capacity);
int csys_system(char *text, size_t capacity);

// Starts a detached thread; returns 0 or errno. Threads with consecutive numbers from 0 on start on
// different processors, if there are enough processors. A thread starts on the caller's processor
// only if no other processor is available. If the number is negative, the system chooses the
// processor.
int csys_start_thread(void *(*run)(void *), void *argument, int number);

// The number of processors that this process may run on, at least 1.
int csys_usable_processors(void);
// The size of physical memory in bytes; 0 if unknown.
uint64_t csys_memory(void);
// The load average of the last minute; negative if unknown.
double csys_load(void);
// The time of a monotonic clock in nanoseconds since an arbitrary start, and the resolution of that
// clock in nanoseconds.
uint64_t csys_monotonic(void);
uint64_t csys_monotonic_resolution(void);
// The current time in seconds since 1970-01-01 00:00:00 UTC.
int64_t csys_seconds(void);

// The current time in nanoseconds since 1970-01-01 00:00:00 UTC.
int64_t csys_nanoseconds(void);
// The system's message for an error; the next call may overwrite it.
const char *csys_error_text(int error);

// The environment variables as strings `NAME=value`; the last pointer is null.
char **csys_environment(void);

#endif
