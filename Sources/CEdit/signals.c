// Signal handlers set flags that any thread can read, and write one byte to a pipe that all waiting
// functions poll. After a crash, the handler restores the terminal, and passes the signal to its
// previous handler. A signal that should end the process also starts a countdown. If the process
// does not exit in time, the countdown ends it.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "CSystem.h"
#include "internal.h"

static atomic_int interrupts, termination, resizes, continuations, stops;
static int wake[2] = {-1, -1};

// The countdown uses ticks of 20 ms. A process that is not scheduled receives fewer ticks.
// Therefore, the countdown takes longer on a busy machine, and the process still gets enough
// processor time to exit.
enum { tick_milliseconds = 20, ticks_to_end = 7 };
static atomic_int ticks_left;
static atomic_bool interrupt_ends;

static bool is_ending(void) {
  return atomic_load(&termination) != 0
         || (atomic_load(&interrupt_ends) && atomic_load(&interrupts) > 0);
}

static void set_timer(int milliseconds) {
  struct timeval interval = {0, milliseconds * 1000};
  setitimer(ITIMER_REAL, &(struct itimerval){interval, interval}, NULL);
}

static void start_countdown(void) {
  int none = 0;
  if (atomic_compare_exchange_strong(&ticks_left, &none, ticks_to_end)) set_timer(tick_milliseconds);
}

// Each tick interrupts a system call that may have begun after the signal. The last tick ends the
// process.
static void tick(int signal) {
  (void)signal;
  int saved = errno;
  if (!is_ending()) {
    set_timer(0);
    atomic_store(&ticks_left, 0);
    // A signal may have arrived between the check above and stopping the timer.
    if (is_ending()) start_countdown();
  } else if (atomic_fetch_sub(&ticks_left, 1) <= 1) {
    ce_terminal_restore();
    csys_temporaries_remove();
    int fatal = atomic_load(&termination);
    if (fatal != 0) ce_signals_raise(fatal);
    _exit(128 + (fatal != 0 ? fatal : SIGINT));
  }
  errno = saved;
}

void ce_signals_end_on_interrupt(bool ends) { atomic_store(&interrupt_ends, ends); }

void ce_signals_extend(int milliseconds) {
  int ticks = milliseconds / tick_milliseconds, left = atomic_load(&ticks_left);
  while (left > 0 && left < ticks) {
    if (atomic_compare_exchange_weak(&ticks_left, &left, ticks)) return;
  }
}

static void note(int signal) {
  int saved = errno;
  switch (signal) {
  case SIGINT: atomic_fetch_add(&interrupts, 1); break;
  case SIGWINCH: atomic_store(&resizes, 1); break;
  case SIGCONT: atomic_store(&continuations, 1); break;
  case SIGTSTP: atomic_store(&stops, 1); break;
  case SIGCHLD: break;
  default: atomic_store(&termination, signal); break;
  }
  if (is_ending()) start_countdown();
  char byte = (char)signal;
  // If the pipe is full, the write fails, but a full pipe already wakes every waiting thread.
  ssize_t written = write(wake[1], &byte, 1);
  (void)written;
  errno = saved;
}

static void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, NULL);
}

static void unblock(int signal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static bool is_ignored(int signal) {
  struct sigaction action;
  return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void ce_signals_install(void) {
  if (wake[0] >= 0 || pipe(wake) != 0) return;
  for (int end = 0; end < 2; end++) {
    fcntl(wake[end], F_SETFD, FD_CLOEXEC);
    fcntl(wake[end], F_SETFL, fcntl(wake[end], F_GETFL) | O_NONBLOCK);
  }
  // Without SA_RESTART, a blocking read elsewhere (for example, from a FIFO) ends with EINTR, and its caller can check
  // the flags.
  static const int fatal[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) {
    if (!is_ignored(fatal[i])) handle(fatal[i], note, 0);
  }
  handle(SIGALRM, tick, 0);
  unblock(SIGALRM);
  handle(SIGWINCH, note, SA_RESTART);
  handle(SIGCONT, note, SA_RESTART);
  handle(SIGCHLD, note, SA_RESTART | SA_NOCLDSTOP);
  handle(SIGPIPE, SIG_IGN, 0);
}

bool ce_signals_are_installed(void) { return wake[0] >= 0; }

int ce_signals_interrupts(void) { return atomic_load_explicit(&interrupts, memory_order_relaxed); }
void ce_signals_clear_interrupts(void) { atomic_store(&interrupts, 0); }
int ce_signals_ending(void) {
  int signal = ce_signals_termination();
  return signal == 0 && is_ending() ? SIGINT : signal;
}
int ce_signals_termination(void) {
  return atomic_load_explicit(&termination, memory_order_relaxed);
}
bool ce_signals_take_resize(void) { return atomic_exchange(&resizes, 0) != 0; }
bool ce_signals_take_continue(void) { return atomic_exchange(&continuations, 0) != 0; }
bool ce_signals_take_stop(void) { return atomic_exchange(&stops, 0) != 0; }

void ce_signals_raise(int signal) {
  handle(signal, SIG_DFL, 0);
  unblock(signal);
  raise(signal);
}

void ce_signals_stop_job(void) {
  if (is_ignored(SIGTSTP)) return;
  // Stop the other processes of the group with kill, and stop this process with raise: raise sends the signal to this
  // thread, so the process stops before the call returns.
  handle(SIGTSTP, SIG_IGN, 0);
  kill(0, SIGTSTP);
  ce_signals_raise(SIGTSTP);
}

void ce_signals_watch_stop(bool on) {
  // If the parent (such as a shell without job control) ignores SIGTSTP, the signal must stay
  // ignored.
  if (on && is_ignored(SIGTSTP)) return;
  struct sigaction action;
  if (!on && sigaction(SIGTSTP, NULL, &action) == 0 && action.sa_handler != note) return;
  handle(SIGTSTP, on ? note : SIG_DFL, SA_RESTART);
}

// While a foreground program runs, records an interrupt only if another process sent it. An interrupt from the
// terminal's keys also reaches the foreground program, which decides how to handle it.
static void note_if_sent(int signal, siginfo_t *info, void *context) {
  (void)context;
  if (info->si_code == SI_USER) note(signal);
}

static struct sigaction interrupt, quit;

void ce_signals_shield(bool on) {
  static int depth;
  if (on && depth++ == 0) {
    sigaction(SIGINT, NULL, &interrupt);
    sigaction(SIGQUIT, NULL, &quit);
    if (interrupt.sa_handler == note && atomic_load(&interrupt_ends)) {
      struct sigaction action = {.sa_sigaction = note_if_sent, .sa_flags = SA_SIGINFO};
      sigemptyset(&action.sa_mask);
      sigaction(SIGINT, &action, NULL);
    } else {
      handle(SIGINT, SIG_IGN, 0);
    }
    handle(SIGQUIT, SIG_IGN, 0);
  } else if (!on && --depth == 0) {
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGQUIT, &quit, NULL);
  }
}

static atomic_int reader;

// Counts an interrupt if the program that reads the output has ended, for example a pager that the
// user has quit. Only this process must then handle the terminal's keys.
static void note_if_reader_ended(int signal) {
  const int saved = errno;
  const pid_t process = atomic_load(&reader);
  siginfo_t info = {.si_pid = 0};
  if (waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == process) note(signal);
  errno = saved;
}

void ce_signals_shield_from_reader(int process) {
  if (!is_ignored(SIGINT) || interrupt.sa_handler != note) return;
  atomic_store(&reader, process);
  handle(SIGINT, note_if_reader_ended, SA_RESTART);
}

static void drain(void) {
  char bytes[64];
  while (read(wake[0], bytes, sizeof bytes) == (ssize_t)sizeof bytes) continue;
}

void ce_signals_wait_for_child(void) {
  struct pollfd pipe_end = {wake[0], POLLIN, 0};
  // Use a timeout, because another thread may have read the byte from the pipe.
  if (poll(&pipe_end, 1, 100) > 0) drain();
}

ce_wait_result ce_wait_readable(int descriptor, int milliseconds) {
  return ce_signals_wait(descriptor, -1, milliseconds);
}

ce_wait_result ce_signals_wait(int descriptor, int other, int milliseconds) {
  // poll would ignore a negative descriptor and wait forever.
  if (descriptor < 0) {
    errno = EBADF;
    return ce_wait_failed;
  }
  struct pollfd watched[3] = {{descriptor, POLLIN, 0}, {wake[0], POLLIN, 0}, {other, POLLIN, 0}};
  int ready = poll(watched, 3, milliseconds);
  if (ready == 0) return ce_wait_timeout;
  if (ready < 0) return errno == EINTR || errno == EAGAIN ? ce_wait_signal : ce_wait_failed;
  if (watched[1].revents != 0) {
    drain();
    return ce_wait_signal;
  }
  if (watched[0].revents & POLLNVAL) {
    errno = EBADF;
    return ce_wait_failed;
  }
  return watched[0].revents != 0 ? ce_wait_ready : ce_wait_other;
}

void ce_wait_writable(int descriptor) {
  struct pollfd watched[2] = {{descriptor, POLLOUT, 0}, {wake[0], POLLIN, 0}};
  if (poll(watched, wake[0] >= 0 ? 2 : 1, -1) > 0 && watched[1].revents != 0) drain();
}

// MARK: Crashes

static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGQUIT};
enum { fault_count = sizeof faults / sizeof *faults };
static struct sigaction previous[fault_count];

static atomic_int armed;
static int crash_input = -1, crash_output = -1;
static struct termios crash_modes;
static char crash_farewell[96];

void ce_terminal_restore(void) {
  if (!atomic_exchange(&armed, 0)) return;
  tcsetattr(crash_input, TCSANOW, &crash_modes);
  // A terminal that was stopped (Ctrl-S) would block the write forever.
  struct pollfd output = {crash_output, POLLOUT, 0};
  if (poll(&output, 1, 0) <= 0) return;
  ssize_t written = write(crash_output, crash_farewell, strlen(crash_farewell));
  (void)written;
}

static void crashed(int signal, siginfo_t *info, void *context) {
  (void)context;
  int saved = errno;
  ce_terminal_restore();
  for (int i = 0; i < fault_count; i++) {
    if (faults[i] == signal) sigaction(signal, &previous[i], NULL);
  }
  // After a fault, the processor repeats the faulting instruction when this handler returns, so the
  // previous handler receives the signal with the original context. A signal that a process sent
  // does not occur again, so raise it here.
  if (info->si_code <= 0 || signal == SIGQUIT) raise(signal);
  errno = saved;
}

void ce_terminal_arm(int input, int output, const char *farewell) {
  static bool installed;
  if (!installed) {
    installed = true;
#if !defined(__APPLE__)
    at_quick_exit(ce_terminal_restore);
#endif
    for (int i = 0; i < fault_count; i++) {
      if (is_ignored(faults[i])) continue;
      struct sigaction action;
      memset(&action, 0, sizeof action);
      action.sa_sigaction = crashed;
      action.sa_flags = SA_SIGINFO | SA_ONSTACK;
      sigemptyset(&action.sa_mask);
      sigaction(faults[i], &action, &previous[i]);
    }
  }
  if (tcgetattr(input, &crash_modes) != 0) return;
  crash_input = input;
  crash_output = output;
  strncpy(crash_farewell, farewell, sizeof crash_farewell - 1);
  atomic_store(&armed, 1);
}

void ce_terminal_disarm(void) { atomic_store(&armed, 0); }

bool ce_terminal_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return false;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return true;
}
