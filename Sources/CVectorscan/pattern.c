#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "CVectorscan.h"
#include "library.h"

enum { kept_count = 8, pool_count = 16 };

// A compiled pattern of more bytes is not worth its memory.
static const size_t largest_database = 4u << 20;

struct cvs_pattern {
  char *text;
  const cvs_library *library;
  hs_database_t *database;
  enum cvs_state state;
  // Those who hold it, but for the thread that compiles it and the list of those that are kept.
  int holders;
  int is_compiling;
  int is_trusted;
  int is_kept;
  // Scratch that no scan uses just now.
  hs_scratch_t *pool[pool_count];
  int pooled;
};

// One lock for all: it is held for moments only.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static pthread_once_t once = PTHREAD_ONCE_INIT;
// The patterns compiled last, the newest first.
static cvs_pattern *kept[kept_count];

static void prepare(void) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
#if !defined(__APPLE__)
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
#endif
  pthread_cond_init(&changed, &attributes);
  pthread_condattr_destroy(&attributes);
}

// With the lock held: frees a pattern that nothing needs any more.
static void free_unused(cvs_pattern *pattern) {
  if (pattern->holders > 0 || pattern->is_compiling || pattern->is_kept) return;
  while (pattern->pooled > 0) pattern->library->free_scratch(pattern->pool[--pattern->pooled]);
  if (pattern->database) pattern->library->free_database(pattern->database);
  free(pattern->text);
  free(pattern);
}

// With the lock held: puts a pattern in front of the kept ones.
static void keep(cvs_pattern *pattern) {
  int index = 0;
  while (index < kept_count - 1 && kept[index] != pattern) index++;
  cvs_pattern *const dropped = kept[index];
  for (; index > 0; index--) kept[index] = kept[index - 1];
  kept[0] = pattern;
  pattern->is_kept = 1;
  if (dropped && dropped != pattern) {
    dropped->is_kept = 0;
    free_unused(dropped);
  }
}

static void *compile(void *argument) {
  cvs_pattern *const pattern = argument;
  const cvs_library *const library = pattern->library;
  hs_database_t *database = NULL;
  hs_compile_error_t *error = NULL;
  hs_scratch_t *scratch = NULL;
  size_t size = 0;
  const int result =
      pattern->is_trusted || cvs_is_sound()
          ? library->compile(pattern->text, 0, hs_mode_block, NULL, &database, &error)
          : hs_refused;
  if (error) library->free_compile_error(error);
  const int is_good = result == hs_success &&
                      library->database_size(database, &size) == hs_success &&
                      size <= largest_database &&
                      library->alloc_scratch(database, &scratch) == hs_success;
  if (!is_good && result == hs_success) {
    library->free_database(database);
    database = NULL;
  }
  pthread_mutex_lock(&lock);
  pattern->database = database;
  if (scratch) pattern->pool[pattern->pooled++] = scratch;
  pattern->state = is_good ? cvs_ready : cvs_refused;
  pattern->is_compiling = 0;
  keep(pattern);
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static int start(cvs_pattern *pattern) {
  pthread_t thread;
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return 0;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // The library recurses over the pattern.
  pthread_attr_setstacksize(&attributes, 8u << 20);
  const int result = pthread_create(&thread, &attributes, compile, pattern);
  pthread_attr_destroy(&attributes);
  return result == 0;
}

cvs_pattern *cvs_open(const char *text, int is_trusted) {
  const cvs_library *const library = cvs_open_library();
  if (!library) return NULL;
  pthread_once(&once, prepare);
  pthread_mutex_lock(&lock);
  for (int index = 0; index < kept_count && kept[index]; index++) {
    cvs_pattern *const pattern = kept[index];
    if (pattern->is_trusted != is_trusted || strcmp(pattern->text, text) != 0) continue;
    pattern->holders++;
    keep(pattern);
    pthread_mutex_unlock(&lock);
    return pattern;
  }
  pthread_mutex_unlock(&lock);
  cvs_pattern *const pattern = calloc(1, sizeof *pattern);
  if (!pattern) return NULL;
  pattern->text = strdup(text);
  pattern->library = library;
  pattern->holders = 1;
  pattern->is_compiling = 1;
  pattern->is_trusted = is_trusted;
  if (pattern->text && start(pattern)) return pattern;
  free(pattern->text);
  free(pattern);
  return NULL;
}

void cvs_close(cvs_pattern *pattern) {
  pthread_mutex_lock(&lock);
  pattern->holders--;
  free_unused(pattern);
  pthread_mutex_unlock(&lock);
}

enum cvs_state cvs_wait(cvs_pattern *pattern, int milliseconds) {
  struct timespec until;
#if defined(__APPLE__)
  clock_gettime(CLOCK_REALTIME, &until);
#else
  clock_gettime(CLOCK_MONOTONIC, &until);
#endif
  until.tv_sec += milliseconds / 1000;
  until.tv_nsec += milliseconds % 1000 * 1000000L;
  if (until.tv_nsec >= 1000000000L) {
    until.tv_sec++;
    until.tv_nsec -= 1000000000L;
  }
  pthread_mutex_lock(&lock);
  while (pattern->state == cvs_compiling && milliseconds > 0) {
    if (pthread_cond_timedwait(&changed, &lock, &until) == ETIMEDOUT) break;
  }
  const enum cvs_state state = pattern->state;
  pthread_mutex_unlock(&lock);
  return state;
}

// Scratch for one scan; NULL if there is no memory for it.
static hs_scratch_t *take_scratch(cvs_pattern *pattern) {
  hs_scratch_t *scratch = NULL;
  pthread_mutex_lock(&lock);
  if (pattern->pooled > 0) scratch = pattern->pool[--pattern->pooled];
  pthread_mutex_unlock(&lock);
  if (!scratch) pattern->library->alloc_scratch(pattern->database, &scratch);
  return scratch;
}

static void give_back(cvs_pattern *pattern, hs_scratch_t *scratch) {
  pthread_mutex_lock(&lock);
  const int has_room = pattern->pooled < pool_count;
  if (has_room) pattern->pool[pattern->pooled++] = scratch;
  pthread_mutex_unlock(&lock);
  if (!has_room) pattern->library->free_scratch(scratch);
}

typedef struct {
  const uint8_t *text;
  size_t n;
  uint8_t end;
  size_t *places;
  size_t room;
  size_t count;
  // Matches that end before have nothing new to say.
  size_t next;
  size_t last;
  int is_out_of_order;
} places;

static int add_match(
    unsigned id, unsigned long long from, unsigned long long to, unsigned flags, void *context) {
  (void)id;
  (void)from;
  (void)flags;
  places *const found = context;
  const size_t last = to > 0 ? (size_t)to - 1 : 0;
  if (last < found->last) found->is_out_of_order = 1;
  found->last = last;
  if (last < found->next) return found->is_out_of_order;
  found->places[found->count++] = last;
  const uint8_t *const end = memchr(found->text + last, found->end, found->n - last);
  found->next = end ? (size_t)(end - found->text) + 1 : found->n;
  return found->is_out_of_order || found->count == found->room;
}

size_t cvs_find(cvs_pattern *pattern, const uint8_t *text, size_t n, uint8_t end, size_t *from,
                size_t *out, size_t room) {
  const size_t base = *from;
  if (base >= n || room == 0) return 0;
  if (n - base > UINT32_MAX) return cvs_failed;
  hs_scratch_t *const scratch = take_scratch(pattern);
  if (!scratch) return cvs_failed;
  places found = {
    .text = text + base, .n = n - base, .end = end, .places = out, .room = room,
  };
  const int result = pattern->library->scan(
      pattern->database, (const char *)found.text, (unsigned)found.n, 0, scratch, add_match, &found);
  give_back(pattern, scratch);
  const int is_fine = result == hs_success || result == hs_scan_terminated;
  // The library promises order; without it a place might have been taken for one that is known.
  if (!is_fine || found.is_out_of_order) return cvs_failed;
  *from = result == hs_success ? n : base + found.next;
  for (size_t index = 0; index < found.count; index++) out[index] += base;
  return found.count;
}
