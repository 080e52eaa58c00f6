// Compares the kernels that convert or check text, or compute bit masks of it. The same sources
// compiled without vectors give the expected results.
#include "compare.h"

static int is_same(const void *a, const void *b, size_t n) { return !n || !memcmp(a, b, n); }

REFERENCE(ck_make_records);

static void make_records(void) {
  size_t n;
  // Most texts are shorter than the block that the kernels check at once; some are several blocks
  // long.
  const uint8_t *text = lend_text(below(20) ? 2000 : 15000, &n);
  uint8_t *made = lend_copy(text, n), *expected = lend_copy(text, n);
  uint32_t *starts = lend(4 * (n + 2)), *expected_starts = lend(4 * (n + 2));
  const uint32_t base = (uint32_t)below(1000);
  const ck_record_lines found = ck_make_records(made, n, base, starts);
  const ck_record_lines wanted = reference_ck_make_records(expected, n, base, expected_starts);
  const unsigned damage = wanted.traits & ck_ill_formed;
  expect((found.traits & ck_ill_formed) == damage, "whether the text is UTF-8");
  if (damage) return;  // the other results are unspecified
  expect(found.traits == wanted.traits && found.count == wanted.count, "the number or the traits of the lines");
  expect(is_same(made, expected, n) && is_same(starts, expected_starts, 4 * found.count), "a line");
}

REFERENCE(ck_non_ascii);
REFERENCE(ck_lower_ascii);
REFERENCE(ck_valid_utf8);
REFERENCE(ck_json_text_end);

static void prefixes(void) {
  size_t n;
  const uint8_t *text = lend_text(900, &n);
  expect(ck_non_ascii(text, n) == reference_ck_non_ascii(text, n), "the end of ASCII");
  expect(ck_valid_utf8(text, n) == reference_ck_valid_utf8(text, n), "the end of UTF-8");
  expect(ck_json_text_end(text, n) == reference_ck_json_text_end(text, n), "the end of a JSON text");
  uint8_t *out = lend(n), *expected = lend(n);
  const size_t count = ck_lower_ascii(text, n, out);
  expect(count == reference_ck_lower_ascii(text, n, expected), "the length in lower case");
  expect(is_same(out, expected, count), "the text in lower case");
}

// Compares the validation of sequences near the limits of the table of well-formed UTF-8.
static void limits_of_utf8(void) {
  static const uint8_t bytes[] = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0,
                                  0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFE, 0xFF};
  static const char *const valid[] = {"a", "é", "漢", "😀", "\u07ff", "\u0800", "\ud7ff", "\uffff", "\U0010ffff"};
  uint8_t text[400];
  size_t n = 0;
  while (n < 200) {
    const char *piece = valid[below(9)];
    memcpy(text + n, piece, strlen(piece));
    n += strlen(piece);
  }
  for (size_t k = below(3); k > 0; k--) text[below(n)] = bytes[below(sizeof bytes)];
  n -= below(70);
  const uint8_t *lent = lend_copy(text, n);
  const size_t end = reference_ck_valid_utf8(lent, n);
  expect(ck_valid_utf8(lent, n) == end, "the end of UTF-8");
  uint32_t *starts = lend(4 * (n + 2));
  const unsigned traits = ck_make_records(lend_copy(text, n), n, 0, starts).traits;
  expect(((traits & ck_ill_formed) == 0) == (end == n), "whether the text is UTF-8");
}

REFERENCE(ck_copy_lines);
REFERENCE(ck_mark);

static void lines(void) {
  size_t n, count, expected_count;
  const uint8_t *text = lend_text(900, &n);
  uint8_t *out = lend(n), *expected = lend(n);
  uint32_t *starts = lend(4 * n), *expected_starts = lend(4 * n);
  const size_t length = ck_copy_lines(text, n, out, 7, starts, &count);
  const size_t wanted = reference_ck_copy_lines(text, n, expected, 7, expected_starts, &expected_count);
  expect(length == wanted && count == expected_count, "the number of lines");
  expect(is_same(out, expected, length) && is_same(starts, expected_starts, 4 * count), "a line");
  const size_t size = (n + 63) / 64 * 8;
  uint64_t *marks = lend(size), *expected_marks = lend(size);
  const uint8_t other = (uint8_t)below(256);
  ck_mark(text, n, '\n', 'a', other, marks);
  reference_ck_mark(text, n, '\n', 'a', other, expected_marks);
  expect(is_same(marks, expected_marks, size), "a mark");
}

REFERENCE(ck_tokens);

static void tokens(void) {
  static const uint32_t separators[] = {0x3000, 0x2013, 0x6F22};
  static const uint8_t leads[] = {0xE3, 0xE2, 0xE6};
  size_t n;
  const uint8_t *text = lend_text(600, &n);
  const ck_token_rules rules = {(const uint8_t *)",@", below(3), separators, 3, leads, 3, (int)below(2)};
  const size_t capacity = 1 + below(20);
  size_t *out = lend(16 * capacity), *expected = lend(16 * capacity), from = 0, other = 0, count;
  do {
    count = ck_tokens(&rules, text, n, &from, out, capacity);
    const size_t wanted = reference_ck_tokens(&rules, text, n, &other, expected, capacity);
    expect(count == wanted && from == other, "the number of tokens");
    expect(is_same(out, expected, 16 * count), "a token");
  } while (from < n && count == capacity);
}

REFERENCE(ck_fold_records);

static void fold(void) {
  enum { max_count = 40 };
  size_t n;
  const uint8_t *text = lend_text(600, &n);
  n = ck_valid_utf8(text, n);
  uint32_t ends[max_count], *lent_ends;
  uint32_t *folded = lend(4 * max_count), *expected_folded = lend(4 * max_count);
  const size_t count = below(max_count);
  for (size_t k = 0, at = 0; k < count; k++) {
    at += below(n - at + 1) / (count - k);
    while (at < n && (text[at] & 0xC0) == 0x80) at++;
    ends[k] = (uint32_t)at;
  }
  lent_ends = (uint32_t *)lend_copy(ends, 4 * count);
  const unsigned mode = (unsigned)below(4);
  const size_t capacity = below(3) ? 6 * n + 64 : below(2 * n + 40);
  uint8_t *out = lend(capacity), *expected = lend(capacity);
  ck_fold_ends notes = {lent_ends, folded, count, 0}, expected_notes = {lent_ends, expected_folded, count, 0};
  const ck_fold_step step = ck_fold_records(text, n, 0, mode, out, 0, capacity, &notes);
  const ck_fold_step wanted =
      reference_ck_fold_records(text, n, 0, mode, expected, 0, capacity, &expected_notes);
  // A vector needs more space in the output than a byte, so the step may end earlier if the output
  // is short.
  const size_t done = notes.done < expected_notes.done ? notes.done : expected_notes.done;
  const size_t written = step.written < wanted.written ? step.written : wanted.written;
  if (step.reason != ck_fold_needs_capacity && wanted.reason != ck_fold_needs_capacity) {
    expect(!memcmp(&step, &wanted, sizeof step) && notes.done == expected_notes.done, "the end of the folded text");
  }
  expect(is_same(out, expected, written), "the folded text");
  for (size_t k = 0; k < done && folded[k] <= written; k++) expect(folded[k] == expected_folded[k], "a folded end");
}

REFERENCE(ck_json_pass);
REFERENCE(ck_json_learn);

static void json(void) {
  // The kernel rejects a line with one of the last three values.
  static const char *const values[] = {
      "1", "-0.25e+3", "12345678901234567890", "\"k\"", "\"a longer text, of 31 bytes\"", "\"\\n\\\"é\"", "true",
      "null", "[1, [2], {}]", "{\"b\": \"漢字\"}", "01", "\"\\u0041\"", "tru"};
  static const char *const names[] = {"a", "b", "a longer name", "n\\t", "é"};
  char text[2000];
  size_t n = 0, from = 0, other = 0, count = 0, expected_count = 0;
  const size_t line_count = below(8);
  for (size_t k = 0; k < line_count; k++) {
    n += (size_t)sprintf(text + n, "{");
    for (size_t member = below(5); member > 0; member--) {
      const char *value = values[below(below(3) ? 10 : 13)], *space = below(2) ? " " : "";
      n += (size_t)sprintf(text + n, "\"%s\":%s%s%s", names[below(5)], space, value, member > 1 ? ", " : "");
    }
    n += (size_t)sprintf(text + n, "%s\n", below(30) ? "}" : "");
  }
  const uint8_t *lent = lend_copy(text, n);
  ck_json_names *known = lend(ck_json_names_size());
  ck_json_names_init(known);
  for (size_t at = 0; at < n && below(6);) {
    const uint8_t *end = memchr(lent + at, '\n', n - at);
    ck_json_learn(known, lent + at, (size_t)(end - lent) - at);
    at = (size_t)(end - lent) + 1;
  }
  ck_json_names *copy = (ck_json_names *)lend_copy(known, ck_json_names_size());
  const size_t records = ck_json_pass(known, lent, n, &from, &count);
  const size_t wanted = reference_ck_json_pass(copy, lent, n, &other, &expected_count);
  expect(records == wanted && from == other && count == expected_count, "the number of JSON lines");
}

const comparison transforms[] = {
    {"make_records", make_records, 1},
    {"limits_of_utf8", limits_of_utf8, 1},
    {"prefixes", prefixes, 0},
    {"lines", lines, 0},
    {"tokens", tokens, 0},
    {"fold", fold, 0},
    {"json", json, 0},
    {NULL, NULL, 0}};
