// A child process that is talked to over its standard input and output.
#ifndef CSYSTEM_SPAWN_H
#define CSYSTEM_SPAWN_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  int32_t process;
  // Our ends of the pipes, which never block: what we write it reads, and the other way round.
  int to, from;
} csys_child;

// Starts a program with an argument list that ends in null; its standard error goes nowhere. It is
// in a process group of its own, so that keys of the terminal do not reach it; 0 or errno.
int csys_spawn(const char *path, char *const *arguments, csys_child *child);

// Waits until a pipe can be read, or written to, or has lost its other end: 1; after so many milliseconds, or at a
// signal: 0.
int csys_wait(int pipe, int is_writing, int milliseconds);

// At most `count` bytes, without waiting: how many, 0 if none can be moved now, -1 at the end of the pipe.
int64_t csys_pipe_read(int pipe, void *bytes, size_t count);
// Like that; a pipe that nobody reads is at its end, and raises no signal.
int64_t csys_pipe_write(int pipe, const void *bytes, size_t count);
void csys_pipe_close(int pipe);

// Whether a path names a file that may be run.
int csys_is_program(const char *path);

// Ends a child at once.
void csys_kill(int32_t process);
// Waits for the end of a child, so many milliseconds at most, for ever if negative: its exit code, 256 and more for a
// signal, -1 if unknown, `csys_running` if it has not ended.
int csys_reap(int32_t process, int milliseconds);
#define csys_running (-2)

#endif
