// Regular expressions with PCRE2. The PCRE2 library is opened at run time.
//
// Texts are well-formed UTF-8, given by address and length. A text is zero-terminated only if its
// comment says so.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The functions of an opened library.
typedef struct cpcre_library cpcre_library;

/// Opens the library at a path; returns NULL if there is no library, or if it lacks a function. The
/// library is never closed.
const cpcre_library *cpcre_open(const char *path);

/// Copies the library's version to `text` as a zero-terminated string; returns whether it fits.
int cpcre_version(const cpcre_library *library, char *text, size_t capacity);

/// The error in a malformed pattern.
typedef struct {
  /// The byte offset of the error in the pattern.
  size_t offset;
  /// The library's message, zero-terminated.
  char message[256];
} cpcre_problem;

/// A compiled pattern, which several threads may use.
typedef struct cpcre_pattern cpcre_pattern;

/// Compiles a pattern, to machine code if the library supports it. If the pattern is malformed,
/// sets `problem` and returns NULL.
cpcre_pattern *cpcre_compile(
    const cpcre_library *library, const uint8_t *pattern, size_t count, int ignores_case, cpcre_problem *problem);

void cpcre_free(cpcre_pattern *pattern);

/// The number of groups, not counting the match itself.
int cpcre_group_count(const cpcre_pattern *pattern);

/// The number of the group called `name`, a zero-terminated string; -1 if there is no such group.
int cpcre_group_named(const cpcre_pattern *pattern, const char *name);

/// The working memory of a search, which one thread can use at a time.
typedef struct cpcre_state cpcre_state;

/// Acquires a search state for one thread, until `cpcre_give_back` is called; NULL if out of memory.
cpcre_state *cpcre_take(cpcre_pattern *pattern);

void cpcre_give_back(cpcre_state *state);

/// Makes searches with this state call `is_cancelled` about every 20 ms; NULL stops these calls.
void cpcre_watch(cpcre_state *state, int (*is_cancelled)(void *), void *context);

/// Whether the caller should stop searching; for callers that search several texts with one state.
int cpcre_is_cancelled(cpcre_state *state);

/// The outcome of a search.
enum {
  cpcre_none = 0,
  cpcre_found = 1,
  /// The match limit or the memory limit was reached.
  cpcre_undecided = 2,
  cpcre_cancelled = 3,
};

/// Finds the first match that begins at or after `start`; a scalar must begin at `start`.
///
/// Writes the start and end of the match and of each group to `bounds`, which has space for `groups` pairs. If a group
/// did not participate in the match, its start and end are -1.
int cpcre_find(
    cpcre_state *state, const uint8_t *text, size_t count, size_t start, ptrdiff_t *bounds, size_t groups);

#ifdef __cplusplus
}
#endif
