#include "internal.h"

#include <pthread.h>
#include <stdlib.h>

struct work {
  void (*body)(void *);
  void *argument;
};

static void *run(void *memory) {
  struct work work = *(struct work *)memory;
  free(memory);
  work.body(work.argument);
  return NULL;
}

bool ce_start_thread(void (*body)(void *), void *argument) {
  struct work *work = malloc(sizeof *work);
  if (work == NULL) return false;
  *work = (struct work){body, argument};
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, work) != 0) {
    free(work);
    return false;
  }
  pthread_detach(thread);
  return true;
}
