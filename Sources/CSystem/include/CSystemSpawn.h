// Child processes with pipes to their standard input and from their standard output.
#ifndef CSYSTEM_SPAWN_H
#define CSYSTEM_SPAWN_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  int32_t process;
  // The parent's ends of the pipes, in non-blocking mode (`O_NONBLOCK`). `to` leads to the child's
  // standard input, and `from` comes from its standard output. `errors` comes from its standard
  // error; it is -1 if standard error is discarded.
  int to, from, errors;
} csys_child;

// Starts a program with an argument list that ends with NULL. If `has_errors` is 0, the program's
// standard error is discarded. The child gets its own process group, so that keys pressed at the
// terminal do not send signals to the child. Returns 0 or errno.
int csys_spawn(const char *path, char *const *arguments, int has_errors, csys_child *child);

// Waits until a pipe can be read or written, or until its other end is closed, and returns 1.
// Returns 0 after `milliseconds`, or if a signal arrives.
int csys_wait(int pipe, int is_writing, int milliseconds);

// Reads up to `count` bytes without waiting; returns the number of bytes read, 0 if no bytes are available yet, or -1
// at the end of the pipe.
int64_t csys_pipe_read(int pipe, void *bytes, size_t count);
// Writes up to `count` bytes without waiting; returns the number of bytes written, 0 if the pipe is
// full, or -1 if its read end is closed. Does not raise SIGPIPE.
int64_t csys_pipe_write(int pipe, const void *bytes, size_t count);
void csys_pipe_close(int pipe);

// Whether the path names an executable regular file.
int csys_is_program(const char *path);

// Kills a child immediately.
void csys_kill(int32_t process);
// Asks a child to end, by sending SIGINT.
void csys_interrupt(int32_t process);
// Sends a signal to a process, and to those of its descendants that are in the same process group. A descendant that
// starts during the call can be missed. Not safe in a signal handler.
void csys_signal_family(int32_t process, int signal);
// Waits up to `milliseconds` for a child to end; if `milliseconds` is negative, waits without a
// limit. Returns the child's exit code, 256 plus the number of the signal that ended the child, -1
// if neither is known, or `csys_running` if the child has not ended.
int csys_reap(int32_t process, int milliseconds);
#define csys_running (-2)

#endif
