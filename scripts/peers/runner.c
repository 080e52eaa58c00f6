// Runs a command once and prints its time and memory. This process is small, so starting a child
// process takes little time.
//
//   runner file OUT COMMAND [ARGUMENT...]    writes standard output to the file OUT
//   runner pipe OUT COMMAND [ARGUMENT...]    reads standard output through a pipe to its end; when the command has
//                                            ended, writes the first 16 MB of the output to OUT
//   runner first OUT COMMAND [ARGUMENT...]   like pipe, but kills the command after its first byte
//
// Standard error goes to OUT.errors. Prints wall seconds, processor seconds (user and system), peak memory in bytes,
// and the exit code (0 for a command that was killed after its first byte). For a pipe, it also prints the seconds to
// the first byte (-1 if there was none), bytes and lines.
// Exit codes: 0 the command ran, whatever its exit code; 1 it could not be started; 64 usage.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { max_kept = 16 << 20, max_read = 1 << 16 };

typedef struct {
  double first;
  long long bytes, lines;
  size_t kept;
} reading;

static struct timespec before;

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec * 1e-6; }

static double elapsed(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - before.tv_sec) + (double)(now.tv_nsec - before.tv_nsec) * 1e-9;
}

// Reads to the end of the pipe; if `until_first` is true, reads only once.
static reading read_all(int from, char *buffer, char *kept, bool until_first) {
  reading so_far = {.first = -1};
  ssize_t count;
  while ((count = read(from, buffer, max_read)) > 0) {
    if (so_far.first < 0) so_far.first = elapsed();
    so_far.bytes += count;
    int lines = 0;
    for (ssize_t at = 0; at < count; at++) lines += buffer[at] == '\n';
    so_far.lines += lines;
    const size_t remaining = max_kept - so_far.kept;
    const size_t part = (size_t)count < remaining ? (size_t)count : remaining;
    memcpy(kept + so_far.kept, buffer, part);
    so_far.kept += part;
    if (until_first) break;
  }
  return so_far;
}

static int usage(void) {
  fprintf(stderr, "runner: expected file, pipe or first, a file and a command\n");
  return 64;
}

int main(int count, char **arguments) {
  if (count < 4) return usage();
  const bool until_first = !strcmp(arguments[1], "first");
  const bool piped = until_first || !strcmp(arguments[1], "pipe");
  if (!piped && strcmp(arguments[1], "file")) return usage();
  const char *const out = arguments[2];
  char errors[4096];
  snprintf(errors, sizeof errors, "%s.errors", out);
  int ends[2] = {-1, -1};
  // Do not write to the buffers before the child starts, because the child's peak memory includes
  // the memory that this process then uses.
  char *const buffer = malloc(max_read), *const kept = malloc(max_kept);
  if (!buffer || !kept || (piped && pipe2(ends, O_CLOEXEC))) {
    perror("runner");
    return 1;
  }
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  if (piped) posix_spawn_file_actions_adddup2(&files, ends[1], 1);
  else posix_spawn_file_actions_addopen(&files, 1, out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&files, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t child;
  clock_gettime(CLOCK_MONOTONIC, &before);
  const int failure = posix_spawnp(&child, arguments[3], &files, NULL, arguments + 3, environ);
  if (failure) {
    fprintf(stderr, "runner: cannot start %s: %s\n", arguments[3], strerror(failure));
    return 1;
  }
  reading found = {.first = -1};
  if (piped) {
    close(ends[1]);
    found = read_all(ends[0], buffer, kept, until_first);
    if (until_first && found.bytes) kill(child, SIGKILL);
  }
  int status;
  struct rusage usage;
  if (wait4(child, &status, 0, &usage) != child) {
    perror("runner");
    return 1;
  }
  const double wall = elapsed();
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (until_first && found.bytes && code == 128 + SIGKILL) code = 0;
  if (piped) {
    FILE *const file = fopen(out, "w");
    if (!file || fwrite(kept, 1, found.kept, file) != found.kept || fclose(file)) {
      perror(out);
      return 1;
    }
  }
  printf("%.9f %.6f %lld %d %.9f %lld %lld\n", wall, seconds(usage.ru_utime) + seconds(usage.ru_stime),
      (long long)usage.ru_maxrss * 1024, code, found.first, found.bytes, found.lines);
  return 0;
}
