// RE2 behind a plain C face: compile once, search bytes, scan runs of records in one call.
// Patterns and texts are UTF-8; 0xFE and 0xFF in a text are matched by nothing.
#ifndef CREGEX_H
#define CREGEX_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cre_pattern cre_pattern;

enum cre_status { cre_fine = 0, cre_malformed = 1, cre_too_large = 2 };

// Compiles a pattern. Never logs, never fails to return: ask `cre_status_of` before any search.
cre_pattern *cre_compile(const uint8_t *pattern, size_t n, int ignores_case, int64_t max_memory);
void cre_free(cre_pattern *pattern);

enum cre_status cre_status_of(const cre_pattern *pattern);
// What is wrong with a malformed pattern, and the part of it that is to blame (may be empty).
const char *cre_problem(const cre_pattern *pattern, size_t *n);
const char *cre_fragment(const cre_pattern *pattern, size_t *n);

// The first match in text[0..<n] that begins at `from` or later; 1 if there is one.
int cre_search(const cre_pattern *pattern, const uint8_t *text, size_t n, size_t from, size_t *start,
               size_t *end);

// A run of records: record r is text[starts[r]..<starts[r + 1]], its fields each ended by 0xFF, their values parted by 0xFE.
typedef struct {
  const uint8_t *text;
  const uint32_t *starts;
  size_t first;
  size_t end;
  // For each field 1 if it is in scope; NULL if all are.
  const uint8_t *scope;
  size_t field_count;
  int counts_hits;
} cre_run;

// Writes the records of the run that match, at most `capacity`, ascending; returns how many.
// Adds the non-empty matches in them to `*hits` if asked to; `*next` is the record to go on with.
//
// `cre_scan_parts` searches each value for itself. `cre_scan_whole` searches all text at once, and is right only for
// patterns without ^ $ \A \z that do not match the empty text.
size_t cre_scan_parts(const cre_pattern *pattern, const cre_run *run, uint32_t *records,
                      size_t capacity, uint64_t *hits, size_t *next);
size_t cre_scan_whole(const cre_pattern *pattern, const cre_run *run, uint32_t *records,
                      size_t capacity, uint64_t *hits, size_t *next);

// A run scanned on a thread of its own, for texts so long that a caller may not want to wait: the library cannot be
// interrupted, but it can be left behind.
typedef struct cre_task cre_task;

// Starts a scan for one record at most. Text, boundaries and pattern must live until `release(owner)` is called, which
// is when the scan has ended and the task was dropped; the scope is copied. NULL if no thread can be had.
cre_task *cre_task_start(const cre_pattern *pattern, const cre_run *run, int is_whole, void *owner,
                         void (*release)(void *));
// Waits for the end; 1 if it came. Then `*found` says how many records match, with `*hits` matches.
int cre_task_wait(cre_task *task, int milliseconds, size_t *found, uint64_t *hits);
void cre_task_drop(cre_task *task);
// How many scans still run that were dropped.
int cre_tasks_left_behind(void);

#ifdef __cplusplus
}
#endif
#endif
