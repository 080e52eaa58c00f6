// A C interface to RE2. A pattern is compiled once, and then searches single texts, or many
// consecutive records in one call. Patterns and texts are UTF-8; no pattern matches the bytes 0xFE
// and 0xFF in a text.
#ifndef CREGEX_H
#define CREGEX_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cre_pattern cre_pattern;

enum cre_status { cre_fine = 0, cre_malformed = 1, cre_too_large = 2 };

// Compiles a pattern. Always returns a pattern, and logs nothing; check `cre_status_of` before any
// search.
cre_pattern *cre_compile(const uint8_t *pattern, size_t n, int ignores_case, int64_t max_memory);
void cre_free(cre_pattern *pattern);

enum cre_status cre_status_of(const cre_pattern *pattern);
// The error in a malformed pattern, and the part of the pattern that causes it, which can be empty.
const char *cre_problem(const cre_pattern *pattern, size_t *n);
const char *cre_fragment(const cre_pattern *pattern, size_t *n);

// The classes of scalars that a pattern distinguishes. The scalars starts[k]..<starts[k + 1] are in
// the class classes[k]; starts[0] is 0.
typedef struct {
  const uint32_t *starts;
  const uint32_t *classes;
  size_t count;
  size_t class_count;
} cre_alphabet;

// Adds a translated pattern for texts that are not ASCII, or contain a vertical tab. In the
// translation, each scalar is replaced by the code of its class. `codes` has four bytes for each
// class; shorter codes are padded with zero bytes. No code is a prefix of another code, occurs
// across the boundary of two codes, or contains 0xFF. Returns 0 if the pattern is too large.
int cre_translate(cre_pattern *pattern, const uint8_t *translated, size_t n,
                  const cre_alphabet *alphabet, const uint8_t *codes, int64_t max_memory);

// Sets the function that translates the pattern. `translate` is called once, when a text first needs the translation;
// it must call cre_translate and must not fail. Calls `release` when the pattern is freed.
void cre_translate_later(cre_pattern *pattern, void *context,
                         void (*translate)(cre_pattern *pattern, void *context),
                         void (*release)(void *context));

// Whether the pattern matches somewhere in text[0..<n].
int cre_matches(const cre_pattern *pattern, const uint8_t *text, size_t n);

// Whether the values or lines of a text must be searched one by one, because some of them must be
// translated.
int cre_needs_parts(const cre_pattern *pattern, const uint8_t *text, size_t n);

// A text that is translated once for several searches: its scalars are replaced by codes. NULL if
// the text needs no translation.
typedef struct cre_text cre_text;
cre_text *cre_text_make(const cre_pattern *pattern, const uint8_t *text, size_t n);
void cre_text_free(cre_text *text);

// Finds the first match in text[0..<n] that begins at or after `from`; returns 1 if there is one.
// `translated` is what `cre_text_make` returns for the text. Writes the bounds of the first `count`
// groups; group 0 is the match itself. Group g begins at bounds[2 * g] and ends at bounds[2 * g +
// 1]. Both bounds are -1 if the group did not participate in the match.
int cre_search(const cre_pattern *pattern, const uint8_t *text, size_t n,
               const cre_text *translated, size_t from, ptrdiff_t *bounds, size_t count);
// The number of groups, including the match itself.
int cre_group_count(const cre_pattern *pattern);
// The number of the group with that name; -1 if there is none.
int cre_group_named(const cre_pattern *pattern, const uint8_t *name, size_t n);

// Consecutive records. Record r is text[starts[r]..<starts[r + 1]]; each of its fields ends with
// 0xFF, and 0xFE separates the values of a field.
typedef struct {
  const uint8_t *text;
  const uint32_t *starts;
  size_t first;
  size_t end;
  // For each field, 1 if the field is searched, otherwise 0; NULL if all fields are searched.
  const uint8_t *scope;
  size_t field_count;
  int counts_hits;
} cre_run;

// Writes up to `capacity` matching records of `run` in ascending order, and returns their number.
// If `counts_hits` is not 0, adds the number of non-empty matches in these records to `*hits`. Sets
// `*next` to the number of the record where the next call continues.
//
// `cre_scan_parts` searches each value separately. `cre_scan_whole` searches the whole text at once. `cre_scan_whole`
// is correct only if the pattern has no ^ $ \A \z and does not match the empty string, and if `cre_needs_parts` returns
// 0.
size_t cre_scan_parts(const cre_pattern *pattern, const cre_run *run, uint32_t *records,
                      size_t capacity, uint64_t *hits, size_t *next);
size_t cre_scan_whole(const cre_pattern *pattern, const cre_run *run, uint32_t *records,
                      size_t capacity, uint64_t *hits, size_t *next);

// Candidates: offsets in the text that may be in a match, in ascending order.
typedef struct {
  const size_t *places;
  // For each offset, 1 if it is certainly in a match, so that its record or line is not searched
  // with the pattern.
  const uint8_t *certain;
  size_t count;
  // Whether `cre_scan_whole` is correct for the pattern.
  int is_whole;
} cre_places;

// Like `cre_scan_parts`, but searches only records that contain a candidate; the offsets of
// candidates are relative to the start of the run. Adds the number of bytes that were searched with
// the pattern to `*scanned`. Stops early only if `capacity` records are found; sets `*next` to the
// record after the last record checked.
size_t cre_check_records(const cre_pattern *pattern, const cre_run *run, const cre_places *places,
                         uint32_t *records, size_t capacity, uint64_t *hits, uint64_t *scanned,
                         size_t *next);

// In the following declarations, a line ends with LF, CR LF, or the end of the text.

// The results of `cre_check_lines`: the starts of matching lines, and of unsure lines, which cannot
// be searched with the pattern. A line is unsure if it is not UTF-8, or if it has more than
// `longest` bytes and no automaton is used. `starts` has space for `capacity` lines; `unsure` has
// space for one line per candidate. The call sets `count` and `unsure_count`.
typedef struct {
  size_t *starts;
  size_t count;
  size_t *unsure;
  size_t unsure_count;
  size_t capacity;
  size_t longest;
  // Whether to add the number of non-empty matches in the matching lines to `hits`.
  int counts_hits;
  uint64_t hits;
  // The number of bytes that were searched with the pattern.
  uint64_t scanned;
} cre_lines;

// The kinds of nodes of a pattern, from which an automaton is built lazily.
typedef enum {
  // Reads a scalar of the set `argument`, then continues at `next`.
  cre_node_set = 0,
  // Continues at each of targets[argument..<argument + next].
  cre_node_split = 1,
  cre_node_end = 2,
  // Assertions: if the assertion is true at an offset, matching continues at `next`.
  cre_node_text_start = 3,
  cre_node_text_end = 4,
  cre_node_line_start = 5,
  cre_node_line_end = 6,
  cre_node_word_boundary = 7,
  cre_node_no_word_boundary = 8
} cre_node_kind;

typedef struct {
  uint32_t kind;
  uint32_t argument;
  uint32_t next;
} cre_node;

// The texts that the automaton reads separately: lines or values.
typedef enum { cre_texts_lines = 0, cre_texts_values = 1 } cre_texts;

// Each set has one bit for each class of the alphabet, in (class_count + 63) / 64 words.
typedef struct {
  cre_texts texts;
  const cre_node *nodes;
  size_t node_count;
  const uint32_t *targets;
  size_t target_count;
  const uint64_t *sets;
  size_t set_count;
  uint32_t start;
  cre_alphabet alphabet;
  // For each class, 1 if its scalars are word characters, otherwise 0; NULL if no node is a word
  // boundary.
  const uint8_t *words;
} cre_nodes;

typedef struct cre_automaton cre_automaton;

// Creates an automaton from a copy of the nodes.
cre_automaton *cre_automaton_make(const cre_nodes *nodes);
void cre_automaton_free(cre_automaton *automaton);

// Like `cre_scan_lines`, but uses the automaton. If hits are counted, RE2 counts them in the lines
// that the automaton finds. If the automaton needs too many states, sets `*gave_up` to 1, and *from
// to the start of a line from which the caller must use another function. The text must be UTF-8,
// but lines may have any length.
size_t cre_automaton_lines(cre_automaton *automaton, const cre_pattern *pattern,
                           const uint8_t *text, size_t n, size_t *from, size_t *lines,
                           size_t capacity, int counts_hits, uint64_t *hits, int *gave_up);

// Whether the pattern matches in text[start, end), a part of a line. Returns 1 if the part contains
// a match. Returns 0 if the part contains no match; the function can miss a match that ends with
// the last scalar of the part. Returns -1 if the answer is unknown, because the part is ill-formed
// UTF-8, or because the automaton needs too many states. `is_last` says whether the part is the end
// of a line without a newline. `longest` is the maximum length of a match in bytes, or 0 if it is
// unknown.
int cre_automaton_part(cre_automaton *automaton, const uint8_t *text, size_t start, size_t end,
                       size_t longest, int is_last);

// Like `cre_automaton_part`, but matches may begin before the part. Returns 1 if the line matches.
// Returns 0 if no match ends in the part at or after `earliest`; the function can miss a match that
// ends with the last scalar of the part. Returns -1 if the answer is unknown.
//
// If `place` is not NULL, reading may stop at an offset after *place that no match spans; *place is
// then set to that offset. If there is no such offset and `is_last` is 0, returns -2 instead of 0.
int cre_automaton_across(cre_automaton *automaton, const uint8_t *text, size_t start, size_t end,
                         size_t earliest, int is_last, size_t *place);

// Like `cre_scan_parts`, but for an automaton of values; all fields are in scope, and hits are not
// counted. If the automaton needs too many states, sets `*gave_up` to 1, and *next to a record from
// which the caller must use another function. The pattern must not match the empty text.
size_t cre_automaton_records(cre_automaton *automaton, const cre_run *run, uint32_t *records,
                             size_t capacity, size_t *next, int *gave_up);

// Searches only the lines that contain the candidates. No candidate may be before the line that
// begins at *from. Stops early only if `capacity` lines match; sets *from to the start of the line
// after the last line checked. `automaton` is NULL, or an automaton of the same pattern. If hits
// are not counted, the automaton is used instead of the pattern until it gives up.
void cre_check_lines(const cre_pattern *pattern, cre_automaton *automaton, const uint8_t *text, size_t n,
                     const cre_places *places, size_t *from, cre_lines *lines);
// Searches all lines from *from on, which must be UTF-8; sets *from to the offset where the next
// call continues. Writes the starts of up to `capacity` matching lines, and returns the number of
// these lines. If `counts_hits` is not 0, adds the number of non-empty matches in these lines to
// `*hits`.
size_t cre_scan_lines(const cre_pattern *pattern, const uint8_t *text, size_t n, size_t *from,
                      int is_whole, size_t *lines, size_t capacity, int counts_hits, uint64_t *hits);

// Strings whose elements are sets of bytes. Every match of the pattern contains one of these strings, so a scan
// searches for the strings first.
typedef struct cre_strings cre_strings;

// The context that must be directly before or after a string: a nondeterministic automaton with at
// most 64 positions, one bit for each position.
typedef struct {
  // For each of the 256 bytes, the positions that accept it.
  const uint64_t *classes;
  // For each position, the positions that may follow it.
  const uint64_t *next;
  size_t count;
  // The positions where the context may begin, and where it may end.
  uint64_t first, last;
} cre_program;

// Each set has one bit for each byte value, in four words; byte 0 is the lowest bit of the first
// word. `elements` contains the elements of all strings, one string after the other; each element
// is the index of a set. String s has lengths[s] >= 1 elements. weights[b] is the frequency of byte
// b; `sample` is a part of the text, or empty.
typedef struct {
  const uint64_t *sets;
  const uint16_t *elements;
  const uint32_t *lengths;
  size_t count;
  const uint8_t *sample;
  size_t sample_count;
  const uint64_t *weights;
  // Whether the first element of a string may match the separator before a unit (a record, a value, or a line).
  int looks_behind;
  // The contexts before a string (in reverse) and after a string; NULL if there is no context or it
  // is unknown.
  const cre_program *before;
  const cre_program *after;
  // Whether a unit (record, value or line) always matches if it contains a string with its context.
  int is_exact;
  // Like `is_exact`, but only if the string and its context consist of separators and ASCII bytes
  // other than CR.
  int is_exact_in_ascii;
  // The byte that ends every unit: LF for lines, a separator for records and values.
  uint8_t end;
} cre_string_list;

cre_strings *cre_strings_make(const cre_string_list *list);
void cre_strings_free(cre_strings *strings);

// Searches from *from on, where a unit begins, for units that contain a string. For each such unit,
// in ascending order, writes the offset of the string's last byte, and whether that offset is
// certainly in a match. The text is treated as if the byte before it ended a unit. Writes at most
// `capacity` offsets and returns their number. Sets *from to the offset where the next call
// continues: n if everything was searched. Adds to *checks the number of candidates that were
// checked one by one.
size_t cre_strings_find(const cre_strings *strings, const uint8_t *text, size_t n, size_t *from,
                        size_t *places, uint8_t *certain, size_t capacity, size_t *checks);

// A scan on its own thread. RE2 cannot be interrupted, but the caller can abandon a scan that takes
// too long.
typedef struct cre_task cre_task;

// Starts a scan that finds at most one record. The text, its starts and the pattern must stay valid
// until `release(owner)` is called; the scope is copied. `release(owner)` is called after the scan
// has ended and the task was dropped. Returns NULL if no thread can be started.
cre_task *cre_task_start(const cre_pattern *pattern, const cre_run *run, int is_whole, void *owner,
                         void (*release)(void *));
// Waits at most `milliseconds` for the end of the scan. If the scan has ended, returns 1, sets
// `*found` to the number of matching records, and sets `*hits` to the number of matches in these
// records.
int cre_task_wait(cre_task *task, int milliseconds, size_t *found, uint64_t *hits);
void cre_task_drop(cre_task *task);
// The number of dropped scans that are still running.
int cre_abandoned_scans(void);

#ifdef __cplusplus
}
#endif
#endif
