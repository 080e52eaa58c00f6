// Runs a command once and says what it cost, from a process so small that starting it counts little.
//
//   runner OUT COMMAND [ARGUMENT...]    standard output and error go to the file OUT and to OUT.errors
//
// Prints: wall seconds, processor seconds (user and system), the peak of memory in bytes, exit code.
// Exit codes: 0 run, whatever became of it; 1 it could not be started; 64 usage.
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec * 1e-6; }

int main(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "runner: expected a file and a command\n");
    return 64;
  }
  char errors[4096];
  snprintf(errors, sizeof errors, "%s.errors", arguments[1]);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, arguments[1], O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&files, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  struct timespec before, after;
  pid_t child;
  clock_gettime(CLOCK_MONOTONIC, &before);
  const int failure = posix_spawnp(&child, arguments[2], &files, NULL, arguments + 2, environ);
  if (failure) {
    fprintf(stderr, "runner: cannot start %s: %s\n", arguments[2], strerror(failure));
    return 1;
  }
  int status;
  struct rusage usage;
  if (wait4(child, &status, 0, &usage) != child) {
    perror("runner");
    return 1;
  }
  clock_gettime(CLOCK_MONOTONIC, &after);
  printf("%.9f %.6f %lld %d\n",
      (double)(after.tv_sec - before.tv_sec) + (double)(after.tv_nsec - before.tv_nsec) * 1e-9,
      seconds(usage.ru_utime) + seconds(usage.ru_stime), (long long)usage.ru_maxrss * 1024,
      WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return 0;
}
