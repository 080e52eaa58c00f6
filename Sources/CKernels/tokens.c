// Splitting a text into tokens.
//
// The loop reads 64 bytes at a time, and computes one bit for each byte: whether the byte separates
// tokens. A token begins or ends where the bits change, so the loop takes one step per change, not
// per byte. Scalars that may be non-ASCII whitespace or a non-ASCII separator are decoded one by
// one. The last block of a text is copied and padded with separators. Camel-case words are split
// one scalar at a time; most words have only lower-case ASCII letters after their first letter, and
// need no splits.
//
// The end of a camel-case part of a word does not depend on the earlier parts. Therefore,
// tokenizing can stop and resume between any two tokens.

#include "CKernels.h"
#include "scalars.h"
#include "vector.h"

typedef uint64_t bits64;

static inline int is_white_space(uint32_t scalar) {
  return (scalar >= 0x2000 && scalar <= 0x200A) || scalar == 0x85 || scalar == 0xA0 ||
         scalar == 0x1680 || scalar == 0x2028 || scalar == 0x2029 || scalar == 0x202F ||
         scalar == 0x205F || scalar == 0x3000;
}

static inline unsigned kind_of(uint32_t scalar) {
  if (scalar < 0x80) {
    if ((scalar | 0x20) - 'a' < 26u) return scalar & 0x20 ? ck_kind_lower : ck_kind_upper;
    return scalar - '0' < 10u ? ck_kind_digit : ck_kind_other;
  }
  return ck_properties(scalar) >> 8 & 7;
}

static inline int is_letter(unsigned kind) {
  return kind >= ck_kind_upper && kind <= ck_kind_letter;
}

// The end of the first camel-case part of the word text[0..<n].
static size_t part_end(const uint8_t *text, size_t n) {
  unsigned before_last = ck_kind_other, last = ck_kind_other;
  size_t last_start = 0, length;
  for (size_t at = 0; at < n; at += length) {
    const unsigned kind = kind_of(decode(text + at, n - at, &length));
    if (kind == ck_kind_mark) continue;  // a mark belongs to the letter before it
    if (last == ck_kind_lower && kind == ck_kind_upper) return at;
    if (is_letter(last) && kind == ck_kind_digit) return at;
    if (last == ck_kind_digit && is_letter(kind)) return at;
    if (before_last == ck_kind_upper && last == ck_kind_upper && kind == ck_kind_lower) {
      return last_start;
    }
    before_last = last;
    last = kind;
    last_start = at;
  }
  return n;
}

// Bitmaps of the 64 bytes of a block: bytes that separate tokens, lead bytes of scalars that may
// separate tokens, upper-case letters, and digits or non-ASCII bytes.
typedef struct {
  bits64 parting, looked_at, upper, other;
} block;

#if CK_VECTOR
static inline vec between(vec v, uint8_t low, uint8_t high) {
  // The comparison is signed: `low` and `high` must both be below 0x80 or both be at least 0x80, and `low` must be
  // neither 0x00 nor 0x80.
  return both(signed_less(splat(low - 1), v), signed_less(v, splat(high + 1)));
}

static block classify(const ck_token_rules *rules, const uint8_t *p) {
  vec parting[4], looked_at[4], upper[4], other[4];
  for (size_t k = 0; k < 4; k++) {
    const vec v = load(p + 16 * k);
    // As signed numbers, 0xFE and 0xFF are -2 and -1.
    const vec cells = both(signed_less(splat(0xFD), v), signed_less(v, splat(0)));
    vec found = either(either(equal(v, splat(' ')), between(v, '\t', '\r')), cells);
    for (size_t s = 0; s < rules->ascii_count; s++) {
      found = either(found, equal(v, splat(rules->ascii[s])));
    }
    parting[k] = found;
    vec look = either(equal(v, splat(0xC2)), between(v, 0xE1, 0xE3));
    for (size_t s = 0; s < rules->lead_count; s++) {
      look = either(look, equal(v, splat(rules->leads[s])));
    }
    looked_at[k] = look;
    upper[k] = between(v, 'A', 'Z');
    other[k] = either(between(v, '0', '9'), non_ascii(v));
  }
  block result = {all_bits(parting), all_bits(looked_at), 0, 0};
  if (rules->splits_camel_case) {
    result.upper = all_bits(upper);
    result.other = all_bits(other);
  }
  return result;
}
#else
static int is_among(uint8_t byte, const uint8_t *bytes, size_t count) {
  for (size_t k = 0; k < count; k++) {
    if (bytes[k] == byte) return 1;
  }
  return 0;
}

static block classify(const ck_token_rules *rules, const uint8_t *p) {
  block result = {0, 0, 0, 0};
  for (size_t k = 0; k < 64; k++) {
    const uint8_t byte = p[k];
    const bits64 bit = (bits64)1 << k;
    const int is_blank = byte == ' ' || (byte >= '\t' && byte <= '\r') || byte >= 0xFE;
    if (is_blank || is_among(byte, rules->ascii, rules->ascii_count)) result.parting |= bit;
    if (byte == 0xC2 || (byte >= 0xE1 && byte <= 0xE3)) result.looked_at |= bit;
    if (is_among(byte, rules->leads, rules->lead_count)) result.looked_at |= bit;
    if (byte >= 'A' && byte <= 'Z') result.upper |= bit;
    if ((byte >= '0' && byte <= '9') || is_non_ascii(byte)) result.other |= bit;
  }
  return result;
}
#endif

static int is_separator(const ck_token_rules *rules, uint32_t scalar) {
  if (is_white_space(scalar)) return 1;
  for (size_t k = 0; k < rules->separator_count; k++) {
    if (rules->separators[k] == scalar) return 1;
  }
  return 0;
}

// Decodes the scalars that start at the set bits of `looked_at`. If a scalar separates tokens, sets
// the bits of its bytes in `parting`. If a separating scalar continues in the next block, returns
// the bits of its bytes there; otherwise 0.
static bits64 look(
    const ck_token_rules *rules, bits64 looked_at, const uint8_t *p, size_t n, bits64 *parting) {
  bits64 carried = 0;
  for (; looked_at; looked_at &= looked_at - 1) {
    const unsigned place = (unsigned)__builtin_ctzll(looked_at);
    size_t length;
    const uint32_t scalar = decode(p + place, n - place, &length);
    if (length == 1 || !is_separator(rules, scalar)) continue;
    const bits64 bytes = ((bits64)1 << length) - 1;
    *parting |= bytes << place;
    if (place + length > 64) carried = bytes >> (64 - place);
  }
  return carried;
}

size_t ck_tokens(
    const ck_token_rules *rules, const uint8_t *text, size_t n, size_t *from, size_t *out,
    size_t capacity) {
  size_t written = 0, start = 0;
  bits64 carried = 0, inside = 0;  // `inside`: 1 if the byte before the block belongs to a token
  uint8_t last[64];
  if (capacity == 0) return 0;
  // If the text ends with a token, the padding of the last block ends that token. If the last block
  // is full, one more block of padding is read.
  for (size_t base = *from; base < n || inside; base += 64) {
    const uint8_t *p = text + base;
    if (n < base + 64) {
      const size_t rest = n > base ? n - base : 0;
      memset(last, 0xFF, sizeof last);
      if (rest > 0) memcpy(last, p, rest);
      p = last;
    }
    block b = classify(rules, p);
    b.parting |= carried;
    carried = b.looked_at ? look(rules, b.looked_at, text + base, n - base, &b.parting) : 0;
    const bits64 tokens = ~b.parting;
    bits64 changes = tokens ^ (tokens << 1 | inside);
    for (; changes; changes &= changes - 1) {
      const unsigned place = (unsigned)__builtin_ctzll(changes);
      inside ^= 1;
      if (inside) {
        start = base + place;
        continue;
      }
      const size_t end = base + place;
      size_t part = start;
      if (rules->splits_camel_case) {
        const int is_here = start >= base;
        const bits64 word = is_here ? ((bits64)1 << place) - ((bits64)1 << (start - base)) : 0;
        const int is_plain = is_here && !(b.other & word) && !(b.upper & word & (word - 1));
        while (!is_plain && part < end) {
          const size_t next = part + part_end(text + part, end - part);
          if (next == end) break;
          out[written++] = part;
          out[written++] = next;
          part = next;
          if (written == 2 * capacity) {
            *from = next;
            return capacity;
          }
        }
      }
      out[written++] = part;
      out[written++] = end;
      if (written == 2 * capacity) {
        *from = end;
        return capacity;
      }
    }
    inside = tokens >> 63;
  }
  *from = n;
  return written / 2;
}
