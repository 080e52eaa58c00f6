// A line editor over libedit, the process's signals, and child processes: the calls that Swift
// cannot make itself, because they are variadic, are macros, or must be safe inside a signal
// handler.
//
// <stdio.h> stays out of this header: `stdout` and `stderr` are refused by Swift 6.
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

// MARK: Signals (signals.c)

/// Installs the handlers (interrupt, termination, hang-up, resize, continue) and ignores SIGPIPE.
/// Idempotent. A signal that the parent had ignored (nohup, a background job) stays ignored.
void ce_signals_install(void);

/// How many interrupts have come since the last clear. Any thread may ask.
int ce_signals_interrupts(void);
void ce_signals_clear_interrupts(void);

/// SIGTERM or SIGHUP once either has come, else 0. It stays set.
int ce_signals_termination(void);

/// Gives `signal` its default action, unblocks it and sends it to this process.
void ce_signals_raise(int signal);

/// Ignores interrupt and quit (true) or takes them again (false); calls nest.
void ce_signals_shield(bool on);

typedef enum : int {
  ce_wait_ready,
  ce_wait_signal,
  ce_wait_timeout,
  ce_wait_failed,
  ce_wait_other,
} ce_wait_result;

/// Waits until `descriptor` can be read (or is at its end) or a signal has come. Milliseconds; -1
/// waits for ever.
ce_wait_result ce_wait_readable(int descriptor, int milliseconds);

/// Waits until `descriptor` can be written (or is at its end) or a signal has come.
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

/// Asked for by the Tab key: `line` and `cursor` in UTF-8. The callee changes the line through
/// `ce_editor_replace` and shows candidates through `ce_editor_show`, both of which may only be
/// called while it runs.
typedef void (*ce_completer)(void *context, const char *line, size_t length, size_t cursor);

/// An editor on standard input, drawing on standard output if that is a terminal and else on the
/// controlling terminal; null if standard input is no terminal or nothing can be drawn. Sets
/// LC_CTYPE (to a UTF-8 locale), nothing else.
ce_editor *_Nullable ce_editor_create(const char *program);
void ce_editor_destroy(ce_editor *editor);

void ce_editor_set_completer(ce_editor *editor, ce_completer completer, void *_Nullable context);

/// Reads one line (UTF-8, without its newline; it lives until the next call). The terminal is in
/// its normal mode before and after.
ce_event ce_editor_read(
  ce_editor *editor, const char *prompt, size_t prompt_length, const char *_Nullable *_Nonnull line,
  size_t *length);

/// Replaces the bytes `start..<end` of the line by `text` and leaves the cursor behind them.
void ce_editor_replace(
  ce_editor *editor, size_t start, size_t end, const char *text, size_t length);

/// Writes `text` (whole lines) below the line being edited, which is then drawn again under them.
void ce_editor_show(ce_editor *editor, const char *text, size_t length);

/// Columns and rows of the editor's terminal.
void ce_editor_size(ce_editor *editor, int *columns, int *rows);

/// Adds an entry as the newest; an equal older one is dropped, unless the caller knows that it
/// `is_new`.
void ce_editor_history_add(ce_editor *editor, const char *text, size_t length, bool is_new);
void ce_editor_history_clear(ce_editor *editor);

// MARK: Terminals (signals.c)

/// Restores the terminal if a line is being read; safe in a signal handler.
void ce_terminal_restore(void);

/// Columns and rows of the terminal `descriptor`; false if it is none or does not know.
bool ce_terminal_size(int descriptor, int *columns, int *rows);

// MARK: A terminal drawn as a whole (raw.c)

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
  /// Nothing for the caller, but the wait has ended.
  ce_raw_nothing,
} ce_raw_event;

/// The controlling terminal; else what standard input and output are, if both are one; else null.
ce_raw *_Nullable ce_raw_open(void);
/// Leaves and closes it.
void ce_raw_close(ce_raw *terminal);

/// The descriptor to draw on.
int ce_raw_output(const ce_raw *terminal);

/// Every byte typed comes as it is and at once, no key makes a signal, and what is drawn goes to
/// the alternate screen without wrapping. Returns 0 or an errno value.
int ce_raw_enter(ce_raw *terminal);
/// The terminal is as it was found. Both may be called twice.
void ce_raw_leave(ce_raw *terminal);

/// Leaves, stops the job, and enters again when it goes on. Returns 0 or an errno value.
int ce_raw_suspend(ce_raw *terminal);

/// Waits for a byte typed, a signal, or `other` (unless negative) to become readable; -1
/// milliseconds wait for ever.
ce_raw_event ce_raw_next(ce_raw *terminal, int other, int milliseconds, unsigned char *byte);

/// Takes a byte that has been typed already: 1, 0 if there is none, -1 if the terminal is gone.
int ce_raw_take(ce_raw *terminal, unsigned char *byte);

/// Waits for a key on the terminal `descriptor` and returns its first byte, or -1 if a signal or the
/// end came instead. Nothing is echoed; the modes are as before afterwards. Ctrl-C is a key.
int ce_read_key(int descriptor);

// MARK: Child processes (process.c)

/// Starts `arguments[0]` (looked up in PATH), in our process group, with default signals and an
/// empty mask. `standard_input`: a descriptor for the child's, or -1 for a new pipe whose writing
/// end is stored in `feed`. `arguments` and `environment` end in null. Returns 0 or an errno value.
int ce_spawn(
  char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
  int standard_input, pid_t *process, int *feed);

/// Puts the same program with the same arguments in the place of this one, with one more variable in its environment;
/// returns only where that cannot be done.
void ce_start_again(
  char *_Nullable const *_Nonnull arguments, const char *_Nonnull name, const char *_Nonnull value);

/// Starts a thread that runs `body` with `argument` once and ends; false if there is none left.
bool ce_start_thread(void (*_Nonnull body)(void *_Nullable), void *_Nullable argument);

/// Waits for the end of `process`: its exit status, or 256 + the signal that ended it; -1 if it
/// cannot be waited for.
int ce_wait(pid_t process);

// MARK: Files (files.c)

/// Opens the regular file `path` for reading and appending, made with mode 0600 if missing, and
/// locks it against other processes (gives up after two seconds). Returns a descriptor, or an errno
/// value negated (EINVAL: not a regular file).
int ce_open_locked(const char *path);

/// Adds `count` bytes at the end of a file, all or none. Returns 0 or an errno value.
int ce_append(int descriptor, const void *bytes, size_t count);

/// Writes `count` bytes to a new file (mode 0600, its name begins with a dot) beside `path`, syncs it
/// if `is_durable`, and renames it to `path`. Returns 0 or an errno value.
int ce_replace_file(const char *path, const void *bytes, size_t count, bool is_durable);

/// Writes all bytes, whatever signals come but a termination. Returns 0 or an errno value.
int ce_write(int descriptor, const void *_Nullable bytes, size_t count);

#ifdef __cplusplus
}
#endif

#pragma clang assume_nonnull end

#endif
