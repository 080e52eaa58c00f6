// Byte-scan kernels, and lookups in the tables of Unicode 15.0. No function allocates memory,
// stores a pointer for later, or reads outside the given bytes. "Non-ASCII" means 0x80...0xFD,
// without the separators 0xFE and 0xFF in records.
#ifndef CKERNELS_H
#define CKERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Bytes (bytes.c).

// The index of the first occurrence of `byte`, or n if there is none.
size_t ck_find_byte(const uint8_t *bytes, size_t n, uint8_t byte);

// The index after the last occurrence of `byte`, or 0 if there is none.
size_t ck_find_last_byte(const uint8_t *bytes, size_t n, uint8_t byte);

// The index of the first byte that equals one of four given bytes, or n if there is none.
size_t ck_find_any(const uint8_t *bytes, size_t n, const uint8_t any[4]);

// The number of occurrences of `byte`.
size_t ck_count_byte(const uint8_t *bytes, size_t n, uint8_t byte);

// The index of the first byte in 0x80...0xFD, or n if there is none.
size_t ck_non_ascii(const uint8_t *bytes, size_t n);

// Copies the bytes before the first byte in 0x80...0xFD, and converts A-Z to lower case. Returns
// the number of bytes copied. `out` must have space for n bytes.
size_t ck_lower_ascii(const uint8_t *bytes, size_t n, uint8_t *out);

// Substrings (find.c).

// Finds the two bytes of the needle that occur together most rarely in a sample of the haystack
// (pair.c). Sets *i and *j to their indices in the needle. Requires m >= 2. weights[b] is the
// number of times that byte b occurs in the haystack, or in similar text. If case is ignored, the
// needle must have no upper-case letters.
void ck_rare_pair(
    const uint8_t *sample, size_t n, const uint8_t *needle, size_t m, int caseless,
    const uint64_t *weights, size_t *i, size_t *j);

// The index of the first occurrence of needle[0..<m] in the haystack hay[0..<n], or n if there is
// none. An empty needle is found at index 0. The arguments i < j < m are the indices of two bytes
// of the needle that are rare in the haystack; both are 0 if the needle has fewer than two bytes.
size_t ck_find(const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j);

// Like ck_find, but ignores ASCII case; the needle must have no upper-case letters.
size_t ck_find_caseless(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j);

// Searches the lines from offset *from on. For each line that contains the needle, writes the
// offset of the first occurrence in that line to `places`. A line ends with the byte `end`, or at
// the end of the haystack. After an occurrence, the search continues in the next line. Stops when
// `capacity` offsets are written. Returns the number of offsets, and sets *from to the offset where
// the next call continues: n if everything was searched.
size_t ck_find_lines(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j,
    int caseless, uint8_t end, size_t *from, size_t *places, size_t capacity);

// Searches from offset *from on, and writes the offsets of occurrences in ascending order. Writes
// every occurrence that a left-to-right search without overlaps finds, and also some overlapping
// occurrences. The caller must skip each offset that is less than `m` bytes after the last offset
// that it used. Stops when `capacity` offsets are written. Returns the number of offsets, and sets
// *from as ck_find_lines does. An empty needle is never found.
size_t ck_find_all(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j,
    size_t *from, size_t *places, size_t capacity);

// Searching for many short strings at the same time (fingerprints.c).

// Up to eight buckets of byte sets. A bucket has one set for each of `width` positions (1 to 3),
// which are `stride` bytes apart. A set stores only the nibbles of its bytes, so it may also match
// bytes that were not added.
typedef struct {
  uint8_t low[3][16];
  uint8_t high[3][16];
  unsigned width;
  unsigned stride;
} ck_fingerprints;

// Creates buckets with empty sets; width is 1, 2 or 3, and stride at least 1.
void ck_fingerprints_init(ck_fingerprints *prints, unsigned width, unsigned stride);

// Adds a byte to one set of a bucket (0 to 7): the set for the position `place` (below the width).
void ck_fingerprints_add(ck_fingerprints *prints, unsigned bucket, unsigned place, uint8_t byte);

// Searches from offset *from on for offsets where at least one bucket matches. A bucket matches at
// an offset if its sets contain the `width` bytes from the offset on, `stride` bytes apart. Writes
// these offsets in ascending order, and for each offset a mask with one bit for each bucket that
// matches there. Stops when `capacity` offsets are written. Returns the number of offsets, and sets
// *from to the offset where the next call continues: n if everything was searched.
size_t ck_find_fingerprints(
    const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from, size_t *places,
    uint8_t *buckets, size_t capacity);

// JSON lines (json.c).

// The number of bytes before the first quote, backslash or control character; in a JSON string,
// these bytes need no decoding.
size_t ck_json_text_end(const uint8_t *text, size_t n);

// The field names that have occurred so far, as spelled in the JSON text, and whether their values
// were objects, other values, or both.
typedef struct ck_json_names ck_json_names;

// The size of a ck_json_names in bytes. The struct contains no pointers.
size_t ck_json_names_size(void);

void ck_json_names_init(ck_json_names *names);

// Skips blank lines, and lines that contain one JSON value (RFC 8259), from offset *from on. Stops
// before the first line with a value that may be malformed, contains \u, or has a new field name.
// Returns the number of values skipped. Sets *lines to the number of lines skipped, and *from to
// the offset where skipping stopped: n if all lines were skipped. The text must begin at a line
// start; its last line may lack a line end.
size_t ck_json_pass(
    ck_json_names *names, const uint8_t *text, size_t n, size_t *from, size_t *lines);

// Adds the field names of the value on a line to `names`, until the table is full.
void ck_json_learn(ck_json_names *names, const uint8_t *text, size_t n);

// Instruction sets (levels.c). Each instruction set that has its own kernels is called a level. The
// levels are in ascending order of vector width: a processor should use the last level that it
// supports.

enum {
  ck_scalar,
  ck_sse2,
  ck_ssse3,
  ck_neon,
  ck_avx2,
  ck_avx512,
  ck_avx512vbmi,
  ck_level_count
};

// The level in use. If ck_use_level did not choose a level, the first call chooses one according to
// the environment variable SEARCHBENCH_KERNELS.
int ck_level(void);

// Whether this program was compiled with the level, and the processor and the system support it.
bool ck_supports(int level);

// Returns the level with this lower-case name if the processor supports that level. Otherwise, or
// if the name is NULL, returns the widest supported level.
int ck_level_named(const char *name);

// For tests: makes the kernels use a level. If the processor does not support that level, returns 0
// and changes nothing.
int ck_use_level(int level);

// Like ck_find and ck_find_caseless, but always in linear time. ck_find and ck_find_caseless switch
// to this algorithm after too many comparisons, for example if needle and haystack consist of the
// same few bytes.
size_t ck_find_linear(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, int caseless);

// These functions are for tests. ck_find_counting returns the same offset as ck_find, or as
// ck_find_caseless if `caseless` is not 0. ck_lines_counting returns the number of lines that
// ck_find_lines finds. ck_find_counting and ck_lines_counting add the number of bytes that they
// compare to *compared; the first 32 bytes at each offset are not counted.
size_t ck_find_counting(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j,
    int caseless, size_t *compared);
size_t ck_lines_counting(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j,
    int caseless, uint8_t end, size_t *compared);

// UTF-8 (utf8.c).

// The length of the longest prefix that is valid UTF-8.
size_t ck_valid_utf8(const uint8_t *bytes, size_t n);

// Returns the length of the maximal subpart of the ill-formed sequence at the start of the text.
// Decoders replace a maximal subpart by one U+FFFD. Requires n > 0.
size_t ck_maximal_subpart(const uint8_t *bytes, size_t n);

// Folding (fold.c). In a folding mode, bit 0 means that case is ignored, and bit 1 means that
// diacritics are ignored.

enum { ck_fold_done = 0, ck_fold_needs_normalization = 1, ck_fold_needs_capacity = 2 };

typedef struct {
  size_t consumed;
  size_t written;
  int reason;
} ck_fold_step;

// Folds valid UTF-8 until a segment needs normalization, and stops before that segment.
ck_fold_step ck_fold(const uint8_t *text, size_t n, unsigned mode, uint8_t *out, size_t capacity);

// The single scalar that `scalar` always folds to; 0 if `scalar` folds to no scalar or to several, or if the result
// depends on the preceding text.
uint32_t ck_fold_scalar(uint32_t scalar, unsigned mode);

// The end offsets of records. `ends` contains the offsets in the text, in ascending order;
// ck_fold_records writes the offsets in the output to `folded`. The first `done` of the `count`
// offsets in `folded` have been written.
typedef struct {
  const uint32_t *ends;
  uint32_t *folded;
  size_t count, done;
} ck_fold_ends;

// Like ck_fold, but folds text[start..<n], and writes to `out` from out[written] on; `out` has a
// capacity of `capacity` bytes. For each record that it folds, also writes the offset in the output
// where the folded record ends. The returned offsets are relative to the whole text and output.
ck_fold_step ck_fold_records(
    const uint8_t *text, size_t n, size_t start, unsigned mode, uint8_t *out, size_t written,
    size_t capacity, ck_fold_ends *ends);

// The length of the first segment: a scalar and all following scalars that may combine with it.
// Requires n > 0.
size_t ck_fold_segment(const uint8_t *text, size_t n, unsigned mode);

// Writes up to `capacity` non-ASCII scalars whose folded form contains the ASCII character `byte`,
// in ascending order. Returns the number of scalars written, which is always below 128.
size_t ck_fold_sources(uint8_t byte, unsigned mode, uint32_t *out, size_t capacity);

// Tokens (tokens.c).

// Where a text is split into tokens, in addition to whitespace (the Unicode property White_Space):
// at separators, and optionally at word boundaries in camel case.
typedef struct {
  const uint8_t *ascii;  // ASCII separators
  size_t ascii_count;
  const uint32_t *separators;  // other separators
  size_t separator_count;
  const uint8_t *leads;  // the first UTF-8 bytes of `separators`
  size_t lead_count;
  int splits_camel_case;
} ck_token_rules;

// Finds up to `capacity` tokens from the offset *from on, and writes the start and the end of each
// token to `out`. Returns the number of tokens, and sets *from to the offset where the next call
// continues: n if there are no more tokens.
size_t ck_tokens(
    const ck_token_rules *rules, const uint8_t *text, size_t n, size_t *from, size_t *out,
    size_t capacity);

// The distinct tokens of a text (vocabulary.c).

// The maximum number of bytes by which tokens are compared; further bytes are ignored.
enum { ck_token_limit = 64 };

typedef struct {
  // The first eight bytes of the token, as a little-endian number, padded with zeros.
  uint64_t key;
  // The token's offset in `bytes` of the vocabulary, shifted left by eight bits, plus the token's
  // length.
  uint64_t place;
  uint32_t last;     // the last record that contained the token
  uint32_t records;  // the number of records that contain the token
} ck_token;

typedef struct {
  uint64_t *slots;  // upper half: a hash; lower half: a token number plus 1; 0: the slot is free
  size_t mask;      // the number of slots, a power of two, minus 1
  ck_token *tokens;
  // The number of tokens, and the maximum number of tokens, which is below the number of slots.
  size_t count, max_count;
  uint8_t *bytes;
  size_t used, capacity;
  uint64_t seed;
} ck_vocabulary;

// The tokens of consecutive records.
typedef struct {
  // The start offset of each record, then the end offset of the last record; all offsets are
  // relative to the same base.
  const uint32_t *starts;
  uint32_t first;          // the number of the first record
  size_t record;           // the index of the current record
  uint32_t *ids;           // the token numbers of each record, without repeats
  size_t written;          // the number of ids written
  uint32_t *ends;          // for each record, the value of `written` after that record
} ck_record_notes;

// Fills the slots, which must all be free, from the slots of a smaller table.
void ck_vocabulary_fill(ck_vocabulary *vocabulary, const uint64_t *old, size_t old_count);

// Looks up tokens, and assigns numbers to new tokens. `tokens` contains the start and the end of
// each token, as offsets in the text. The text has n bytes and consists of the records of `notes`.
// `ids` must have space for `count` more numbers. Returns the number of tokens processed, which is
// below `count` if a new token does not fit in the tables.
size_t ck_vocabulary_note(
    ck_vocabulary *vocabulary, const uint8_t *text, size_t n, const size_t *tokens, size_t count,
    ck_record_notes *notes);

// Properties of scalars (properties.c).

enum {
  ck_kind_other = 0,
  ck_kind_upper = 1,
  ck_kind_lower = 2,
  ck_kind_letter = 3,
  ck_kind_digit = 4,
  ck_kind_mark = 5
};

// Returns the properties of a scalar. Bits 0-7 are the canonical combining class, bits 8-10 the
// kind, and bits 11-12 the width in cells. Bit 13 marks an emoji, and bit 15 a mark that folding
// drops.
uint16_t ck_properties(uint32_t scalar);

// One to four scalars; a case folding has at most three scalars.
typedef struct {
  uint32_t count, values[4];
} ck_scalars;

// The full canonical decomposition of a scalar; the scalar itself if it has none.
ck_scalars ck_decompose(uint32_t scalar);

// The full case folding of a scalar; the scalar itself if it has none.
ck_scalars ck_case_fold(uint32_t scalar);

// The primary composite of two scalars, or 0 if there is none.
uint32_t ck_compose(uint32_t first, uint32_t second);

// Finds the scalars from `first` to `last` that have a decomposition or, if `ignores_case` is not
// 0, a case folding. The parts of such a scalar are the scalars of its decomposition and of its
// decomposed case folding, without duplicates. Writes up to `capacity` parts to `parts`, and writes
// the scalar that has the part parts[k] to scalars[k]. Returns the number of parts.
size_t ck_changed_parts(
    uint32_t first, uint32_t last, int ignores_case, uint32_t *parts, uint32_t *scalars,
    size_t capacity);

// ck_script returns the number of a scalar's script, and ck_script_name the name of a script. ck_script_end returns the
// first scalar after `scalar` that has another script, or 0x110000.
unsigned ck_script(uint32_t scalar);
uint32_t ck_script_end(uint32_t scalar);
const char *ck_script_name(unsigned script);

// ck_category returns the number of a scalar's general category, and ck_category_name the short
// name of a category. ck_category_end is like ck_script_end.
unsigned ck_category(uint32_t scalar);
uint32_t ck_category_end(uint32_t scalar);
unsigned ck_category_count(void);
const char *ck_category_name(unsigned category);

// The scalars that differ from a scalar only in case, according to simple case folding. Most
// scalars have no other cases.
ck_scalars ck_other_cases(uint32_t scalar);
// The scalars that have a counterpart in another case, in ascending order.
size_t ck_cased_count(void);
uint32_t ck_cased(size_t index);

// The ranges of `\w` and `\s` (UTS #18, annex C) in ascending order: the first and last scalar of each range,
// alternating.
size_t ck_word_bound_count(void);
uint32_t ck_word_bound(size_t index);
size_t ck_space_bound_count(void);
uint32_t ck_space_bound(size_t index);

// Records that contain given offsets (places.c).

// Writes the numbers of the records that contain the offsets places[0..<count], each record once.
// The offsets must be in ascending order. Searches only the records below `end`. Record r contains
// the offsets starts[r]..<starts[r + 1]. *from must be a record that begins at or before the first
// offset. Returns the number of records that were written, and sets *from to the last of them.
size_t ck_records_of(
    const size_t *places, size_t count, const uint32_t *starts, size_t *from, size_t end,
    uint32_t *out);

// Searching selected records (sparse.h).

// Searches records[0..<count], which must be in ascending order, for a needle of m > 0 bytes.
// Writes the records that contain the needle to `found`, and returns their number. The text of
// record r is text[starts[r]..<starts[r + 1]]. The text has `size` bytes. `found` must have space
// for `count` elements, and may be the same array as `records`.
size_t ck_find_in_records(
    const uint8_t *text, size_t size, const uint32_t *starts, const uint32_t *records,
    size_t count, const uint8_t *needle, size_t m, size_t i, size_t j, uint32_t *found);

// Loading (lines.c).

// Copies n bytes of lines, and replaces every line end (LF or CR LF) by 0xFF. For each 0xFF in the
// output, writes the offset directly after it, plus `base`, to `starts`. Sets *lines to the number
// of line ends, and returns the number of bytes written. `out` and `starts` must have space for n
// elements.
size_t ck_copy_lines(
    const uint8_t *bytes, size_t n, uint8_t *out, uint32_t base, uint32_t *starts, size_t *lines);

// Bits of `traits`: properties of lines.
enum { ck_has_non_ascii = 1, ck_has_returns = 2, ck_ill_formed = 4 };

typedef struct {
  size_t count;
  unsigned traits;
} ck_record_lines;

// Turns lines into records in place: replaces every LF by 0xFF. Writes the offset after each line
// end, plus `base`, to `starts`, which must have space for n + 2 elements. If the traits include
// ck_has_returns, at least one line ended with CR LF, and its CR is still in the text. If the
// traits include ck_ill_formed, the text was not valid UTF-8, and its LFs cannot be restored.
ck_record_lines ck_make_records(uint8_t *text, size_t n, uint32_t base, uint32_t *starts);

// Writes a bitmap to `marks` with one bit for each byte of the text, starting with the lowest bit.
// The bit is set if the byte is equal to a, b or c. `marks` must have (n + 63) / 64 words.
void ck_mark(const uint8_t *bytes, size_t n, uint8_t a, uint8_t b, uint8_t c, uint64_t *marks);

// Prefetches `n` bytes that are about to be read, without waiting for them (bytes.c).
void ck_prefetch(const void *bytes, size_t n);

// Hashed trigrams (trigram_rows.c).

enum { ck_trigram_bits = 14, ck_trigram_rows = 1 << ck_trigram_bits };

// Sets the bit `block` (0 to 63) in the row of each trigram of the text; skips trigrams that contain a separator.
void ck_mark_trigrams(const uint8_t *text, size_t n, uint64_t *rows, unsigned block);

// The bucket of a trigram, a number below 2 to the power of `bits`. `trigram` contains the three
// bytes, the first one as the highest byte.
uint32_t ck_trigram_bucket(uint32_t trigram, unsigned bits);

// Writes the buckets of the text's trigrams that are not yet in `seen`, a set with one bit for each
// bucket, and adds these buckets to `seen`. Trigrams with a separator or a newline are skipped.
// `buckets` must have space for n numbers. Returns the number of buckets written.
size_t ck_new_trigrams(
    const uint8_t *text, size_t n, unsigned bits, uint64_t *seen, uint32_t *buckets);

// Adds `blocks` blocks of 64 bytes to the state of a SHA-256 digest. `state` has eight words, and
// `constants` has the 64 constants of the standard. Returns false and does nothing if the processor
// has no SHA instructions (sha256.c).
bool ck_sha256(uint32_t *state, const uint8_t *bytes, size_t blocks, const uint32_t *constants);

#endif
