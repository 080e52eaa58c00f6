// A line editor (with libedit), signals and child processes. This target is in C, because Swift
// cannot call variadic functions and macros, and because Swift code is not safe in a signal
// handler.
//
// This header does not include <stdio.h>, because Swift 6 rejects `stdout` and `stderr`.
#ifndef CEDIT_H
#define CEDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#pragma clang assume_nonnull begin

#ifdef __cplusplus
extern "C" {
#endif

// MARK: The library (editor.c)

/// The version of libedit that the program was built with: major * 1000 + minor.
int ce_library_version(void);

// MARK: Signals (signals.c)

/// Installs the handlers (interrupt, termination, hang-up, resize, continue) and ignores SIGPIPE.
/// Calling this function again has no effect. A signal that the parent ignored (nohup, a background
/// job) stays ignored.
void ce_signals_install(void);

/// The number of interrupts since the last call of `ce_signals_clear_interrupts`. Any thread may
/// call this function.
int ce_signals_interrupts(void);
void ce_signals_clear_interrupts(void);

/// The termination signal that has arrived, SIGTERM or SIGHUP; 0 if neither has arrived. The result is never cleared.
int ce_signals_termination(void);

/// Sets whether an interrupt ends the process, as a termination signal does. If a signal asks the
/// process to end, but the process does not exit within 140 ms, it is forced to exit. If interrupts
/// do not end the process, which is the default, an interrupt is only counted.
void ce_signals_end_on_interrupt(bool ends);

/// Postpones the forced exit until `milliseconds` from now, so that important work can finish. Has
/// no effect if no signal has arrived.
void ce_signals_extend(int milliseconds);

/// The received signal that ends the process: the result of `ce_signals_termination`, or SIGINT if
/// interrupts end the process. The result is 0 if no such signal was received.
int ce_signals_ending(void);

/// Gives `signal` its default action, unblocks it and sends it to this process.
void ce_signals_raise(int signal);

/// Ignores SIGINT and SIGQUIT if `on` is true, and handles them again if `on` is false; calls can be nested. If
/// interrupts end the process, only interrupts from the terminal's keys are ignored.
void ce_signals_shield(bool on);

/// Handles SIGINT again after `process` has ended, even if `ce_signals_shield(true)` is in effect.
/// `process` must be a child that reads this process's output.
void ce_signals_shield_from_reader(int process);

typedef enum : int {
  ce_wait_ready,
  ce_wait_signal,
  ce_wait_timeout,
  ce_wait_failed,
  ce_wait_other,
} ce_wait_result;

/// Waits until `descriptor` is readable or at its end, until a signal arrives, or until
/// `milliseconds` have passed; -1 means no timeout.
ce_wait_result ce_wait_readable(int descriptor, int milliseconds);

/// Waits until `descriptor` is writable or closed, or until a signal arrives.
void ce_wait_writable(int descriptor);

// MARK: The line editor (editor.c)

typedef struct ce_editor ce_editor;

typedef enum : int {
  ce_event_line,
  ce_event_interrupted,
  ce_event_end,
  ce_event_terminated,
  ce_event_hangup,
} ce_event;

/// Called for the Tab key with the line in UTF-8, and with the cursor as a byte offset. The
/// callback can change the line with `ce_editor_replace`, and show candidates with
/// `ce_editor_show`. Both functions may be called only while the callback runs.
typedef void (*ce_completer)(void *context, const char *line, size_t length, size_t cursor);

/// Creates an editor that reads standard input. The editor draws on standard output if it is a
/// terminal, otherwise on the controlling terminal. Returns null if standard input is not a
/// terminal, or if there is no terminal to draw on. Sets the locale category LC_CTYPE to a UTF-8
/// locale.
ce_editor *_Nullable ce_editor_create(const char *program);
void ce_editor_destroy(ce_editor *editor);

/// Called with a complete line when Enter is pressed, before anything is drawn.
typedef void (*ce_acceptor)(void *context, const char *line, size_t length);
void ce_editor_set_acceptor(ce_editor *editor, ce_acceptor acceptor, void *_Nullable context);

/// Finds boundaries of grapheme clusters in `line` (UTF-8). If `is_forward` is true, returns the
/// first boundary after the byte `offset`, which is less than `length`. Otherwise, returns the last
/// boundary before `offset`, which is greater than 0.
typedef size_t (*ce_cluster_finder)(
  const char *line, size_t length, size_t offset, bool is_forward);

/// Sets the function that finds the characters that keys move over and delete. Without this
/// function, each Unicode scalar is a character.
void ce_editor_set_cluster_finder(ce_editor *editor, ce_cluster_finder finder);

void ce_editor_set_completer(ce_editor *editor, ce_completer completer, void *_Nullable context);

/// Reads one line. `line` is UTF-8 without a newline, and is valid until the next call. The
/// terminal is in its normal mode before and after the call.
ce_event ce_editor_read(
  ce_editor *editor, const char *prompt, size_t prompt_length, const char *_Nullable *_Nonnull line,
  size_t *length);

/// Replaces the bytes `start..<end` of the line with `text`, and puts the cursor after `text`.
void ce_editor_replace(
  ce_editor *editor, size_t start, size_t end, const char *text, size_t length);

/// Writes `text` (complete lines) below the line being edited, then draws the line again below the text.
void ce_editor_show(ce_editor *editor, const char *text, size_t length);

/// Stores the columns and rows of the editor's terminal.
void ce_editor_size(ce_editor *editor, int *columns, int *rows);

/// Adds an entry as the newest entry, and removes an equal older entry. `is_new` is true if the
/// caller knows that there is no equal entry, which avoids a search.
void ce_editor_history_add(ce_editor *editor, const char *text, size_t length, bool is_new);
void ce_editor_history_clear(ce_editor *editor);

// MARK: Terminals (signals.c)

/// Restores the terminal if a line is being read; safe in a signal handler.
void ce_terminal_restore(void);

/// Stores the columns and rows of the terminal `descriptor`; returns false if the descriptor is not
/// a terminal or does not report its size.
bool ce_terminal_size(int descriptor, int *columns, int *rows);

// MARK: Full-screen terminals (raw.c)

typedef struct ce_raw ce_raw;

typedef enum : int {
  ce_raw_byte,
  ce_raw_resized,
  ce_raw_resumed,
  ce_raw_woken,
  ce_raw_interrupted,
  ce_raw_timeout,
  ce_raw_hangup,
  ce_raw_terminate,
  /// The wait ended, but there is no event to report.
  ce_raw_nothing,
} ce_raw_event;

/// Opens the controlling terminal; if there is none, the terminal that both standard input and
/// output use. Returns null if there is no terminal.
ce_raw *_Nullable ce_raw_open(void);
/// Restores the terminal if necessary, and closes it.
void ce_raw_close(ce_raw *terminal);

/// Sets whether the terminal reports mouse buttons, and how many rows below the cursor the program
/// uses. If `height` is 0, the alternate screen is used. Call this function before `ce_raw_enter`.
void ce_raw_configure(ce_raw *terminal, bool has_mouse, int height);

/// The descriptor to draw on.
int ce_raw_output(const ce_raw *terminal);

/// Switches to raw mode and to the alternate screen, and disables line wrapping. In raw mode, each
/// typed byte is delivered immediately, and no key sends a signal. Returns 0 or an errno value. A
/// second call does nothing.
int ce_raw_enter(ce_raw *terminal);
/// Restores the terminal. A second call does nothing.
void ce_raw_leave(ce_raw *terminal);

/// Restores the terminal, stops the job, and enters raw mode again when the job continues. Returns 0 or an errno value.
int ce_raw_suspend(ce_raw *terminal);

/// Waits until a byte is typed, until a signal arrives, until `other` is readable (if it is not
/// negative), or until `milliseconds` have passed; -1 means no timeout.
ce_raw_event ce_raw_next(ce_raw *terminal, int other, int milliseconds, unsigned char *byte);

/// Reads a byte that has already been typed, without waiting. Returns 1 if a byte was available, 0
/// if no byte was available, or -1 if the terminal no longer exists.
int ce_raw_take(ce_raw *terminal, unsigned char *byte);

/// Waits for a key on the terminal `descriptor` and returns the first byte of the key; returns -1 after a signal or at
/// the end of input. Typed bytes are not echoed, and Ctrl-C is an ordinary key; afterwards, the terminal's modes are
/// restored.
int ce_read_key(int descriptor);

// MARK: Child processes (process.c)

/// Starts `arguments[0]` (looked up in PATH) in this process's group, with default signal actions
/// and an empty signal mask. `standard_input` is a descriptor for the child's standard input. If
/// `standard_input` is -1, the child reads from a new pipe, whose write end is stored in `feed`.
/// `arguments` and `environment` end in null. Returns 0 or an errno value.
int ce_spawn(
  char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
  int standard_input, pid_t *process, int *feed);

/// Waits until `process` ends. Returns the exit status of `process`, 256 plus the number of the signal that killed it,
/// or -1 if waiting is not possible.
int ce_wait(pid_t process);

// MARK: Files (files.c)

/// Opens the regular file `path` for reading and appending, and locks it against other processes (waiting at most two
/// seconds). If the file is missing, creates it with mode 0600. Returns a descriptor, or a negative errno value
/// (EINVAL: not a regular file).
int ce_open_locked(const char *path);

/// Appends `count` bytes to a file; if writing fails, removes the bytes that were already appended.
/// Returns 0 or an errno value.
int ce_append(int descriptor, const void *bytes, size_t count);

/// Writes `count` bytes to a new file next to `path`, syncs the file if `is_durable` is set, and renames it to `path`.
/// The new file has mode 0600, and its temporary name starts with a dot. Returns 0 or an errno value.
int ce_replace_file(const char *path, const void *bytes, size_t count, bool is_durable);

/// Writes all bytes; only a termination signal interrupts the write. Returns 0 or an errno value.
int ce_write(int descriptor, const void *_Nullable bytes, size_t count);

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end

#endif
