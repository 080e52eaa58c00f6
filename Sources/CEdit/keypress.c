// Reads one key press, without echo and without waiting for Enter.
#include <errno.h>
#include <termios.h>
#include <unistd.h>

#include "internal.h"

/// Reads one byte, waiting at most `milliseconds` (-1 for no timeout). Returns -1 if no byte arrived or a signal ended
/// the wait.
static int next_byte(int descriptor, int milliseconds) {
  unsigned char byte;
  if (ce_wait_readable(descriptor, milliseconds) != ce_wait_ready) return -1;
  return read(descriptor, &byte, 1) == 1 ? byte : -1;
}

/// Discards the rest of a multi-byte key or of a paste, so that the rest is not read as commands
/// later.
static void drop_rest(int descriptor) {
  while (next_byte(descriptor, 20) >= 0) continue;
}

static void gather_bytes(int descriptor, struct termios modes) {
  // Ctrl-C and Ctrl-Z are ordinary keys here.
  modes.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG | IEXTEN);
  modes.c_cc[VMIN] = 1;
  modes.c_cc[VTIME] = 0;
  tcsetattr(descriptor, TCSADRAIN, &modes);
}

int ce_read_key(int descriptor) {
  struct termios modes;
  if (tcgetattr(descriptor, &modes) != 0) return -1;
  ce_terminal_arm(descriptor, descriptor, "");
  gather_bytes(descriptor, modes);
  int key = -1;
  while (ce_signals_interrupts() == 0 && ce_signals_termination() == 0) {
    ce_wait_result result = ce_wait_readable(descriptor, -1);
    if (result == ce_wait_failed) break;
    if (result == ce_wait_ready) {
      // Reading a terminal that no longer exists returns the end of input.
      unsigned char byte;
      if (read(descriptor, &byte, 1) == 1) key = byte;
      break;
    }
    // After SIGCONT, set the modes again, because the shell may have changed them.
    if (ce_signals_take_continue()) gather_bytes(descriptor, modes);
  }
  if (key != ' ' && key != '\r' && key != '\n') drop_rest(descriptor);
  ce_terminal_disarm();
  tcsetattr(descriptor, TCSADRAIN, &modes);
  return key;
}
