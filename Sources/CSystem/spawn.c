// Child processes with pipes, started with posix_spawn(3).
#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "CSystemSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

// MARK: Pipes

static void close_all(int *ends, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (ends[i] >= 0) close(ends[i]);
  }
}

// Creates a pipe that no other child inherits. Its descriptors are above 2, because the child
// replaces the descriptors 0, 1 and 2 one by one.
static int make_pipe(int ends[2]) {
  int made[2];
#if defined(__linux__)
  if (pipe2(made, O_CLOEXEC) != 0) return errno;
#else
  if (pipe(made) != 0) return errno;
#endif
  for (int i = 0; i < 2; i++) ends[i] = fcntl(made[i], F_DUPFD_CLOEXEC, 3);
  int error = ends[0] < 0 || ends[1] < 0 ? errno : 0;
  close_all(made, 2);
  if (error != 0) {
    close_all(ends, 2);
    ends[0] = ends[1] = -1;
  }
  return error;
}

static void never_block(int end) { fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK); }

int csys_wait(int pipe, int is_writing, int milliseconds) {
  struct pollfd wanted = {pipe, is_writing ? POLLOUT : POLLIN, 0};
  return poll(&wanted, 1, milliseconds) > 0;
}

static int can_retry(int error) {
  return error == EAGAIN || error == EWOULDBLOCK || error == EINTR;
}

int64_t csys_pipe_read(int pipe, void *bytes, size_t count) {
  ssize_t length = read(pipe, bytes, count);
  if (length < 0) return can_retry(errno) ? 0 : -1;
  return length > 0 ? length : -1;
}

int64_t csys_pipe_write(int pipe, const void *bytes, size_t count) {
  // SIGPIPE would end this process, so block SIGPIPE in this thread during the write, and consume the signal if the
  // write raised it.
  sigset_t broken, before, pending;
  sigemptyset(&broken);
  sigaddset(&broken, SIGPIPE);
  sigpending(&pending);
  int was_pending = sigismember(&pending, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken, &before);
  ssize_t length = write(pipe, bytes, count);
  int error = errno;
  if (length < 0 && error == EPIPE && !was_pending) {
    int taken;
    sigpending(&pending);
    if (sigismember(&pending, SIGPIPE)) sigwait(&broken, &taken);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (length >= 0) return length;
  return can_retry(error) ? 0 : -1;
}

void csys_pipe_close(int pipe) { close(pipe); }

// MARK: Processes

// This process's environment, but with Swift backtraces disabled, so that a child that crashes
// prints nothing; NULL if out of memory.
static char **child_environment(void) {
  static char quiet[] = "SWIFT_BACKTRACE=enable=no";
  size_t count = 0;
  while (environ[count] != NULL) count++;
  char **variables = malloc((count + 2) * sizeof *variables);
  if (variables == NULL) return NULL;
  size_t kept = 0;
  variables[kept++] = quiet;
  for (size_t i = 0; i < count; i++) {
    if (strncmp(environ[i], quiet, strlen("SWIFT_BACKTRACE=")) != 0) variables[kept++] = environ[i];
  }
  variables[kept] = NULL;
  return variables;
}

// The child inherits its pipes and no other descriptors of this process; on macOS, a spawn flag
// closes all other descriptors.
static void set_actions(posix_spawn_file_actions_t *actions, int input, int output, int errors) {
  posix_spawn_file_actions_adddup2(actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(actions, output, STDOUT_FILENO);
  if (errors >= 0) {
    posix_spawn_file_actions_adddup2(actions, errors, STDERR_FILENO);
  } else {
    posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  }
#if defined(__GLIBC__)
  posix_spawn_file_actions_addclosefrom_np(actions, STDERR_FILENO + 1);
#endif
}

// The child starts with the default action for all signals.
static void set_attributes(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setsigdefault(attributes, &all);
  posix_spawnattr_setpgroup(attributes, 0);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP;
#if defined(__APPLE__)
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  posix_spawnattr_setflags(attributes, flags);
}

int csys_spawn(const char *path, char *const *arguments, int has_errors, csys_child *child) {
  int input[2] = {-1, -1}, output[2] = {-1, -1}, errors[2] = {-1, -1};
  int error = make_pipe(input);
  if (error == 0) error = make_pipe(output);
  if (error == 0 && has_errors) error = make_pipe(errors);
  char **variables = error == 0 ? child_environment() : NULL;
  if (error == 0 && variables == NULL) error = ENOMEM;
  pid_t process = 0;
  if (error == 0) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    set_attributes(&attributes);
    set_actions(&actions, input[0], output[1], errors[1]);
    error = posix_spawn(&process, path, &actions, &attributes, arguments, variables);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  free(variables);
  close_all((int[]){input[0], output[1], errors[1]}, 3);
  if (error != 0) {
    close_all((int[]){input[1], output[0], errors[0]}, 3);
    return error;
  }
  never_block(input[1]);
  never_block(output[0]);
  if (has_errors) never_block(errors[0]);
  *child = (csys_child){process, input[1], output[0], errors[0]};
  return 0;
}

void csys_kill(int32_t process) { kill(process, SIGKILL); }

void csys_interrupt(int32_t process) { kill(process, SIGINT); }

int csys_reap(int32_t process, int milliseconds) {
  for (int waited = 0;; waited++) {
    int status;
    pid_t ended = waitpid(process, &status, milliseconds < 0 ? 0 : WNOHANG);
    if (ended == process) return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
    if (ended < 0 && errno != EINTR) return -1;
    if (ended == 0 && waited >= milliseconds) return csys_running;
    if (ended == 0) poll(NULL, 0, 1);
  }
}

int csys_is_program(const char *path) {
  struct stat facts;
  return stat(path, &facts) == 0 && S_ISREG(facts.st_mode) && access(path, X_OK) == 0;
}
