// Runs programs under test in a pseudo-terminal or with pipes, and opens sockets for a scripted
// server. Only two kinds of code are in C: code that runs after a fork, and system calls that have
// different Swift names on different systems.
#ifndef CTESTSUPPORT_H
#define CTESTSUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

#ifdef __cplusplus
extern "C" {
#endif

/// A program to start. `arguments` and `environment` are null-terminated; a null `folder` means the
/// current folder.
typedef struct {
  const char *_Nullable path;
  char *_Nullable const *_Nonnull arguments;
  char *_Nullable const *_Nonnull environment;
  const char *_Nullable folder;
} cts_program;

// MARK: Pseudo-terminals (pty.c)

/// Starts a program in a new pseudo-terminal. Stores the ID of the new process; returns the
/// descriptor of the terminal's controlling side, or -1.
int cts_pty_start(cts_program program, int columns, int rows, int *process);

typedef enum : int {
  cts_ready_none = 0,
  cts_ready_read = 1,
  cts_ready_write = 2,
} cts_ready;

/// Waits until `terminal` can be read or, if `for_writing`, can be written.
cts_ready cts_pty_wait(int terminal, bool for_writing, int milliseconds);

/// Reads bytes into `buffer`. Returns the number of bytes read, 0 at the end of the output, or -1
/// if no bytes are available now.
long cts_pty_read(int terminal, uint8_t *buffer, size_t size);

/// Writes bytes. Returns the number of bytes written, or -1 if no bytes can be written now.
long cts_pty_write(int terminal, const uint8_t *bytes, size_t count);

void cts_pty_resize(int terminal, int columns, int rows);
void cts_pty_close(int terminal);

/// Whether the terminal is in its normal mode, with line input and echo.
bool cts_pty_is_cooked(int terminal);

void cts_kill(int process, int signal);

/// Sends SIGINT to this process.
void cts_interrupt_self(void);

/// Whether `process` has ended. If the process has ended, stores its exit status, or 256 + the
/// signal that ended it.
bool cts_has_ended(int process, int *status);

/// Waits up to two seconds for `process` to end, then kills it.
void cts_reap(int process);

// MARK: Pipes (run.c)

typedef struct {
  uint8_t *_Nullable bytes;
  size_t count;
} cts_bytes;

/// Runs a program with `input` as its standard input and collects its output. If `output_path` is
/// given, standard output goes to the file with that path instead of `output`. Returns 0 on
/// success, ETIMEDOUT if the program ran too long and was killed, or another errno value.
int cts_run(
  cts_program program, const uint8_t *_Nullable input, size_t input_count,
  const char *_Nullable output_path, int milliseconds, cts_bytes *output, cts_bytes *error,
  int *status);

void cts_free(cts_bytes bytes);

/// Stores the path of the test bundle, which is the file that contains this code. Returns the
/// length of the path, or 0 if the path is unknown.
size_t cts_image_path(char *buffer, size_t size);

/// Whether this code was compiled with AddressSanitizer.
bool cts_is_sanitized(void);

/// The environment as a null-terminated list.
char *_Nullable const *_Nonnull cts_environment(void);

// MARK: Sockets (sockets.c)

/// Listens on a free port of the loopback interface and stores that port. Returns the listening
/// socket, or -1 on failure.
int cts_listen(uint16_t *port);

/// Connects to a port of the loopback interface. Returns -1 if no program listens on the port.
int cts_connect(uint16_t port);

/// Waits for a connection. Returns -1 once the descriptor `stop` is readable.
int cts_accept(int listener, int stop);

/// Waits for bytes and reads them. Returns the number of bytes read, 0 at the end of the input, or
/// -1 once `stop` is readable.
long cts_receive(int connection, int stop, uint8_t *buffer, size_t size);

/// Waits until bytes can be sent, and sends some. Returns the number of bytes sent, 0 if the peer
/// has closed the connection, or -1 once `stop` is readable.
long cts_send(int connection, int stop, const uint8_t *bytes, size_t count);

/// Makes a later close reset the connection, so that the peer's next read fails instead of
/// reporting the end of the data.
void cts_reset_on_close(int connection);

void cts_close_socket(int descriptor);

// MARK: Fuzzing

/// The entry point of libFuzzer; only searchbench-fuzz links libFuzzer (see scripts/fuzz). This
/// function calls `target` with inputs until a limit in the arguments is reached.
int LLVMFuzzerRunDriver(
  int *argc, char *_Nullable *_Nonnull *_Nonnull argv,
  int (*target)(const uint8_t *_Nullable bytes, size_t count));

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end

#endif
