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

// The same, with the bounds of the first `count` groups, the match itself first: bounds[2 * g] is where group g begins,
// or -1 if it took no part.
int cre_search_groups(const cre_pattern *pattern, const uint8_t *text, size_t n, size_t from,
                      ptrdiff_t *bounds, size_t count);
// The number of groups, the match itself included.
int cre_group_count(const cre_pattern *pattern);
// The number of the group with that name; -1 if there is none.
int cre_group_named(const cre_pattern *pattern, const uint8_t *name, size_t n);

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

// Places that may lie in a match, ascending, each in text[0..<n] of the caller: what to do with them.
typedef struct {
  const size_t *places;
  // For each place 1 if it surely lies in a match, so that the pattern need not be asked.
  const uint8_t *certain;
  size_t count;
  // Whether `cre_scan_whole` is right for the pattern.
  int is_whole;
} cre_places;

// Like `cre_scan_parts`, for the records of the run in which the places lie, counted from the first byte of the run.
// Adds the bytes that the pattern was asked about to `*asked`. Ends early only when `capacity` records are found;
// `*next` is the record behind the last one looked at.
size_t cre_check_records(const cre_pattern *pattern, const cre_run *run, const cre_places *places,
                         uint32_t *records, size_t capacity, uint64_t *hits, uint64_t *asked,
                         size_t *next);

// Lines: runs of bytes that LF ends, or CR LF, or the end of the text.

// Room for where lines begin that match, and for such as the pattern may not be asked about: those of more than `longest`
// bytes, and those that are no UTF-8. There is room for `capacity` lines that match, and for as many others as there are
// places; `count` and `odd_count` are written.
typedef struct {
  size_t *starts;
  size_t count;
  size_t *odd;
  size_t odd_count;
  size_t capacity;
  size_t longest;
  // Whether to add the non-empty matches in the matching lines to `hits`.
  int counts_hits;
  uint64_t hits;
  // The bytes that the pattern was asked about are added here.
  uint64_t asked;
} cre_lines;

// For the lines in which the places lie, the first of which is not before the line that begins at *from. Ends early only
// when `capacity` lines match; then *from is behind the last line looked at.
void cre_check_lines(const cre_pattern *pattern, const uint8_t *text, size_t n,
                     const cre_places *places, size_t *from, cre_lines *lines);
// For all lines from *from on, which are UTF-8; *from is where to go on. Writes where those that match begin, at most
// `capacity`, and returns how many. Adds the non-empty matches in them to `*hits` if asked to.
size_t cre_scan_lines(const cre_pattern *pattern, const uint8_t *text, size_t n, size_t *from,
                      int is_whole, size_t *lines, size_t capacity, int counts_hits, uint64_t *hits);

// Strings of byte sets, one of which is in every match of some pattern: what a scan looks for first.
typedef struct cre_strings cre_strings;

// What has to stand right before or right behind a string, as an automaton of at most 64 places, one bit each.
typedef struct {
  // For each of the 256 bytes, the places that it may stand at.
  const uint64_t *classes;
  // For each place, those that may come next.
  const uint64_t *next;
  size_t count;
  // Where it may begin, and where it may end.
  uint64_t first, last;
} cre_program;

// A set is four words, the lowest bit of the first for byte 0. `elements` are the strings end to end, each element the
// number of a set; string s has lengths[s] of them, at least one. `weights` says for each byte how common it is.
typedef struct {
  const uint64_t *sets;
  const uint16_t *elements;
  const uint32_t *lengths;
  size_t count;
  const uint64_t *weights;
  // Whether the first element of some string may be a separator that stands before a unit (a record, a value, a line).
  int looks_behind;
  // What stands before a string, read backwards, and behind it; NULL where nothing has to, or nothing is known.
  const cre_program *before;
  const cre_program *after;
  // Whether a unit with one of the strings, and what has to stand around it, surely matches.
  int is_exact;
  // The byte that ends every unit.
  uint8_t end;
} cre_string_list;

cre_strings *cre_strings_make(const cre_string_list *list);
void cre_strings_free(cre_strings *strings);

// From *from on, where a unit begins: the place of the last byte of a string, one for each unit, ascending, and
// whether it surely is in a match. In front of the text stands an end of a unit. At most `room` places are
// written; returns how many, and in *from where to go on: n if all is seen.
size_t cre_strings_find(const cre_strings *strings, const uint8_t *text, size_t n, size_t *from,
                        size_t *places, uint8_t *certain, size_t room);

// The scalars that the pattern of one scalar matches: writes the bounds of ascending ranges, first and last in turn, at
// most `room`; returns how many bounds, or `room` + 1 if there are more.
//
// With `is_wide` it asks for all scalars below 0x20000, else for ASCII, U+017F, U+212A and, in place of all others,
// U+00E9. The pattern is the class with `+`. Classes of many ranges take the library too long to be asked for widely:
// they have "more" bounds at once.
size_t cre_members(const cre_pattern *pattern, int is_wide, uint32_t *bounds, size_t room);

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
