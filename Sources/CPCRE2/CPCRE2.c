// Calls PCRE2, whose functions are looked up by name in the loaded library. The prototypes follow
// PCRE2's manual page, pcre2api(3).
#include "CPCRE2.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// MARK: The library

enum {
  // Options of pcre2_compile.
  option_caseless = 0x00000008,
  option_dollar_endonly = 0x00000010,
  option_dupnames = 0x00000040,
  option_utf = 0x00080000,
  option_never_backslash_c = 0x00100000,
  // An option of pcre2_match.
  option_no_utf_check = 0x40000000,
  option_jit_complete = 1,
  newline_lf = 2,
  info_capture_count = 4,
  config_version = 11,
  error_no_match = -1,
  error_callout = -37,
};

/// PCRE2's match limit for one starting offset; the value is the library's default. A search with
/// machine code reaches the limit after 10 to 60 ms.
static const uint32_t match_limit = 10000000;

/// The maximum memory for one search without machine code, in units of 1024 bytes.
static const uint32_t heap_limit = 64 << 10;

/// The maximum memory for one search with machine code, in bytes.
static const size_t longest_stack = 16 << 20;

struct cpcre_library {
  void *(*compile)(const uint8_t *, size_t, uint32_t, int *, size_t *, void *);
  void (*code_free)(void *);
  int (*jit_compile)(void *, uint32_t);
  int (*match)(const void *, const uint8_t *, size_t, size_t, uint32_t, void *, void *);
  void *(*match_data_create)(const void *, void *);
  void (*match_data_free)(void *);
  size_t *(*ovector)(void *);
  int (*error_message)(int, uint8_t *, size_t);
  void *(*compile_context_create)(void *);
  void (*compile_context_free)(void *);
  int (*set_newline)(void *, uint32_t);
  void *(*match_context_create)(void *);
  void (*match_context_free)(void *);
  int (*set_match_limit)(void *, uint32_t);
  int (*set_heap_limit)(void *, uint32_t);
  int (*set_callout)(void *, int (*)(void *, void *), void *);
  int (*pattern_info)(const void *, uint32_t, void *);
  int (*number_from_name)(const void *, const uint8_t *);
  void *(*jit_stack_create)(size_t, size_t, void *);
  void (*jit_stack_free)(void *);
  void (*jit_stack_assign)(void *, void *, void *);
  int (*config)(uint32_t, void *);
};

/// Stores the address of the function `name` in a function pointer; returns whether the library has
/// the function.
static int bind(void *handle, const char *name, void *function) {
  void *found = dlsym(handle, name);
  memcpy(function, &found, sizeof found);
  return found != NULL;
}

const cpcre_library *cpcre_open(const char *path) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return NULL;
  cpcre_library *own = calloc(1, sizeof *own);
  if (own && bind(handle, "pcre2_compile_8", &own->compile) && bind(handle, "pcre2_code_free_8", &own->code_free)
      && bind(handle, "pcre2_jit_compile_8", &own->jit_compile) && bind(handle, "pcre2_match_8", &own->match)
      && bind(handle, "pcre2_match_data_create_from_pattern_8", &own->match_data_create)
      && bind(handle, "pcre2_match_data_free_8", &own->match_data_free)
      && bind(handle, "pcre2_get_ovector_pointer_8", &own->ovector)
      && bind(handle, "pcre2_get_error_message_8", &own->error_message)
      && bind(handle, "pcre2_compile_context_create_8", &own->compile_context_create)
      && bind(handle, "pcre2_compile_context_free_8", &own->compile_context_free)
      && bind(handle, "pcre2_set_newline_8", &own->set_newline)
      && bind(handle, "pcre2_match_context_create_8", &own->match_context_create)
      && bind(handle, "pcre2_match_context_free_8", &own->match_context_free)
      && bind(handle, "pcre2_set_match_limit_8", &own->set_match_limit)
      && bind(handle, "pcre2_set_heap_limit_8", &own->set_heap_limit)
      && bind(handle, "pcre2_set_callout_8", &own->set_callout)
      && bind(handle, "pcre2_pattern_info_8", &own->pattern_info)
      && bind(handle, "pcre2_substring_number_from_name_8", &own->number_from_name)
      && bind(handle, "pcre2_jit_stack_create_8", &own->jit_stack_create)
      && bind(handle, "pcre2_jit_stack_free_8", &own->jit_stack_free)
      && bind(handle, "pcre2_jit_stack_assign_8", &own->jit_stack_assign)
      && bind(handle, "pcre2_config_8", &own->config)) {
    return own;
  }
  free(own);
  dlclose(handle);
  return NULL;
}

int cpcre_version(const cpcre_library *library, char *text, size_t capacity) {
  int length = library->config(config_version, NULL);
  return length > 0 && (size_t)length <= capacity && library->config(config_version, text) > 0;
}

// MARK: Patterns

/// The maximum size in bytes of a text that is searched without a callout. In longer texts, a
/// callout at each starting offset can cancel the search.
static const size_t longest_quiet = 4096;

struct cpcre_pattern {
  const cpcre_library *library;
  void *code;
  /// The pattern of `code`, preceded by a callout; NULL if it could not be compiled with the
  /// callout.
  void *watched;
  pthread_mutex_t lock;
  /// The search states that no thread is using.
  cpcre_state *idle;
};

static void *compile(
    const cpcre_library *library, const uint8_t *pattern, size_t count, int ignores_case, int *error, size_t *offset) {
  void *context = library->compile_context_create(NULL);
  if (context) library->set_newline(context, newline_lf);
  uint32_t options = option_utf | option_never_backslash_c | option_dollar_endonly | option_dupnames;
  if (ignores_case) options |= option_caseless;
  void *code = library->compile(pattern, count, options, error, offset, context);
  if (context) library->compile_context_free(context);
  // If JIT compilation fails, PCRE2 interprets the pattern.
  if (code) library->jit_compile(code, option_jit_complete);
  return code;
}

/// The length in bytes of the settings, such as `(*UCP)`, at the start of a pattern. The callout
/// must follow the settings.
static size_t settings(const uint8_t *pattern, size_t count) {
  size_t length = 0;
  while (length + 1 < count && pattern[length] == '(' && pattern[length + 1] == '*') {
    // Other verbs, such as (*FAIL) or (*atomic:a), are not settings.
    static const char *const names[] = {"UTF", "UCP", "NO_", "NOTEMPTY", "LIMIT_", "CR", "LF", "ANY", "NUL", "BSR_"};
    int is_setting = 0;
    for (size_t name = 0; name < sizeof names / sizeof *names; name += 1) {
      size_t size = strlen(names[name]);
      if (length + 2 + size <= count && memcmp(pattern + length + 2, names[name], size) == 0) is_setting = 1;
    }
    const uint8_t *end = is_setting ? memchr(pattern + length, ')', count - length) : NULL;
    if (!end) break;
    length = (size_t)(end - pattern) + 1;
  }
  return length;
}

/// Compiles the pattern, preceded by a callout; returns NULL if compiling fails.
static void *compile_watched(const cpcre_library *library, const uint8_t *pattern, size_t count, int ignores_case) {
  static const char callout[] = "(?C1)";
  size_t size = sizeof callout - 1;
  uint8_t *text = malloc(count + size);
  if (!text) return NULL;
  size_t first = settings(pattern, count);
  memcpy(text, pattern, first);
  memcpy(text + first, callout, size);
  memcpy(text + first + size, pattern + first, count - first);
  int error = 0;
  size_t offset = 0;
  void *code = compile(library, text, count + size, ignores_case, &error, &offset);
  free(text);
  return code;
}

cpcre_pattern *cpcre_compile(
    const cpcre_library *library, const uint8_t *pattern, size_t count, int ignores_case, cpcre_problem *problem) {
  static const uint8_t nothing[1] = {0};
  if (!pattern) pattern = nothing;
  memset(problem, 0, sizeof *problem);
  int error = 0;
  size_t offset = 0;
  void *code = compile(library, pattern, count, ignores_case, &error, &offset);
  if (!code) {
    problem->offset = offset < count ? offset : count;
    library->error_message(error, (uint8_t *)problem->message, sizeof problem->message);
    return NULL;
  }
  cpcre_pattern *own = calloc(1, sizeof *own);
  if (!own) {
    library->code_free(code);
    strcpy(problem->message, "there is not enough memory");
    return NULL;
  }
  own->library = library;
  own->code = code;
  own->watched = compile_watched(library, pattern, count, ignores_case);
  pthread_mutex_init(&own->lock, NULL);
  return own;
}

int cpcre_group_count(const cpcre_pattern *pattern) {
  uint32_t count = 0;
  pattern->library->pattern_info(pattern->code, info_capture_count, &count);
  return (int)count;
}

int cpcre_group_named(const cpcre_pattern *pattern, const char *name) {
  int number = pattern->library->number_from_name(pattern->code, (const uint8_t *)name);
  return number > 0 ? number : -1;
}

// MARK: Searching

struct cpcre_state {
  cpcre_pattern *pattern;
  void *data;
  void *context;
  void *stack;
  int (*is_cancelled)(void *);
  void *cancellation_context;
  unsigned calls;
  /// The time of the last call of `is_cancelled`, in nanoseconds.
  int64_t last;
  cpcre_state *next;
};

// Use the coarse clock if the system has it: it is fast to read, and its ticks of a few
// milliseconds are precise enough.
#ifdef CLOCK_MONOTONIC_COARSE
enum { ticking_clock = CLOCK_MONOTONIC_COARSE };
#else
enum { ticking_clock = CLOCK_MONOTONIC };
#endif

static int64_t now(void) {
  struct timespec time;
  clock_gettime(ticking_clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/// Whether the search should end. Reads the clock only on every `step`th call.
static int is_cancelled(cpcre_state *state, unsigned step) {
  if (!state->is_cancelled || ++state->calls % step != 0) return 0;
  int64_t time = now();
  if (time - state->last < 20000000) return 0;
  state->last = time;
  return state->is_cancelled(state->cancellation_context);
}

int cpcre_is_cancelled(cpcre_state *state) { return is_cancelled(state, 4); }

/// PCRE2 calls this function at each starting offset; a negative result ends the search.
static int watch(void *block, void *context) {
  (void)block;
  return is_cancelled(context, 16) ? error_callout : 0;
}

static void free_state(cpcre_state *state) {
  const cpcre_library *library = state->pattern->library;
  if (state->data) library->match_data_free(state->data);
  if (state->context) library->match_context_free(state->context);
  if (state->stack) library->jit_stack_free(state->stack);
  free(state);
}

void cpcre_free(cpcre_pattern *pattern) {
  if (!pattern) return;
  while (pattern->idle) {
    cpcre_state *state = pattern->idle;
    pattern->idle = state->next;
    free_state(state);
  }
  pattern->library->code_free(pattern->code);
  if (pattern->watched) pattern->library->code_free(pattern->watched);
  pthread_mutex_destroy(&pattern->lock);
  free(pattern);
}

cpcre_state *cpcre_take(cpcre_pattern *pattern) {
  pthread_mutex_lock(&pattern->lock);
  cpcre_state *state = pattern->idle;
  if (state) pattern->idle = state->next;
  pthread_mutex_unlock(&pattern->lock);
  if (state) return state;
  const cpcre_library *library = pattern->library;
  state = calloc(1, sizeof *state);
  if (!state) return NULL;
  state->pattern = pattern;
  state->data = library->match_data_create(pattern->code, NULL);
  state->context = library->match_context_create(NULL);
  if (!state->data || !state->context) {
    free_state(state);
    return NULL;
  }
  library->set_match_limit(state->context, match_limit);
  library->set_heap_limit(state->context, heap_limit);
  library->set_callout(state->context, watch, state);
  state->stack = library->jit_stack_create(32 << 10, longest_stack, NULL);
  if (state->stack) library->jit_stack_assign(state->context, NULL, state->stack);
  return state;
}

void cpcre_give_back(cpcre_state *state) {
  cpcre_pattern *pattern = state->pattern;
  state->is_cancelled = NULL;
  pthread_mutex_lock(&pattern->lock);
  state->next = pattern->idle;
  pattern->idle = state;
  pthread_mutex_unlock(&pattern->lock);
}

void cpcre_watch(cpcre_state *state, int (*is_cancelled)(void *), void *context) {
  state->is_cancelled = is_cancelled;
  state->cancellation_context = context;
  state->last = now();
}

int cpcre_find(
    cpcre_state *state, const uint8_t *text, size_t count, size_t start, ptrdiff_t *bounds, size_t groups) {
  static const uint8_t nothing[1] = {0};
  if (!text) text = nothing;
  const cpcre_library *library = state->pattern->library;
  void *watched = state->pattern->watched;
  void *code = count > longest_quiet && state->is_cancelled && watched ? watched : state->pattern->code;
  int found = library->match(code, text, count, start, option_no_utf_check, state->data, state->context);
  if (found == error_no_match) return cpcre_none;
  if (found == error_callout) return cpcre_cancelled;
  if (found < 0) return cpcre_undecided;
  const size_t *places = library->ovector(state->data);
  // `found` is one more than the number of the last group that participated in the match.
  for (size_t bound = 0; bound < 2 * groups; bound += 1) {
    bounds[bound] = bound < 2 * (size_t)found && places[bound] != SIZE_MAX ? (ptrdiff_t)places[bound] : -1;
  }
  // With \K in a look-ahead, the match can start after its end; make such a match empty.
  if (groups > 0 && bounds[0] > bounds[1]) bounds[0] = bounds[1];
  return cpcre_found;
}
