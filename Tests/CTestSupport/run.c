#define _GNU_SOURCE  // dladdr
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

extern char **environ;

char *const *cts_environment(void) { return environ; }

bool cts_is_sanitized(void) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  return true;
#endif
#endif
  return false;
}

void cts_free(cts_bytes bytes) { free(bytes.bytes); }

size_t cts_image_path(char *buffer, size_t size) {
  Dl_info info;
  // Read the absolute path from /proc: dladdr returns a relative path if the program was started
  // with a relative path.
  ssize_t count = readlink("/proc/self/exe", buffer, size - 1);
  if (count > 0) {
    buffer[count] = 0;
    return (size_t)count;
  }
  if (dladdr((void *)cts_image_path, &info) == 0 || info.dli_fname == NULL) return 0;
  strncpy(buffer, info.dli_fname, size - 1);
  buffer[size - 1] = 0;
  return strlen(buffer);
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

/// Reads the available bytes and appends them to `bytes`; returns false at the end of the data.
static bool gather(int descriptor, cts_bytes *bytes) {
  enum { block = 65536 };
  uint8_t *grown = realloc(bytes->bytes, bytes->count + block);
  if (grown == NULL) return false;
  bytes->bytes = grown;
  ssize_t count = read(descriptor, bytes->bytes + bytes->count, block);
  if (count > 0) bytes->count += (size_t)count;
  return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

static void close_end(int *descriptor) {
  if (*descriptor >= 0) close(*descriptor);
  *descriptor = -1;
}

static int exchange(
  int feed, const uint8_t *input, size_t input_count, int output, int error, long long deadline,
  cts_bytes *output_bytes, cts_bytes *error_bytes
) {
  int result = 0;
  while (output >= 0 || error >= 0 || feed >= 0) {
    if (feed >= 0 && input_count == 0) close_end(&feed);
    struct pollfd watched[3] = {{output, POLLIN, 0}, {error, POLLIN, 0}, {feed, POLLOUT, 0}};
    if (output < 0 && error < 0 && feed < 0) break;
    long long left = deadline - now();
    int ready = poll(watched, 3, left < 0 ? 0 : (int)left);
    if (ready == 0) {
      result = ETIMEDOUT;
      break;
    }
    if (watched[0].revents != 0 && !gather(output, output_bytes)) close_end(&output);
    if (watched[1].revents != 0 && !gather(error, error_bytes)) close_end(&error);
    if (watched[2].revents != 0) {
      ssize_t count = write(feed, input, input_count);
      if (count > 0) {
        input += count;
        input_count -= (size_t)count;
      } else if (errno != EINTR && errno != EAGAIN) {
        close_end(&feed);
      }
    }
  }
  close_end(&feed);
  close_end(&output);
  close_end(&error);
  return result;
}

int cts_run(
  cts_program program, const uint8_t *input, size_t input_count, const char *output_path,
  int milliseconds, cts_bytes *output, cts_bytes *error, int *status
) {
  int pipes[3][2];
  signal(SIGPIPE, SIG_IGN);
  for (int i = 0; i < 3; i++) {
    if (pipe(pipes[i]) != 0) return errno;
    fcntl(pipes[i][0], F_SETFD, FD_CLOEXEC);
    fcntl(pipes[i][1], F_SETFD, FD_CLOEXEC);
  }
  int redirected = output_path == NULL ? -1 : open(output_path, O_WRONLY | O_CLOEXEC);
  long long deadline = now() + milliseconds;
  // Unlike fork, vfork does not copy the page tables of the test process. Such a copy takes longer
  // than the run of most programs.
  pid_t child = vfork();
  if (child == 0) {
    // Detach from the controlling terminal, in case the tests were started from a terminal.
    setsid();
    dup2(pipes[0][0], 0);
    dup2(redirected >= 0 ? redirected : pipes[1][1], 1);
    dup2(pipes[2][1], 2);
    become(program);
  }
  int failure = child < 0 ? errno : 0;
  close(pipes[0][0]);
  close(pipes[1][1]);
  close(pipes[2][1]);
  if (redirected >= 0) close(redirected);
  fcntl(pipes[0][1], F_SETFL, O_NONBLOCK);
  if (child < 0) input_count = 0;
  int result = exchange(
    pipes[0][1], input, input_count, pipes[1][0], pipes[2][0], deadline, output, error);
  if (failure != 0) return failure;
  if (result == ETIMEDOUT) kill(child, SIGKILL);
  int raw;
  while (waitpid(child, &raw, 0) < 0 && errno == EINTR) continue;
  *status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 256 + WTERMSIG(raw);
  return result;
}
