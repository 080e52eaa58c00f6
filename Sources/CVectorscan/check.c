// Whether the library finds what it should: some of its releases (5.4.9 among them) miss matches where they look for pairs
// of sets of bytes, on x86 at least. A filter that misses matches is of no use.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>

#include "CVectorscan.h"
#include "library.h"

enum { text_size = 300 };

// A pattern, and a text that it matches to its end, but not in part.
typedef struct {
  const char *pattern;
  const char *text;
} sample;

static const sample samples[] = {
  {"[^a-zA-Z]b", " b"},
  {"a[\\xfe\\xff]", "a\xff"},
  {"[ab]b", "ab"},
  {"\\bk", " k"},
  {"[kK]", "k"},
  {"foo", "foo"},
  {"foo|bar|quux", "bar"},
  {"[\\xce\\xcf][\\x80-\\xbf]", "\xce\xb1"},
  {"[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]", "10.0.1"},
  {"(?:foo|bar)[^y]*z", "foo--z"},
  {"\\b[A-Z][a-z]+ing\\b", " Sting "},
  {"[a-c]{2,9}d", "abcd"},
};

typedef struct {
  unsigned long long end;
  int is_found;
} wanted_match;

static int note(
    unsigned id, unsigned long long from, unsigned long long to, unsigned flags, void *context) {
  (void)id;
  (void)from;
  (void)flags;
  wanted_match *const wanted = context;
  if (to == wanted->end) wanted->is_found = 1;
  return 0;
}

// Whether a match is found at each place of a text.
static int finds_everywhere(
    const cvs_library *library, const sample *sample, hs_database_t *database,
    hs_scratch_t *scratch) {
  char text[text_size];
  const size_t length = strlen(sample->text);
  // A boundary behind the match is not in it.
  const size_t end = sample->text[length - 1] == ' ' ? length - 1 : length;
  for (size_t place = 0; place + length <= text_size; place++) {
    memset(text, 'x', sizeof text);
    memcpy(text + place, sample->text, length);
    wanted_match wanted = {.end = place + end};
    if (library->scan(database, text, text_size, 0, scratch, note, &wanted) != hs_success ||
        !wanted.is_found) {
      return 0;
    }
  }
  return 1;
}

static int passes(const cvs_library *library, const sample *sample) {
  hs_database_t *database = NULL;
  hs_compile_error_t *error = NULL;
  hs_scratch_t *scratch = NULL;
  if (library->compile(sample->pattern, 0, hs_mode_block, NULL, &database, &error) != hs_success) {
    if (error) library->free_compile_error(error);
    return 0;
  }
  int is_good = 0;
  if (library->alloc_scratch(database, &scratch) == hs_success) {
    is_good = finds_everywhere(library, sample, database, scratch);
    library->free_scratch(scratch);
  }
  library->free_database(database);
  return is_good;
}

static int is_sound = 0;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void check(void) {
  const cvs_library *const library = cvs_open_library();
  if (!library) return;
  for (size_t index = 0; index < sizeof samples / sizeof samples[0]; index++) {
    if (!passes(library, &samples[index])) return;
  }
  is_sound = 1;
}

int cvs_is_sound(void) {
  pthread_once(&once, check);
  return is_sound;
}
