// Checks which JSON lines are well-formed and have only known field names, without parsing their
// values.

#include <string.h>

#include "CKernels.h"
#include "vector.h"

// The maximum nesting depth; Swift code parses lines with deeper nesting.
enum { deepest = 64 };

// The value that is returned instead of an index if Swift code must parse the line.
#define STOP SIZE_MAX

// The node of all values inside an array; names inside an array are not field names.
#define NO_NODE UINT16_MAX

// The limits of the table of names; after a limit is reached, no more names are added.
enum { max_names = 1024, max_name_bytes = 1 << 15, slot_count = 4 * max_names };

// Flags for the values that a name has had: `has_members` if a value was an object, `is_cell` if a
// value was not an object.
enum { is_cell = 1, has_members = 2 };

// A field name, which belongs to the object of its parent node. Node 0 is the whole value and has no name.
typedef struct {
  uint64_t head, mask;  // the first bytes, so that a short name is compared in one step
  uint32_t start, length;  // the length includes the closing quote
  uint16_t parent;
  uint8_t kinds;
} node;

struct ck_json_names {
  uint32_t count, used;
  node nodes[max_names];
  uint16_t slots[slot_count];
  uint8_t bytes[max_name_bytes];
};

static inline int is_blank(uint8_t byte) { return byte == ' ' || byte == '\t' || byte == '\r'; }

static inline size_t blanks_end(const uint8_t *text, size_t n, size_t at) {
  while (at < n && is_blank(text[at])) at++;
  return at;
}

// Strings.

size_t ck_json_text_end(const uint8_t *text, size_t n) {
  size_t at = 0;
#if CK_VECTOR
  const vec quote = splat('"'), backslash = splat('\\'), shift = splat(0x60), high = splat(0x5F);
  for (; n - at >= 16; at += 16) {
    const vec v = load(text + at);
    // After adding 0x60, only the bytes that were below 0x20 exceed 0x5F as signed numbers.
    const mask found =
        bits(either(either(equal(v, quote), equal(v, backslash)), signed_less(high, sum(v, shift))));
    if (found) return at + first(found);
  }
  if (at < n && n >= 16) {
    // The last 16 bytes overlap bytes that were already tested, and that do not match.
    const vec v = load(text + n - 16);
    const mask found =
        bits(either(either(equal(v, quote), equal(v, backslash)), signed_less(high, sum(v, shift))));
    return found ? n - 16 + first(found) : n;
  }
#endif
  while (at < n && text[at] != '"' && text[at] != '\\' && text[at] >= 0x20) at++;
  return at;
}

// The index after the string whose opening quote is directly before `at`; STOP if the string
// contains \u or is not well-formed.
static inline size_t string_end(const uint8_t *text, size_t n, size_t at) {
  for (;;) {
    at += ck_json_text_end(text + at, n - at);
    if (at == n) return STOP;
    if (text[at] == '"') return at + 1;
    if (text[at] != '\\' || at + 1 == n) return STOP;
    switch (text[at + 1]) {
      case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't': break;
      default: return STOP;
    }
    at += 2;
  }
}

// Numbers, true, false and null.

static inline size_t digits_end(const uint8_t *text, size_t n, size_t at) {
#if CK_VECTOR
  // Adding 0x50 turns the bytes '0' to '9' into -128 to -119, the lowest signed numbers.
  const vec shift = splat(0x50), limit = splat(0x8A);
  while (n - at >= 16) {
    const mask digits = bits(signed_less(sum(load(text + at), shift), limit));
    const mask all = bits(splat(0xFF));
    if (digits != all) return at + first(digits ^ all);
    at += 16;
  }
#endif
  while (at < n && text[at] - '0' < 10u) at++;
  return at;
}

static inline size_t number_end(const uint8_t *text, size_t n, size_t at) {
  if (text[at] == '-') at++;
  size_t end = digits_end(text, n, at);
  if (end == at || (text[at] == '0' && end > at + 1)) return STOP;
  if (end < n && text[end] == '.') {
    at = end + 1;
    end = digits_end(text, n, at);
    if (end == at) return STOP;
  }
  if (end < n && (text[end] | 0x20) == 'e') {
    at = end + 1;
    if (at < n && (text[at] == '+' || text[at] == '-')) at++;
    end = digits_end(text, n, at);
    if (end == at) return STOP;
  }
  return end;
}

static inline size_t word_end(
    const uint8_t *text, size_t n, size_t at, const char *word, size_t length) {
  return n - at >= length && !memcmp(text + at, word, length) ? at + length : STOP;
}

// Names.

size_t ck_json_names_size(void) { return sizeof(ck_json_names); }

void ck_json_names_init(ck_json_names *names) {
  names->count = 1;  // node 0, the whole value
  names->used = 0;
  memset(names->nodes, 0, sizeof names->nodes[0]);
  memset(names->slots, 0, sizeof names->slots);
}

// Whether the text at `at` is the name of a node, including its closing quote.
static inline int is_name(
    const ck_json_names *names, const node *k, const uint8_t *text, size_t n, size_t at) {
  const size_t length = k->length;
  if (n - at >= 8 && length <= 8) {
    uint64_t word;
    memcpy(&word, text + at, 8);
    return ((word ^ k->head) & k->mask) == 0;
  }
  return n - at >= length && !memcmp(text + at, names->bytes + k->start, length);
}

static inline size_t slot_of(const uint8_t *name, size_t length, uint16_t parent) {
  uint64_t hash = 0xCBF29CE484222325ull ^ parent;
  for (size_t k = 0; k < length; k++) hash = (hash ^ name[k]) * 0x100000001B3ull;
  return (hash >> 32) % slot_count;
}

// The node of a name; `length` includes the closing quote. If the name is new, adds a node, or
// returns 0 if `learns` is 0 or the table is full.
static uint16_t node_named(
    ck_json_names *names, int learns, uint16_t parent, const uint8_t *name, size_t length) {
  size_t slot = slot_of(name, length, parent);
  for (uint16_t k; (k = names->slots[slot]); slot = (slot + 1) % slot_count) {
    const node *known = &names->nodes[k];
    if (known->parent == parent && known->length == length &&
        !memcmp(names->bytes + known->start, name, length)) {
      return k;
    }
  }
  if (!learns || names->count == max_names || length > max_name_bytes - names->used) return 0;
  const uint16_t k = (uint16_t)names->count++;
  node *new = &names->nodes[k];
  *new = (node){.start = names->used, .length = (uint32_t)length, .parent = parent};
  memcpy(names->bytes + names->used, name, length);
  names->used += (uint32_t)length;
  if (length <= 8) {
    memcpy(&new->head, name, length);
    memset(&new->mask, 0xFF, length);
  }
  names->slots[slot] = k;
  return k;
}

// Values.

// The index after the value at `at`. Returns STOP if the value is not certainly well-formed, or if
// the flags of a name do not allow its value. If `learns` is not 0, adds unknown names and flags to
// `names` instead of stopping.
static inline __attribute__((always_inline)) size_t value_end(
    ck_json_names *names, int learns, const uint8_t *text, size_t n, size_t at) {
  uint16_t parents[deepest];
  uint8_t is_object[deepest];
  unsigned depth = 0;
  uint16_t k = 0;
  unsigned guess = 1;

value:
  if (at == n) return STOP;
  if (text[at] == '{' && k != NO_NODE) {
    // The members of an object are fields; the object itself is not a field.
    if (learns) names->nodes[k].kinds |= has_members;
    if (!(names->nodes[k].kinds & has_members)) return STOP;
  } else if (k != NO_NODE) {
    if (learns) names->nodes[k].kinds |= is_cell;
    if (!(names->nodes[k].kinds & is_cell)) return STOP;
  }
  switch (text[at]) {
    case '{':
      if (depth == deepest) return STOP;
      parents[depth] = k;
      is_object[depth++] = 1;
      at = blanks_end(text, n, at + 1);
      if (at < n && text[at] == '}') goto close;
      goto name;
    case '[':
      if (depth == deepest) return STOP;
      parents[depth] = k = NO_NODE;
      is_object[depth++] = 0;
      at = blanks_end(text, n, at + 1);
      if (at < n && text[at] == ']') goto close;
      goto value;
    case '"': at = string_end(text, n, at + 1); break;
    case 't': at = word_end(text, n, at, "true", 4); break;
    case 'f': at = word_end(text, n, at, "false", 5); break;
    case 'n': at = word_end(text, n, at, "null", 4); break;
    default: at = number_end(text, n, at);
  }
  if (at == STOP) return STOP;

after:
  if (depth == 0) return at;
  at = blanks_end(text, n, at);
  if (at == n) return STOP;
  if (text[at] == ',') {
    at = blanks_end(text, n, at + 1);
    k = parents[depth - 1];
    if (is_object[depth - 1]) goto name;
    goto value;
  }
  if (text[at] != (is_object[depth - 1] ? '}' : ']')) return STOP;

close:
  at++;
  depth--;
  goto after;

name:
  if (at == n || text[at] != '"') return STOP;
  at++;
  if (parents[depth - 1] == NO_NODE) {
    at = string_end(text, n, at);
    if (at == STOP) return STOP;
    k = NO_NODE;
  } else {
    // Most records have the same names in the same order, so test the node after the previous
    // name's node first.
    k = (uint16_t)guess;
    if (guess >= names->count || names->nodes[guess].parent != parents[depth - 1] ||
        !is_name(names, &names->nodes[guess], text, n, at)) {
      const size_t length = ck_json_text_end(text + at, n - at) + 1;
      if (length > n - at || text[at + length - 1] != '"') return STOP;
      k = node_named(names, learns, parents[depth - 1], text + at, length);
      if (k == 0) return STOP;
    }
    at += names->nodes[k].length;
    guess = k + 1;
  }
  at = blanks_end(text, n, at);
  if (at == n || text[at] != ':') return STOP;
  at = blanks_end(text, n, at + 1);
  goto value;
}

size_t ck_json_pass(
    ck_json_names *names, const uint8_t *text, size_t n, size_t *from, size_t *lines) {
  size_t records = 0, at = *from, passed = 0;
  while (at < n) {
    size_t end = blanks_end(text, n, at);
    if (end < n && text[end] != '\n') {
      end = value_end(names, 0, text, n, end);
      if (end == STOP) break;
      end = blanks_end(text, n, end);
      if (end < n && text[end] != '\n') break;
      records++;
    }
    at = end + (end < n);
    passed++;
  }
  *from = at;
  *lines = passed;
  return records;
}

void ck_json_learn(ck_json_names *names, const uint8_t *text, size_t n) {
  const size_t start = blanks_end(text, n, 0);
  if (start < n) value_end(names, 1, text, n, start);
}
