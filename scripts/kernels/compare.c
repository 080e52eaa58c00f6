// Compares the kernels of every level that the processor supports with two references: loops over
// bytes, and the same sources compiled without vectors. The inputs are random or hostile. Prints
// the number of comparisons for each level.
//
//     compare ROUNDS [SEED]
#define _GNU_SOURCE
#include "compare.h"

#include <sys/mman.h>
#include <unistd.h>

static uint64_t state;
static uint64_t seed_in_use;
static const char *current = "", *level_in_use = "";

size_t below(size_t limit) {
  // SplitMix64.
  uint64_t z = state += 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return (size_t)((z ^ z >> 31) % limit);
}

enum { buffer_count = 12, longest_buffer = 1 << 18 };
static void *lent[buffer_count];
static size_t lent_count;

#if defined(__SANITIZE_ADDRESS__) || (defined(__has_feature) && __has_feature(address_sanitizer))
void *lend(size_t n) {
  if (lent_count == buffer_count) abort();
  return lent[lent_count++] = malloc(n);
}

static void take_back(void) {
  while (lent_count) free(lent[--lent_count]);
}
#else
// Each buffer has its own pages, between two inaccessible pages.
void *lend(size_t n) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  if (lent_count == buffer_count || n > longest_buffer) abort();
  uint8_t *start = lent[lent_count];
  if (!start) {
    start = mmap(NULL, longest_buffer + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED || mprotect(start + page, longest_buffer, PROT_READ | PROT_WRITE)) abort();
    lent[lent_count] = start;
  }
  lent_count++;
  // The start is aligned even for arrays of numbers, because their sizes are multiples of their
  // alignment.
  return below(2) ? start + page + longest_buffer - n : start + page;
}

static void take_back(void) { lent_count = 0; }
#endif

uint8_t *lend_copy(const void *bytes, size_t n) {
  uint8_t *copy = lend(n);
  if (n) memcpy(copy, bytes, n);
  return copy;
}

static size_t random_length(size_t max_length) {
  const size_t limits[] = {max_length + 1, 200, 70, 40};
  const size_t limit = limits[below(4)];
  return below(limit < max_length + 1 ? limit : max_length + 1);
}

uint8_t *lend_text(size_t max_length, size_t *n) {
  static const char *const scalars[] = {
      "a", "e", " ", "\n", "\r\n", "Z", "é", "ß", "Ж", "я", "漢", "字",
      "\u0301", "\u0316", "😀", "İ", "ﬁ", "\u00a0", "\u2003", "\xff", "가", "\u212a"};
  static uint8_t text[longest_buffer + 8];
  const size_t length = random_length(max_length), kind = below(6), letters = 1 + below(4);
  size_t count = 0;
  while (count < length) {
    const char *piece = scalars[below(sizeof scalars / sizeof *scalars)];
    switch (kind) {
      case 0: text[count++] = (uint8_t)below(256); break;
      case 1: text[count++] = "ab\nA"[below(letters)]; break;
      case 2: text[count++] = "k@`K{[\n"[below(7)]; break;
      case 3: text[count++] = below(300) ? 'a' : (uint8_t)"bA\n\xff"[below(4)]; break;
      default:
        if (kind == 4 && !below(20)) text[count++] = (uint8_t)(0x80 + below(128));
        memcpy(text + count, piece, strlen(piece));
        count += strlen(piece);
    }
  }
  *n = kind == 5 ? count : length;  // the last scalar may be incomplete
  return lend_copy(text, *n);
}

void expect(int is_equal, const char *what) {
  if (is_equal) return;
  printf("%s at level %s: %s differs (seed %llu)\n", current, level_in_use, what,
         (unsigned long long)seed_in_use);
  exit(1);
}

static size_t run(const comparison *list, size_t rounds, uint64_t seed, int is_leveled) {
  size_t done = 0;
  for (; list->name; list++) {
    if (list->is_leveled != is_leveled) continue;
    current = list->name;
    for (size_t round = 0; round < rounds; round++, done++) {
      seed_in_use = state = seed + round;
      list->run();
      take_back();
    }
  }
  return done;
}

int main(int count, char **words) {
  static const char *const names[ck_level_count] = {
      "scalar", "sse2", "ssse3", "neon", "avx2", "avx512", "avx512vbmi"};
  if (count < 2) {
    fprintf(stderr, "usage: compare ROUNDS [SEED]\n");
    return 64;
  }
  const size_t rounds = strtoull(words[1], NULL, 10);
  const uint64_t seed = count > 2 ? strtoull(words[2], NULL, 10) : 1;
  // Write each line immediately, so that after a crash, the counts of the completed levels are
  // visible.
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (int level = 0; level < ck_level_count; level++) {
    if (!ck_use_level(level)) continue;
    level_in_use = names[level];
    const size_t done = run(searches, rounds, seed, 1) + run(transforms, rounds, seed, 1);
    printf("%-10s %zu comparisons\n", level_in_use, done);
  }
  level_in_use = "all";
  const size_t done = run(searches, rounds, seed, 0) + run(transforms, rounds, seed, 0);
  printf("%-10s %zu comparisons\n", "any level", done);
  return 0;
}
