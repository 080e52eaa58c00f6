// Byte-scan kernels, and lookups in the tables of Unicode 15.0. Every function reads exactly the
// bytes it is given, keeps no pointer and allocates nothing. "Non-ASCII" means 0x80...0xFD: the
// bytes 0xFE and 0xFF, which part the cells of a record, end a text.
#ifndef CKERNELS_H
#define CKERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Bytes (bytes.c).

// The index of the first `byte`, or n.
size_t ck_find_byte(const uint8_t *bytes, size_t n, uint8_t byte);

// The index of the first byte that is one of four, or n.
size_t ck_find_any(const uint8_t *bytes, size_t n, const uint8_t any[4]);

// How often `byte` occurs.
size_t ck_count_byte(const uint8_t *bytes, size_t n, uint8_t byte);

// The index of the first byte in 0x80...0xFD, or n.
size_t ck_non_ascii(const uint8_t *bytes, size_t n);

// Copies up to the first byte in 0x80...0xFD, with A-Z in lower case; returns how many. `out` has
// room for n.
size_t ck_lower_ascii(const uint8_t *bytes, size_t n, uint8_t *out);

// Substrings (find.c).

// The index of the first occurrence of needle[0..<m] in hay[0..<n], or n; an empty needle is at 0.
// i < j < m are the places of two bytes of the needle that are rare in the hay (both 0 if m < 2).
size_t ck_find(const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j);

// The same, with ASCII letters of the hay compared without case; the needle has none in upper case.
size_t ck_find_caseless(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j);

// From *from on, writes the place of the first occurrence in each run of bytes that ends with `end`
// or the hay: after an occurrence the search goes on behind the next `end` that follows it. Stops
// when `room` places are written; returns how many, and in *from where to go on: n if all is seen.
size_t ck_find_lines(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j,
    int caseless, uint8_t end, size_t *from, size_t *places, size_t room);

// Many short strings at once (fingerprints.c).

// Up to eight buckets, each with a set of bytes for one to three neighbouring places. Only which
// nibbles the bytes of a set have is kept, one bit a bucket, so that a set may grow a few bytes.
typedef struct {
  uint8_t low[3][16];
  uint8_t high[3][16];
  unsigned width;
} ck_fingerprints;

// Buckets whose sets are empty; width is 1, 2 or 3.
void ck_fingerprints_init(ck_fingerprints *prints, unsigned width);

// Adds a byte to the set of a bucket (0 to 7) for a place (below the width).
void ck_fingerprints_add(ck_fingerprints *prints, unsigned bucket, unsigned place, uint8_t byte);

// From *from on, writes the places where some bucket has all of the next `width` bytes, ascending,
// and one bit for each such bucket. Stops when `room` places are written; returns how many, and in
// *from where to go on: n if all is seen.
size_t ck_find_fingerprints(
    const ck_fingerprints *prints, const uint8_t *hay, size_t n, size_t *from, size_t *places,
    uint8_t *buckets, size_t room);

// JSON lines (json.c).

// The number of bytes before the first quote, backslash or control character: the end of a run of plain text in a string.
size_t ck_json_text_end(const uint8_t *text, size_t n);

// The names of fields that records had so far, as they are written, and whether they had values or members.
typedef struct ck_json_names ck_json_names;

// The bytes that it takes; it holds no pointer.
size_t ck_json_names_size(void);

void ck_json_names_init(ck_json_names *names);

// From *from on, passes lines of which it is certain that each is blank or one JSON value (RFC 8259) without \u, whose
// fields all have known names. Stops before the first other one. Returns how many values were passed; *lines is how many
// lines, and *from where to go on: n if all is passed. The text begins with a line; the last one may lack its end.
size_t ck_json_pass(
    ck_json_names *names, const uint8_t *text, size_t n, size_t *from, size_t *lines);

// Learns the names of the value on a line, until the table is full.
void ck_json_learn(ck_json_names *names, const uint8_t *text, size_t n);

// Instruction sets (levels.c).

enum { ck_scalar = 0, ck_sse2 = 1, ck_neon = 2, ck_avx2 = 3, ck_avx512 = 4 };

// What the kernels use: what the environment asks for at the first call (SEARCHBENCH_KERNELS), unless a
// test chose another.
int ck_level(void);

// The level of that name, in lower case, if the processor has it; else, and for NULL, the widest that
// it has.
int ck_level_asked(const char *name);

// Its name, in lower case.
const char *ck_level_name(void);

// For tests: makes the kernels use a level; 0 if the processor lacks it, and nothing changes.
int ck_use_level(int level);

// The same as ck_find and ck_find_caseless in linear time whatever the bytes are, one at a time: what
// those go over to where a needle and a hay are made of the same few bytes.
size_t ck_find_linear(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, int caseless);

// For tests: ck_find or ck_find_caseless, and how many lines ck_find_lines finds; both add to
// *compared the bytes compared beyond the first 32 of each place.
size_t ck_find_counting(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j,
    int caseless, size_t *compared);
size_t ck_lines_counting(
    const uint8_t *hay, size_t n, const uint8_t *needle, size_t m, size_t i, size_t j,
    int caseless, uint8_t end, size_t *compared);

// UTF-8 (utf8.c).

// The length of the longest prefix that is valid UTF-8.
size_t ck_valid_utf8(const uint8_t *bytes, size_t n);

// The length of the maximal subpart of an ill-formed sequence at the start, to be replaced by one
// U+FFFD; n > 0.
size_t ck_maximal_subpart(const uint8_t *bytes, size_t n);

// Folding (fold.c). mode: bit 0 = case is ignored, bit 1 = diacritics are ignored.

enum { ck_fold_done = 0, ck_fold_needs_normalising = 1, ck_fold_needs_room = 2 };

typedef struct {
  size_t consumed;
  size_t written;
  int reason;
} ck_fold_step;

// Folds as much of a valid text as needs no normalisation of neighbours; stops before a segment
// that does.
ck_fold_step ck_fold(const uint8_t *text, size_t n, unsigned mode, uint8_t *out, size_t room);

// Where records end: in the text, ascending, and in what it becomes; of `count` records `done` are noted.
typedef struct {
  const uint32_t *ends;
  uint32_t *folded;
  size_t count, done;
} ck_fold_ends;

// The same from text[start] to text[n - 1], written from out[written] on, in `room` bytes from `out` on. Notes the ends of
// the records that it passes, and returns places of the whole text and output.
ck_fold_step ck_fold_records(
    const uint8_t *text, size_t n, size_t start, unsigned mode, uint8_t *out, size_t written,
    size_t room, ck_fold_ends *ends);

// The length of the first segment: a scalar and all that may combine with it; n > 0.
size_t ck_fold_segment(const uint8_t *text, size_t n, unsigned mode);

// Writes the scalars beyond ASCII whose folding, each by itself, holds an ASCII byte: ascending, at
// most `room`; returns how many. There are less than 128.
size_t ck_fold_sources(uint8_t byte, unsigned mode, uint32_t *out, size_t room);

// Tokens (tokens.c).

// Where a text is split, besides at White_Space.
typedef struct {
  const uint8_t *ascii;  // separators of one byte
  size_t ascii_count;
  const uint32_t *separators;  // those of more
  size_t separator_count;
  const uint8_t *leads;  // the first bytes of those
  size_t lead_count;
  int splits_camel_case;
} ck_token_rules;

// Writes the starts and ends of up to `room` tokens from *from on, in turn, to `out`; returns how
// many tokens, and in *from where to go on: n if there are no more.
size_t ck_tokens(
    const ck_token_rules *rules, const uint8_t *text, size_t n, size_t *from, size_t *out,
    size_t room);

// The distinct tokens of a text (vocabulary.c).

// Of a token no more than so many bytes count.
enum { ck_token_limit = 64 };

typedef struct {
  uint64_t key;      // the first eight bytes, the lowest first, zeros behind a shorter token
  uint64_t place;    // where it begins in the bytes of all, and in the lowest eight bits its length
  uint32_t last;     // the record that it was seen in last
  uint32_t records;  // how many it was seen in
} ck_token;

typedef struct {
  uint64_t *slots;  // half of a hash, and behind it a number plus 1; 0 is free
  size_t mask;      // the number of slots, a power of two, less 1
  ck_token *tokens;
  size_t count, most;  // how many there are, and how many there may be: less than there are slots
  uint8_t *bytes;
  size_t used, room;
  uint64_t seed;
} ck_vocabulary;

// What is written down of consecutive records.
typedef struct {
  const uint32_t *starts;  // where each record begins, counted from anywhere, and the end of the last
  uint32_t first;          // the number of the first record
  size_t record;           // how many records came before the one at hand
  uint32_t *ids;           // the tokens of each record, without repeats
  size_t written;          // how many those are
  uint32_t *ends;          // for each record, how many ids were written at its end
} ck_record_notes;

// Fills the slots, all free, with those of a smaller table.
void ck_vocabulary_fill(ck_vocabulary *vocabulary, const uint64_t *old, size_t old_count);

// Looks up tokens of the text of n bytes that the records of `notes` make up, given by their starts and ends in turn, and
// numbers those that are new. `ids` has room for `count` more. Stops where there is no room for a new token; returns how
// many are done.
size_t ck_vocabulary_note(
    ck_vocabulary *vocabulary, const uint8_t *text, size_t n, const size_t *tokens, size_t count,
    ck_record_notes *notes);

// Posting lists, of numbers of `width` bytes (1 to 4) each, and bitmaps (postings.c).

// Set in the cursor of a token whose records are bits; the rest is the first word of its bitmap.
#define ck_bitmap_cursor ((uint64_t)1 << 63)

// Adds consecutive records, from number `first` on, to the lists and bitmaps of their tokens, which stand in
// ids[ends[r - 1]..<ends[r]]. cursors[id] is how many numbers come before the next of that token's list; it moves on.
void ck_place_records(
    const uint32_t *ids, const uint32_t *ends, size_t records, uint32_t first, uint64_t *cursors,
    uint8_t *lists, unsigned width, uint64_t *bitmaps);

// Sets the bits of the `count` numbers of a list.
void ck_mark_records(const uint8_t *list, size_t count, unsigned width, uint64_t *bits);

// Writes the `count` numbers of a list.
void ck_read_records(const uint8_t *list, size_t count, unsigned width, uint32_t *records);

// bits |= others, bits &= others, for n words each.
void ck_bits_or(uint64_t *bits, const uint64_t *others, size_t n);
void ck_bits_and(uint64_t *bits, const uint64_t *others, size_t n);

// How many bits of n words are set.
size_t ck_bits_count(const uint64_t *bits, size_t n);

// Writes the places of the set bits, ascending; returns how many.
size_t ck_bits_list(const uint64_t *bits, size_t n, uint32_t *records);

// Keeps those of records[0..<count] whose bit is set, in order; returns how many.
size_t ck_bits_keep(const uint64_t *bits, uint32_t *records, size_t count);

// Properties of scalars (properties.c).

enum {
  ck_kind_other = 0,
  ck_kind_upper = 1,
  ck_kind_lower = 2,
  ck_kind_letter = 3,
  ck_kind_digit = 4,
  ck_kind_mark = 5
};

// Bits 0-7 canonical combining class, 8-10 kind, 11-12 width in cells, 13 emoji, 15 mark dropped by
// folding.
uint16_t ck_properties(uint32_t scalar);

// Writes the full canonical decomposition (the scalar itself if it has none) to out[0..<4]; returns
// its length.
size_t ck_decompose(uint32_t scalar, uint32_t *out);

// Writes the full case folding (the scalar itself if it has none) to out[0..<3]; returns its
// length.
size_t ck_case_fold(uint32_t scalar, uint32_t *out);

// The primary composite of two scalars, or 0.
uint32_t ck_compose(uint32_t first, uint32_t second);

// The number of the scalar's script, and the name of a script by number.
unsigned ck_script(uint32_t scalar);
const char *ck_script_name(unsigned script);

// Records by place (places.c).

// Writes the records below `end` that hold places[0..<count], ascending, each once: record r holds
// the places from starts[r] to below starts[r + 1], and *from, the last record known of, begins at the
// first place or before. Returns how many, at most `count`, and in *from the last one.
size_t ck_records_of(
    const size_t *places, size_t count, const uint32_t *starts, size_t *from, size_t end,
    uint32_t *out);

// Some of the records (sparse.h).

// Writes to found[0..<] those of records[0..<count], ascending, whose text text[starts[r]..<starts[r + 1]] holds the
// needle of m > 0 bytes; returns how many. `found` has room for count and may be `records`; the text has `size` bytes.
size_t ck_find_in_records(
    const uint8_t *text, size_t size, const uint32_t *starts, const uint32_t *records,
    size_t count, const uint8_t *needle, size_t m, size_t i, size_t j, uint32_t *found);

// Loading (lines.c).

// Copies n bytes of lines, with 0xFF for every line end: LF, or CR LF. Writes where the next line begins after each,
// counted from `base`, and the number of lines; returns the bytes written. `out` has room for n, `starts` for n.
size_t ck_copy_lines(
    const uint8_t *bytes, size_t n, uint8_t *out, uint32_t base, uint32_t *starts, size_t *lines);

// What lines hold.
enum { ck_beyond_ascii = 1, ck_has_returns = 2, ck_ill_formed = 4 };

typedef struct {
  size_t count;
  unsigned traits;
} ck_record_lines;

// Makes records of lines where they stand: 0xFF for every LF. Writes where the next line begins after each, counted from
// `base`: `starts` has room for n + 2. If the traits say that a line ends with CR LF, its CR is still there; if that the
// text is not valid UTF-8, it is spoilt.
ck_record_lines ck_make_records(uint8_t *text, size_t n, uint32_t base, uint32_t *starts);

// Takes the CR from the ends of `count` records at the start of a text and corrects `starts`, where each ends, counted
// from `base`; returns the bytes that are left.
size_t ck_drop_returns(uint8_t *text, size_t n, uint32_t base, uint32_t *starts, size_t count);

// Sets one bit for each byte that is a, b or c, the lowest first; `marks` has room for (n + 63) / 64 words.
void ck_mark(const uint8_t *bytes, size_t n, uint8_t a, uint8_t b, uint8_t c, uint64_t *marks);

// Asks for the memory of `n` bytes, which are about to be read; does not wait for it (bytes.c).
void ck_fetch(const void *bytes, size_t n);

// Hashed trigrams (trigram_rows.c).

enum { ck_trigram_bits = 14, ck_trigram_rows = 1 << ck_trigram_bits };

// The row of a trigram, less than ck_trigram_rows.
uint32_t ck_trigram_hash(uint8_t a, uint8_t b, uint8_t c);

// Sets the bit `block`, less than 64, in the rows of all trigrams of the text that hold no separator.
void ck_mark_trigrams(const uint8_t *text, size_t n, uint64_t *rows, unsigned block);

// Takes so many blocks of 64 bytes up into the state of a SHA-256, eight words; the 64 constants are those of the
// standard. False, and nothing is done, where the processor has no instructions for it (sha256.c).
bool ck_sha256(uint32_t *state, const uint8_t *bytes, size_t blocks, const uint32_t *constants);

#endif
