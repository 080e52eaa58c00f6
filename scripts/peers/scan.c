// Measures how fast other libraries count the lines that contain a needle, in a file that is already in memory.
//
//   scan FILE SECONDS CONTENDER NEEDLE...    scans for each needle for about SECONDS
//
// Contenders: libc-memmem, "read by 1 thread", "read by 2 threads"; rust-memmem and vectorscan-caseless if they were
// built in. Prints one tab-separated line for each needle: the needle, matching lines, number of scans, and median
// seconds.
// Exit codes: 0 done; 1 something failed; 64 usage.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifdef WITH_VECTORSCAN
#include <hs/hs.h>
#endif
#ifdef WITH_RUST
size_t rust_lines(const uint8_t *hay, size_t n, const uint8_t *needle, size_t m);
#endif

enum { max_samples = 1001 };

typedef struct {
  const uint8_t *hay, *needle;
  size_t n, m;
} task;

static size_t libc_lines(const task *t) {
  size_t count = 0;
  const uint8_t *at = t->hay, *stop = t->hay + t->n;
  while ((at = memmem(at, (size_t)(stop - at), t->needle, t->m))) {
    count++;
    at += t->m;
    at = memchr(at, '\n', (size_t)(stop - at));
    if (!at) break;
    at++;
  }
  return count;
}

#ifdef WITH_RUST
static size_t memchr_lines(const task *t) { return rust_lines(t->hay, t->n, t->needle, t->m); }
#endif

#ifdef WITH_VECTORSCAN
typedef struct {
  const task *t;
  size_t count, line_end;
} sink;

static int seen(unsigned id, unsigned long long from, unsigned long long to, unsigned flags, void *context) {
  (void)id, (void)from, (void)flags;
  sink *s = context;
  if (to <= s->line_end) return 0;
  s->count++;
  const uint8_t *end = memchr(s->t->hay + to, '\n', s->t->n - to);
  s->line_end = end ? (size_t)(end - s->t->hay) + 1 : s->t->n;
  return 0;
}

// The pattern is compiled once, before the time is measured.
static hs_database_t *database;
static hs_scratch_t *scratch;

static int compile(const task *t) {
  char pattern[1024];
  size_t length = 0;
  for (size_t k = 0; k < t->m && length < sizeof pattern - 8; k++) {
    const uint8_t byte = t->needle[k];
    // Non-ASCII bytes are not escaped, so that vectorscan decodes UTF-8 and applies its case rules.
    if (byte < 0x80) length += (size_t)sprintf(pattern + length, "\\x%02x", byte);
    else pattern[length++] = (char)byte;
  }
  pattern[length] = 0;
  hs_compile_error_t *error;
  hs_free_database(database);
  database = NULL;
  if (hs_compile(pattern, HS_FLAG_CASELESS | HS_FLAG_UTF8, HS_MODE_BLOCK, NULL, &database, &error)) return 0;
  return hs_alloc_scratch(database, &scratch) == HS_SUCCESS;
}

static size_t vectorscan_lines(const task *t) {
  sink s = {t, 0, 0};
  if (hs_scan(database, (const char *)t->hay, (unsigned)t->n, 0, scratch, seen, &s) != HS_SUCCESS) exit(1);
  return s.count;
}
#endif

// Reads every byte once, with one thread or with two threads. The time is a lower bound for any
// search of all bytes.
typedef struct {
  const uint8_t *bytes;
  size_t n;
  uint64_t any;
} part;

static void *read_part(void *context) {
  part *p = context;
  uint64_t any[8] = {0};
  for (size_t at = 0; at + 64 <= p->n; at += 64) {
    uint64_t words[8];
    memcpy(words, p->bytes + at, 64);
    for (int k = 0; k < 8; k++) any[k] |= words[k];
  }
  for (int k = 0; k < 8; k++) p->any |= any[k];
  return NULL;
}

static size_t read_by_one(const task *t) {
  part whole = {t->hay, t->n, 0};
  read_part(&whole);
  return whole.any != 0;
}

static size_t read_by_two(const task *t) {
  const size_t half = t->n / 2 & ~(size_t)63;
  part parts[2] = {{t->hay, half, 0}, {t->hay + half, t->n - half, 0}};
  pthread_t other;
  if (pthread_create(&other, NULL, read_part, &parts[1])) exit(1);
  read_part(&parts[0]);
  pthread_join(other, NULL);
  return (parts[0].any | parts[1].any) != 0;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static const uint8_t *contents(const char *path, size_t *size) {
  const int file = open(path, O_RDONLY);
  struct stat state;
  if (file < 0 || fstat(file, &state)) return NULL;
  // Request huge pages, as searchbench does.
  const size_t page = (size_t)1 << 21;
  const size_t capacity = ((size_t)state.st_size + 64 + page - 1) & ~(page - 1);
  uint8_t *bytes = aligned_alloc(page, capacity);
#ifdef MADV_HUGEPAGE
  if (bytes) madvise(bytes, capacity, MADV_HUGEPAGE);
#endif
  size_t filled = 0;
  while (bytes && filled < (size_t)state.st_size) {
    const ssize_t got = read(file, bytes + filled, (size_t)state.st_size - filled);
    if (got <= 0) return NULL;
    filled += (size_t)got;
  }
  close(file);
  *size = filled;
  return bytes;
}

int main(int count, char **arguments) {
  if (count < 5) {
    fprintf(stderr, "scan: expected FILE SECONDS CONTENDER NEEDLE...\n");
    return 64;
  }
  const double budget = atof(arguments[2]);
  const char *name = arguments[3];
  size_t (*lines)(const task *) = NULL;
  if (!strcmp(name, "libc-memmem")) lines = libc_lines;
  if (!strcmp(name, "read by 1 thread")) lines = read_by_one;
  if (!strcmp(name, "read by 2 threads")) lines = read_by_two;
#ifdef WITH_RUST
  if (!strcmp(name, "rust-memmem")) lines = memchr_lines;
#endif
#ifdef WITH_VECTORSCAN
  if (!strcmp(name, "vectorscan-caseless")) lines = vectorscan_lines;
#endif
  if (!lines) {
    fprintf(stderr, "scan: '%s' was not built in\n", name);
    return 64;
  }
  task t = {0};
  t.hay = contents(arguments[1], &t.n);
  if (!t.hay) {
    perror(arguments[1]);
    return 1;
  }
  static double samples[max_samples];
  for (int k = 4; k < count; k++) {
    t.needle = (const uint8_t *)arguments[k];
    t.m = strlen(arguments[k]);
#ifdef WITH_VECTORSCAN
    if (lines == vectorscan_lines && !compile(&t)) return 1;
#endif
    size_t found = lines(&t);
    int taken = 0;
    const double start = now();
    while (taken < 5 || (taken < max_samples && now() - start < budget)) {
      const double before = now();
      found = lines(&t);
      samples[taken++] = now() - before;
    }
    qsort(samples, (size_t)taken, sizeof *samples, by_value);
    printf("%s\t%zu\t%d\t%.9f\n", arguments[k], found, taken, samples[taken / 2]);
  }
  return 0;
}
