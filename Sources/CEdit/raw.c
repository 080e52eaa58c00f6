// The terminal of a full-screen program that handles every key itself.
//
// Bytes are read one at a time. Otherwise, the program could read input that is meant for the next
// reader of the terminal: the prompt or an editor.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "internal.h"

struct ce_raw {
  int input, output;
  bool is_entered;
  struct termios saved, raw;
  bool has_mouse;
  int height;
  char greeting[96], farewell[96];
};

// Enable bracketed paste, disable wrapping, and select normal cursor keys and a normal numeric keypad.
static const char modes_on[] = "\033[?2004h\033[?7l\033[?1l\033>";
static const char modes_off[] = "\033[?2004l\033[?7h\033[?25h";
// Enable reports of mouse button presses, in SGR format.
static const char mouse_on[] = "\033[?1000h\033[?1006h";
static const char mouse_off[] = "\033[?1006l\033[?1000l";

// Composes the escape sequences that switch the terminal to the program's screen and back.
static void compose(ce_raw *terminal) {
  char *on = terminal->greeting, *off = terminal->farewell;
  size_t size = sizeof terminal->greeting;
  const char *mouse = terminal->has_mouse ? mouse_on : "";
  const char *no_mouse = terminal->has_mouse ? mouse_off : "";
  if (terminal->height == 0) {
    snprintf(on, size, "\033[?1049h%s%s", modes_on, mouse);
    // If the terminal has no alternate screen, leave the cursor in the bottom row.
    snprintf(off, size, "\033[?2026l\033[m\033[999H\033[J%s%s\033[?1049l", no_mouse, modes_off);
    return;
  }
  snprintf(on, size, "%s%s", modes_on, mouse);
  // The cursor is always in the first row that the program uses, so erase everything from this row
  // on.
  snprintf(off, size, "\033[?2026l\033[m\r\033[J%s%s", no_mouse, modes_off);
}

static int open_terminal(void) {
#ifdef __APPLE__
  // poll does not support /dev/tty on macOS, but it supports the underlying device.
  for (int descriptor = 0; descriptor < 3; descriptor++) {
    char path[256];
    if (ttyname_r(descriptor, path, sizeof path) != 0) continue;
    int opened = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (opened >= 0) return opened;
  }
#endif
  return open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
}

ce_raw *ce_raw_open(void) {
  int input = open_terminal();
  int output = input;
  if (input < 0) {
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return NULL;
    input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  }
  ce_raw *terminal = calloc(1, sizeof *terminal);
  if (terminal == NULL || input < 0 || output < 0) {
    if (input >= 0) close(input);
    if (output >= 0 && output != input) close(output);
    free(terminal);
    return NULL;
  }
  terminal->input = input;
  terminal->output = output;
  return terminal;
}

void ce_raw_close(ce_raw *terminal) {
  ce_raw_leave(terminal);
  close(terminal->input);
  if (terminal->output != terminal->input) close(terminal->output);
  free(terminal);
}

void ce_raw_configure(ce_raw *terminal, bool has_mouse, int height) {
  terminal->has_mouse = has_mouse;
  terminal->height = height;
}

int ce_raw_output(const ce_raw *terminal) { return terminal->output; }

// MARK: Modes

static int set_modes(const ce_raw *terminal, const struct termios *modes) {
  while (tcsetattr(terminal->input, TCSADRAIN, modes) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

static int go_raw(const ce_raw *terminal) {
  int error = set_modes(terminal, &terminal->raw);
  if (error == 0) error = ce_write(terminal->output, terminal->greeting, strlen(terminal->greeting));
  // Scroll until the program's rows fit below the cursor.
  for (int row = 1; error == 0 && row < terminal->height; row++) {
    error = ce_write(terminal->output, "\n", 1);
  }
  if (error == 0 && terminal->height > 1) {
    char up[16];
    int size = snprintf(up, sizeof up, "\033[%dA\r", terminal->height - 1);
    error = ce_write(terminal->output, up, (size_t)size);
  }
  return error;
}

int ce_raw_enter(ce_raw *terminal) {
  if (terminal->is_entered) return 0;
  if (tcgetattr(terminal->input, &terminal->saved) != 0) return errno;
  struct termios raw = terminal->saved;
  raw.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | IGNCR | INLCR | INPCK | ISTRIP | IXON | PARMRK);
  raw.c_oflag &= ~(tcflag_t)OPOST;
  raw.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | IEXTEN | ISIG);
  raw.c_cflag |= CS8;
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  terminal->raw = raw;
  // Clear the flags of resize, continue and stop signals, because the whole screen is redrawn
  // anyway.
  ce_signals_take_resize();
  ce_signals_take_continue();
  ce_signals_take_stop();
  compose(terminal);
  ce_terminal_arm(terminal->input, terminal->output, terminal->farewell);
  ce_signals_watch_stop(true);
  terminal->is_entered = true;
  int error = go_raw(terminal);
  if (error != 0) ce_raw_leave(terminal);
  return error;
}

void ce_raw_leave(ce_raw *terminal) {
  if (!terminal->is_entered) return;
  terminal->is_entered = false;
  ce_write(terminal->output, terminal->farewell, strlen(terminal->farewell));
  set_modes(terminal, &terminal->saved);
  ce_signals_watch_stop(false);
  ce_terminal_disarm();
}

// MARK: Stopping

static int pause_for(ce_raw *terminal, void (*stop)(void)) {
  bool was_entered = terminal->is_entered;
  ce_raw_leave(terminal);
  stop();
  return was_entered ? ce_raw_enter(terminal) : 0;
}

int ce_raw_suspend(ce_raw *terminal) { return pause_for(terminal, ce_signals_stop_job); }

/// The sender of SIGTSTP has chosen which processes to stop, so stop only this process.
static void stop_process(void) { ce_signals_raise(SIGTSTP); }

static ce_raw_event after_pause(int error) { return error == 0 ? ce_raw_resumed : ce_raw_hangup; }

// MARK: Input

ce_raw_event ce_raw_next(ce_raw *terminal, int other, int milliseconds, unsigned char *byte) {
  int termination = ce_signals_termination();
  if (termination != 0) return termination == SIGHUP ? ce_raw_hangup : ce_raw_terminate;
  if (ce_signals_interrupts() > 0) {
    ce_signals_clear_interrupts();
    return ce_raw_interrupted;
  }
  if (ce_signals_take_stop()) return after_pause(pause_for(terminal, stop_process));
  // The process was stopped without leaving raw mode, and the shell may have changed the terminal's
  // modes, so set raw mode again.
  if (ce_signals_take_continue()) return after_pause(terminal->is_entered ? go_raw(terminal) : 0);
  if (ce_signals_take_resize()) return ce_raw_resized;
  switch (ce_signals_wait(terminal->input, other, milliseconds)) {
  case ce_wait_timeout: return ce_raw_timeout;
  case ce_wait_signal: return ce_raw_nothing;
  case ce_wait_other: return ce_raw_woken;
  case ce_wait_failed: return ce_raw_hangup;
  case ce_wait_ready: break;
  }
  ssize_t count = read(terminal->input, byte, 1);
  if (count == 1) return ce_raw_byte;
  return count < 0 && (errno == EINTR || errno == EAGAIN) ? ce_raw_nothing : ce_raw_hangup;
}

int ce_raw_take(ce_raw *terminal, unsigned char *byte) {
  int waiting = 0;
  if (ioctl(terminal->input, FIONREAD, &waiting) != 0 || waiting <= 0) return 0;
  ssize_t count = read(terminal->input, byte, 1);
  if (count == 1) return 1;
  return count < 0 && (errno == EINTR || errno == EAGAIN) ? 0 : -1;
}
