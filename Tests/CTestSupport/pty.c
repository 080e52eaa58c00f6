#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <util.h>
#else
#include <pty.h>
#endif

#include "internal.h"

void become(cts_program program) {
  for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  // The program must not inherit descriptors that other tests have opened.
  for (int descriptor = 3; descriptor < 1024; descriptor++) close(descriptor);
  if (program.folder == NULL || chdir(program.folder) == 0) {
    execve(program.path, program.arguments, program.environment);
  }
  _exit(127);
}

int cts_pty_start(cts_program program, int columns, int rows, int *process) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  int terminal;
  pid_t child = forkpty(&terminal, NULL, NULL, &size);
  if (child < 0) return -1;
  if (child == 0) become(program);
  fcntl(terminal, F_SETFD, FD_CLOEXEC);
  fcntl(terminal, F_SETFL, fcntl(terminal, F_GETFL) | O_NONBLOCK);
  *process = child;
  return terminal;
}

cts_ready cts_pty_wait(int terminal, bool for_writing, int milliseconds) {
  struct pollfd watched = {terminal, (short)(POLLIN | (for_writing ? POLLOUT : 0)), 0};
  if (poll(&watched, 1, milliseconds) <= 0) return cts_ready_none;
  int ready = cts_ready_none;
  if (watched.revents & (POLLIN | POLLHUP | POLLERR)) ready |= cts_ready_read;
  if (watched.revents & POLLOUT) ready |= cts_ready_write;
  return (cts_ready)ready;
}

long cts_pty_read(int terminal, uint8_t *buffer, size_t size) {
  ssize_t count = read(terminal, buffer, size);
  if (count >= 0) return count;
  // Linux reports EIO if the program's side of the terminal is closed.
  return errno == EAGAIN || errno == EINTR ? -1 : 0;
}

long cts_pty_write(int terminal, const uint8_t *bytes, size_t count) {
  return write(terminal, bytes, count);
}

void cts_pty_resize(int terminal, int columns, int rows) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  ioctl(terminal, TIOCSWINSZ, &size);
}

void cts_pty_close(int terminal) { close(terminal); }

bool cts_pty_is_cooked(int terminal) {
  struct termios modes;
  tcflag_t wanted = ICANON | ECHO | ISIG;
  return tcgetattr(terminal, &modes) == 0 && (modes.c_lflag & wanted) == wanted
    && (modes.c_iflag & ICRNL) != 0 && (modes.c_oflag & OPOST) != 0;
}

void cts_kill(int process, int signal) { kill(process, signal); }

void cts_interrupt_self(void) { kill(getpid(), SIGINT); }

bool cts_has_ended(int process, int *status) {
  int raw;
  pid_t result = waitpid(process, &raw, WNOHANG);
  if (result != process) return false;
  *status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 256 + WTERMSIG(raw);
  return true;
}

void cts_reap(int process) {
  int status;
  // Wait about 2 s before the kill: a program that has lost its terminal may still be writing.
  for (int remaining = 2000; remaining > 0; remaining--) {
    pid_t ended = waitpid(process, &status, WNOHANG);
    if (ended == process || (ended < 0 && errno != EINTR)) return;
    poll(NULL, 0, 1);
  }
  kill(process, SIGKILL);
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
}
