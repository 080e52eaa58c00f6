// System calls that Swift cannot make itself: hardware counters, facts about the machine, child
// processes. Errors are returned as `errno` values; they are negative if the result is a number.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stddef.h>
#include <stdint.h>

#include "CSystemMapping.h"
#include "CSystemMemory.h"
#include "CSystemSpawn.h"

enum csys_event { csys_instructions = 0, csys_cycles = 1 };

// Opens a stopped counter of the calling thread's work outside the kernel; returns a descriptor, or -errno.
int csys_counter_open(enum csys_event event);
// Starts or stops a counter; returns 0 or errno.
int csys_counter_switch(int counter, int is_on);

// The number of events, how long the counter was enabled, and how long it ran on the hardware, both in nanoseconds.
// `error` is 0 or errno.
typedef struct {
  uint64_t events, enabled, running;
  int error;
} csys_reading;

csys_reading csys_counter_read(int counter);
void csys_counter_close(int counter);

// Resets the peak resident memory of this process; returns 0 or errno.
int csys_peak_memory_reset(void);

// The arguments of the process and their number, starting with the program; null if the C library does not pass them on.
char *const *csys_arguments(int *count);

// Notes a temporary file that a signal which ends the process removes; returns its number, or -1 if there is no place.
int csys_temporary_note(const char *path);
void csys_temporary_forget(int number);
// Removes the files that are noted; a signal handler may call it.
void csys_temporaries_remove(void);

// Reads at most `capacity` bytes from the start of a file; returns their number, or -errno.
int64_t csys_read(const char *path, void *bytes, size_t capacity);

// These write a zero-terminated text and return 0 or errno.
int csys_kernel(char *text, size_t capacity);
int csys_executable(char *text, size_t capacity);
// The model of the processor and the name of the system, on macOS, where no file has them; ENOSYS elsewhere.
int csys_processor(char *text, size_t capacity);
int csys_system(char *text, size_t capacity);

// The number of processors that this process may run on, at least 1.
int csys_usable_processors(void);
// The size of physical memory in bytes; 0 if unknown.
uint64_t csys_memory(void);
// The load average of the last minute; negative if unknown.
double csys_load(void);
// A monotonic clock, in nanoseconds since an arbitrary start, and its resolution.
uint64_t csys_monotonic(void);
uint64_t csys_monotonic_resolution(void);
// Seconds since 1970-01-01 00:00:00 UTC.
int64_t csys_seconds(void);

// Nanoseconds since 1970 in UTC.
int64_t csys_nanoseconds(void);
// The system's message for an error; the next call may overwrite it.
const char *csys_error_text(int error);

// The variables of the environment, `NAME=value` each; a null pointer comes last.
char **csys_environment(void);

#endif
