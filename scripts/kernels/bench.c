// Measures how fast the kernels and other libraries count the lines that contain a needle, in one process. Each round
// times every contender once, so that noise affects all of them equally. Prints CSV.
#define _GNU_SOURCE
#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "CKernels.h"

#ifdef WITH_VECTORSCAN
#include <hs/hs.h>
#endif
#ifdef WITH_RUST
size_t rust_lines(const uint8_t *hay, size_t n, const uint8_t *needle, size_t m);
#endif

typedef struct {
  const uint8_t *hay, *needle;
  size_t n, m;
  const uint64_t *counts;  // how many times each byte value occurs in the haystack
} task;

static uint64_t rarity(const task *t, uint8_t byte, int caseless) {
  return t->counts[byte] + (caseless && islower(byte) ? t->counts[toupper(byte)] : 0);
}

static size_t kernel_lines(const task *t, int level, int caseless) {
  if (!ck_use_level(level)) return SIZE_MAX;
  size_t rarest = 0, other = SIZE_MAX;
  for (size_t k = 1; k < t->m; k++) {
    if (rarity(t, t->needle[k], caseless) < rarity(t, t->needle[rarest], caseless)) rarest = k;
  }
  for (size_t k = 0; k < t->m; k++) {
    if (k != rarest && (other == SIZE_MAX || rarity(t, t->needle[k], caseless) <
                                                 rarity(t, t->needle[other], caseless))) {
      other = k;
    }
  }
  if (t->m < 2) rarest = other = 0;
  const size_t i = rarest < other ? rarest : other, j = rarest < other ? other : rarest;
  size_t places[512], from = 0, count = 0;
  while (from < t->n) {
    count += ck_find_lines(
        t->hay, t->n, t->needle, t->m, i, j, caseless, '\n', &from, places, 512);
  }
  return count;
}

static size_t libc(const task *t, int level, int caseless) {
  (void)level, (void)caseless;
  size_t count = 0;
  const uint8_t *at = t->hay, *stop = t->hay + t->n;
  while ((at = memmem(at, (size_t)(stop - at), t->needle, t->m))) {
    count++;
    at = memchr(at + t->m, '\n', (size_t)(stop - at) - t->m);
    if (!at) break;
    at++;
  }
  return count;
}

// Counts newlines. This reads every byte once, so its time is a lower bound for the time of a scan.
static size_t newlines(const task *t, int level, int caseless) {
  (void)level, (void)caseless;
  return ck_count_byte(t->hay, t->n, '\n') ? SIZE_MAX - 1 : 0;
}

#ifdef WITH_RUST
static size_t rust(const task *t, int level, int caseless) {
  (void)level, (void)caseless;
  return rust_lines(t->hay, t->n, t->needle, t->m);
}
#endif

#ifdef WITH_VECTORSCAN
typedef struct {
  const task *t;
  size_t count, line_end;
} sink;

static int seen(
    unsigned id, unsigned long long from, unsigned long long to, unsigned flags, void *context) {
  (void)id, (void)from, (void)flags;
  sink *s = context;
  if (to <= s->line_end) return 0;
  s->count++;
  const uint8_t *end = memchr(s->t->hay + to, '\n', s->t->n - to);
  s->line_end = end ? (size_t)(end - s->t->hay) + 1 : s->t->n;
  return 0;
}

static size_t vectorscan(const task *t, int level, int caseless) {
  (void)level, (void)caseless;
  char pattern[256];
  size_t to = 0;
  for (size_t k = 0; k < t->m; k++) to += (size_t)sprintf(pattern + to, "\\x%02x", t->needle[k]);
  hs_database_t *database;
  hs_compile_error_t *error;
  hs_scratch_t *scratch = NULL;
  if (hs_compile(pattern, HS_FLAG_CASELESS, HS_MODE_BLOCK, NULL, &database, &error)) {
    return SIZE_MAX;
  }
  hs_alloc_scratch(database, &scratch);
  sink s = {t, 0, 0};
  hs_scan(database, (const char *)t->hay, (unsigned)t->n, 0, scratch, seen, &s);
  hs_free_scratch(scratch);
  hs_free_database(database);
  return s.count;
}
#endif

typedef struct {
  const char *name;
  size_t (*count)(const task *, int level, int caseless);
  int level, caseless;
} contender;

static const contender contenders[] = {
    {"avx512vbmi", kernel_lines, ck_avx512vbmi, 0},
    {"avx512", kernel_lines, ck_avx512, 0},
    {"avx2", kernel_lines, ck_avx2, 0},
    {"ssse3", kernel_lines, ck_ssse3, 0},
    {"sse2", kernel_lines, ck_sse2, 0},
    {"neon", kernel_lines, ck_neon, 0},
    {"scalar", kernel_lines, ck_scalar, 0},
#ifdef WITH_RUST
    {"rust-memmem", rust, 0, 0},
#endif
    {"libc-memmem", libc, 0, 0},
    {"count-newlines", newlines, 0, 0},
    {"avx512vbmi", kernel_lines, ck_avx512vbmi, 1},
    {"avx512", kernel_lines, ck_avx512, 1},
    {"avx2", kernel_lines, ck_avx2, 1},
    {"ssse3", kernel_lines, ck_ssse3, 1},
    {"sse2", kernel_lines, ck_sse2, 1},
    {"neon", kernel_lines, ck_neon, 1},
    {"scalar", kernel_lines, ck_scalar, 1},
#ifdef WITH_VECTORSCAN
    {"vectorscan", vectorscan, 0, 1},
#endif
};
enum { contender_count = sizeof contenders / sizeof *contenders };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: bench FILE ROUNDS NEEDLE...\n");
    return 64;
  }
  const int file = open(argv[1], O_RDONLY);
  struct stat info;
  if (file < 0 || fstat(file, &info)) {
    perror(argv[1]);
    return 1;
  }
  // Copy the file into memory, because a loaded corpus is in memory too.
  const size_t n = (size_t)info.st_size;
  uint8_t *hay = malloc(n + 1);
  for (size_t at = 0; hay && at < n;) {
    const ssize_t got = read(file, hay + at, n - at);
    if (got <= 0) return 1;
    at += (size_t)got;
  }
  static uint64_t counts[256];
  for (size_t k = 0; k < n; k++) counts[hay[k]]++;
  const size_t rounds = (size_t)atoi(argv[2]);
  double *times = calloc(contender_count * rounds, sizeof *times);
  printf("needle,case,contender,lines,p50_ms,ratio\n");
  for (int k = 3; k < argc; k++) {
    const task t = {hay, (const uint8_t *)argv[k], n, strlen(argv[k]), counts};
    size_t found[contender_count];
    for (size_t round = 0; round < rounds; round++) {
      for (size_t c = 0; c < contender_count; c++) {
        const double start = now();
        found[c] = contenders[c].count(&t, contenders[c].level, contenders[c].caseless);
        times[c * rounds + round] = now() - start;
      }
    }
    double peer[2] = {0, 0};
    for (size_t c = 0; c < contender_count; c++) {
      qsort(times + c * rounds, rounds, sizeof *times, ascending);
      const char *name = contenders[c].name;
      if (!strcmp(name, "rust-memmem") || !strcmp(name, "vectorscan")) {
        peer[contenders[c].caseless] = times[c * rounds + rounds / 2];
      }
    }
    for (size_t c = 0; c < contender_count; c++) {
      if (found[c] == SIZE_MAX) continue;
      const double p50 = times[c * rounds + rounds / 2];
      const char *sort = contenders[c].caseless ? "ignored" : "exact";
      printf("%s,%s,%s,", argv[k], sort, contenders[c].name);
      if (found[c] < SIZE_MAX - 1) printf("%zu", found[c]);
      printf(",%.2f,", p50);
      if (peer[contenders[c].caseless] > 0) printf("%.2f", p50 / peer[contenders[c].caseless]);
      printf("\n");
      fflush(stdout);
    }
  }
  return 0;
}
