// Calls of the system that Swift cannot make itself: counters of the processor, facts of the machine, child processes.
// Errors are returned as `errno` values, negative where the result is a number.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stddef.h>
#include <stdint.h>

#include "CSystemMapping.h"
#include "CSystemMemory.h"
#include "CSystemSpawn.h"

enum csys_event { csys_instructions = 0, csys_cycles = 1 };

// Opens a stopped counter of what the calling thread does outside the kernel; a descriptor, or -errno.
int csys_counter_open(enum csys_event event);
// Lets it count, or stops it; 0 or errno.
int csys_counter_switch(int counter, int is_on);

// The events seen so far; the nanoseconds that the counter was on, and those that it had the hardware.
typedef struct {
  uint64_t events, enabled, running;
} csys_reading;

// 0 or errno.
int csys_counter_read(int counter, csys_reading *reading);
void csys_counter_close(int counter);

// Forgets the highest resident memory of this process, so that it counts from now on; 0 or errno.
int csys_peak_memory_reset(void);

// Reads a file from its start, at most `capacity` bytes; how many, or -errno.
int64_t csys_read(const char *path, void *bytes, size_t capacity);

// These write text that ends in 0, as much of it as fits; 0 or errno.
int csys_kernel(char *text, size_t capacity);
int csys_executable(char *text, size_t capacity);
// The model of the processor and the name of the system where no file tells them; ENOSYS elsewhere.
int csys_processor(char *text, size_t capacity);
int csys_system(char *text, size_t capacity);

// The processors that this process may run on, at least 1.
int csys_usable_processors(void);
// Bytes of memory, 0 if unknown.
uint64_t csys_memory(void);
// The load of the last minute, negative if unknown.
double csys_load(void);
// A clock that only runs forward, in nanoseconds from an unknown start; and its resolution.
uint64_t csys_monotonic(void);
uint64_t csys_monotonic_resolution(void);
// Seconds since 1970 in UTC.
int64_t csys_seconds(void);
// The system's text for an error; copy it at once.
const char *csys_error_text(int error);

// The variables of the environment, `NAME=value` each; a null pointer comes last.
char **csys_environment(void);

#endif
