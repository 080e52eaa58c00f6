// Measures the kernels that differ between levels and that bench.c does not measure, at every level
// that the processor supports. Each round times every level once, so that noise affects all levels
// equally. Prints CSV.
//
//     levels FILE ROUNDS
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "CKernels.h"

static uint8_t *text;
static size_t n;

// Eight words of the text, and eight strings that are rare in all texts.
static const uint8_t *words[8];
static const char *const rare[8] = {"zqx", "qkj", "xjq", "jzv", "vxq", "kqz", "wqj", "qvz"};

static void choose_words(void) {
  for (size_t k = 0; k < 8; k++) {
    const uint8_t *from = text + n / 9 * (k + 1), *space = memchr(from, ' ', (size_t)(text + n - from));
    words[k] = space && space + 16 < text + n ? space + 1 : from;
  }
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

// Counts the candidates for the first `width` bytes of the words, or of the rare strings.
static size_t fingerprints(unsigned width, int is_rare, double *time) {
  ck_fingerprints prints;
  ck_fingerprints_init(&prints, width, 1);
  for (unsigned bucket = 0; bucket < 8; bucket++) {
    for (unsigned place = 0; place < width; place++) {
      const uint8_t byte = is_rare ? (uint8_t)rare[bucket][place] : words[bucket][place];
      ck_fingerprints_add(&prints, bucket, place, byte);
    }
  }
  size_t places[512], from = 0, count = 0;
  uint8_t buckets[512];
  const double start = now();
  while (from < n) count += ck_find_fingerprints(&prints, text, n, &from, places, buckets, 512);
  *time = now() - start;
  return count;
}

static size_t two_bytes(double *time) { return fingerprints(2, 0, time); }
static size_t three_bytes(double *time) { return fingerprints(3, 0, time); }
static size_t two_rare_bytes(double *time) { return fingerprints(2, 1, time); }
static size_t three_rare_bytes(double *time) { return fingerprints(3, 1, time); }

// Converts the text to records, block by block, as loading a file does.
static size_t records(double *time) {
  enum { block = 1 << 18 };
  static uint8_t copy[block];
  static uint32_t starts[block + 2];
  size_t count = 0;
  *time = 0;
  for (size_t at = 0; at < n; at += block) {
    const size_t size = n - at < block ? n - at : block;
    memcpy(copy, text + at, size);
    const double start = now();
    count += ck_make_records(copy, size, 0, starts).count;
    *time += now() - start;
  }
  return count;
}

// Searches every third line for the first word, and returns how many of these lines contain it.
static size_t scattered(double *time) {
  static uint32_t *starts, *chosen, *found;
  static size_t count;
  if (!starts) {
    starts = malloc((n + 2) * sizeof *starts);
    chosen = malloc((n / 3 + 1) * sizeof *chosen);
    found = malloc((n / 3 + 1) * sizeof *found);
    if (!starts || !chosen || !found) abort();
    size_t lines = 0;
    starts[0] = 0;
    for (size_t at = 0; at < n; at++) {
      if (text[at] == '\n') starts[++lines] = (uint32_t)at + 1;
    }
    for (size_t line = 0; line < lines; line += 3) chosen[count++] = (uint32_t)line;
  }
  const double start = now();
  const size_t held = ck_find_in_records(text, n, starts, chosen, count, words[0], 6, 0, 3, found);
  *time = now() - start;
  return held;
}

typedef struct {
  const char *name;
  size_t (*run)(double *time);
} kernel;

static const kernel all[] = {
    {"fingerprints of 2 bytes", two_bytes},
    {"fingerprints of 3 bytes", three_bytes},
    {"fingerprints of 2 rare bytes", two_rare_bytes},
    {"fingerprints of 3 rare bytes", three_rare_bytes},
    {"lines to records", records},
    {"needle in every third line", scattered},
};

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argument_count, char **arguments) {
  static const char *const names[ck_level_count] = {
      "scalar", "sse2", "ssse3", "neon", "avx2", "avx512", "avx512vbmi"};
  FILE *file = argument_count > 2 ? fopen(arguments[1], "rb") : NULL;
  if (!file) {
    fprintf(stderr, "usage: levels FILE ROUNDS\n");
    return 64;
  }
  fseek(file, 0, SEEK_END);
  n = (size_t)ftell(file);
  rewind(file);
  text = malloc(n + 1);
  if (!text || fread(text, 1, n, file) != n) return 1;
  choose_words();
  const size_t rounds = strtoull(arguments[2], NULL, 10);
  double *times = calloc(ck_level_count * rounds, sizeof *times);
  if (!times) return 1;
  printf("kernel,level,answer,p50_ms\n");
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    size_t answers[ck_level_count] = {0};
    for (size_t round = 0; round < rounds; round++) {
      for (int level = 0; level < ck_level_count; level++) {
        if (ck_use_level(level)) answers[level] = all[k].run(times + (size_t)level * rounds + round);
      }
    }
    for (int level = ck_level_count - 1; level >= 0; level--) {
      if (!ck_supports(level)) continue;
      double *mine = times + (size_t)level * rounds;
      qsort(mine, rounds, sizeof *mine, ascending);
      printf("%s,%s,%zu,%.2f\n", all[k].name, names[level], answers[level], mine[rounds / 2]);
    }
  }
  return 0;
}
