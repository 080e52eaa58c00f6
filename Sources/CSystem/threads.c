// Starts each thread on a different processor.
//
// Linux starts a new thread on the processor of its creator, and moves it to another processor at a
// later tick of the scheduler. The tick can be 4 ms later, and many searches take less time.
// Therefore, a thread is created with another processor as its only allowed processor, and removes
// this restriction as soon as it runs.
#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "CSystem.h"

#include <pthread.h>
#include <stdlib.h>

#if defined(__linux__) && defined(__GLIBC__)
#include <sched.h>

struct body {
  void *(*run)(void *);
  void *argument;
  cpu_set_t allowed;
};

static void *run_unbound(void *argument) {
  struct body body = *(struct body *)argument;
  free(argument);
  sched_setaffinity(0, sizeof body.allowed, &body.allowed);
  return body.run(body.argument);
}

// Sets `only` to the processor for the thread with this number: number 0 is the next allowed
// processor after the current processor, and so on. Returns whether there is such a processor.
static int choose(const cpu_set_t *allowed, int number, cpu_set_t *only) {
  const int others = CPU_COUNT(allowed) - 1;
  const int current = sched_getcpu();
  if (others < 1 || current < 0) return 0;
  int left = number % others;
  for (int step = 1; step < CPU_SETSIZE; step++) {
    const int processor = (current + step) % CPU_SETSIZE;
    if (!CPU_ISSET(processor, allowed) || left-- > 0) continue;
    CPU_ZERO(only);
    CPU_SET(processor, only);
    return 1;
  }
  return 0;
}

// Starts the thread on a processor other than the current processor; returns whether the thread was
// started.
static int start_elsewhere(pthread_attr_t *attributes, void *(*run)(void *), void *argument, int number) {
  cpu_set_t allowed, only;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || !choose(&allowed, number, &only)) return 0;
  if (pthread_attr_setaffinity_np(attributes, sizeof only, &only) != 0) return 0;
  struct body *body = malloc(sizeof *body);
  if (body == NULL) return 0;
  *body = (struct body){run, argument, allowed};
  pthread_t thread;
  if (pthread_create(&thread, attributes, run_unbound, body) == 0) return 1;
  free(body);
  return 0;
}
#else
static int start_elsewhere(pthread_attr_t *attributes, void *(*run)(void *), void *argument, int number) {
  (void)attributes, (void)run, (void)argument, (void)number;
  return 0;
}
#endif

int csys_start_thread(void *(*run)(void *), void *argument, int number) {
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error != 0) return error;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (number < 0 || !start_elsewhere(&attributes, run, argument, number)) {
    // Reset the attributes, because they may name a processor on which the thread cannot start.
    pthread_attr_destroy(&attributes);
    error = pthread_attr_init(&attributes);
    if (error != 0) return error;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t thread;
    error = pthread_create(&thread, &attributes, run, argument);
  }
  pthread_attr_destroy(&attributes);
  return error;
}
