// Child processes in this process's own group, so that they can read the terminal: pager, editor, shell.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "CSystem.h"
#include "internal.h"

// The terminal's modes before the child program started. The modes are saved because the child may
// die without restoring them.
static struct termios modes;
static bool has_modes;

// The program in the foreground; 0 if there is none.
static volatile pid_t foreground;

// Waits until the foreground program has stopped, then stops this process. If this process stopped
// first, the shell would continue while the program could still read the shell's input. Waits at
// most a second, because some programs ignore SIGTSTP. If the program ends, this process does not
// stop. Can be called in a signal handler.
static void stop_after_foreground(void) {
  siginfo_t info;
  info.si_pid = 0;
  for (int milliseconds = 0; foreground != 0 && milliseconds < 1000; milliseconds++) {
    info.si_pid = 0;
    int states = WSTOPPED | WEXITED | WNOHANG | WNOWAIT;
    if (waitid(P_PID, (id_t)foreground, &info, states) != 0 || info.si_pid != 0) break;
    nanosleep(&(struct timespec){0, 1000000}, NULL);
  }
  if (info.si_pid == 0 || info.si_code == CLD_STOPPED) ce_signals_raise(SIGTSTP);
}

// The action of SIGTSTP before this process began to write input to a program, and whether it is
// writing now.
static struct sigaction stop_before_feeding;
static bool is_feeding;

// Handles SIGTSTP while this process writes input to a program. The handler can interrupt any code.
static void stop_while_feeding(int signal) {
  int saved = errno;
  struct sigaction action;
  sigaction(signal, NULL, &action);
  stop_after_foreground();
  sigaction(signal, &action, NULL);
  errno = saved;
}

static void begin_feeding(void) {
  sigaction(SIGTSTP, NULL, &stop_before_feeding);
  is_feeding = ce_signals_are_installed() && stop_before_feeding.sa_handler != SIG_IGN;
  if (!is_feeding) return;
  struct sigaction action = {.sa_handler = stop_while_feeding, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(SIGTSTP, &action, NULL);
}

static void end_feeding(void) {
  if (is_feeding) sigaction(SIGTSTP, &stop_before_feeding, NULL);
  is_feeding = false;
}

int ce_spawn(
  char *const *arguments, char *const *environment, int standard_input, pid_t *process, int *feed
) {
  int ends[2] = {-1, -1};
  *feed = -1;
  if (standard_input < 0) {
    if (pipe(ends) != 0) return errno;
    // Ignore SIGPIPE, which would kill this process if it writes to a child that has closed its
    // input.
    signal(SIGPIPE, SIG_IGN);
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    // Make the pipe nonblocking, so that a signal can end a write to a program that has stopped reading.
    fcntl(ends[1], F_SETFL, fcntl(ends[1], F_GETFL) | O_NONBLOCK);
    standard_input = ends[0];
  }
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t defaults, mask;
  sigemptyset(&mask);
  sigemptyset(&defaults);
  static const int ours[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE, SIGTSTP, SIGWINCH, SIGCONT,
                             SIGCHLD};
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) sigaddset(&defaults, ours[i]);
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setsigmask(&attributes, &mask);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  if (standard_input != STDIN_FILENO) {
    posix_spawn_file_actions_adddup2(&actions, standard_input, STDIN_FILENO);
  }
  has_modes = tcgetattr(STDIN_FILENO, &modes) == 0;
  // Block SIGTSTP until the process ID of the program is known, because the handler waits for that process.
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  pthread_sigmask(SIG_BLOCK, &stop, &before);
  if (ends[0] >= 0) begin_feeding();
  int error = posix_spawnp(process, arguments[0], &actions, &attributes, arguments, environment);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (ends[0] >= 0) close(ends[0]);
  if (error != 0 && ends[1] >= 0) close(ends[1]);
  if (error == 0) {
    *feed = ends[1];
    foreground = *process;
  } else {
    end_feeding();
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error;
}

static int result_of(int status) {
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  if (has_modes) tcsetattr(STDIN_FILENO, TCSANOW, &modes);
  return 256 + WTERMSIG(status);
}

int ce_wait(pid_t process) {
  bool is_signaled = false;
  int result = -1;
  struct sigaction stop_action;
  bool handles_signals = ce_signals_are_installed();
  sigaction(SIGTSTP, NULL, &stop_action);
  if (handles_signals) ce_signals_watch_stop(true);
  for (;;) {
    int status;
    pid_t ended = waitpid(process, &status, handles_signals ? WNOHANG : 0);
    if (ended == 0 && ce_signals_take_stop()) {
      stop_after_foreground();
      ce_signals_watch_stop(true);
      continue;
    }
    if (ended == process) {
      result = result_of(status);
      break;
    }
    if (ended < 0 && errno != EINTR) break;
    // If a signal ends this process, send it to the program in the foreground and to its
    // descendants, because a shell does not forward the signal to its command.
    if (ce_signals_ending() != 0 && !is_signaled) {
      is_signaled = true;
      csys_signal_family(process, ce_signals_ending());
    }
    if (ended == 0) ce_signals_wait_for_child();
  }
  sigaction(SIGTSTP, &stop_action, NULL);
  foreground = 0;
  end_feeding();
  return result;
}
