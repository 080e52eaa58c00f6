// Strings whose elements are sets of bytes, prepared for searching.
#ifndef CREGEX_STRING_SETS_H
#define CREGEX_STRING_SETS_H

#include <array>
#include <cstring>
#include <vector>

#include "CRegex.h"
#include "kernels.h"
#include "program.h"

namespace cre {

struct Set {
  std::array<uint64_t, 4> words;

  void add(const Set &other) {
    for (size_t index = 0; index < words.size(); index++) words[index] |= other.words[index];
  }

  bool has(uint8_t byte) const { return words[byte >> 6] >> (byte & 63) & 1; }

  size_t count() const {
    size_t sum = 0;
    for (const uint64_t word : words) sum += static_cast<size_t>(__builtin_popcountll(word));
    return sum;
  }

  // Calls `body` with each byte of the set, in ascending order.
  template <class Body>
  void for_each(const Body &body) const {
    for (unsigned index = 0; index < 4; index++) {
      for (uint64_t left = words[index]; left != 0; left &= left - 1) {
        body(static_cast<uint8_t>(64 * index + static_cast<unsigned>(__builtin_ctzll(left))));
      }
    }
  }

  // The smallest byte of the set; 0 if the set is empty.
  uint8_t first() const {
    for (unsigned index = 0; index < 4; index++) {
      if (words[index] != 0) return static_cast<uint8_t>(64 * index + static_cast<unsigned>(__builtin_ctzll(words[index])));
    }
    return 0;
  }

  // Whether the set is one ASCII letter in both cases.
  bool is_letter() const {
    const uint8_t byte = first();
    return count() == 2 && byte >= 'A' && byte <= 'Z' && has(byte | 0x20);
  }

  bool is_byte() const { return count() == 1; }
};

struct String {
  std::vector<uint16_t> sets;
  // The offset of the fingerprint in the string.
  size_t window = 0;

  // The eight bytes of the string from the offset `probe` on, which are compared at once. `mask`
  // has the bits that are equal in all bytes of an element's set, and `bytes` has the values of
  // these bits.
  size_t probe = 0;
  uint64_t mask = 0, bytes = 0;

  // Chooses the eight bytes and sets `probe`, `mask` and `bytes`.
  void set_probe(const std::vector<Set> &all);

  // Whether the eight bytes at `text` allow a match; `text` points to the offset `probe` of a candidate.
  bool may_match(const uint8_t *text) const {
    uint64_t here;
    memcpy(&here, text, sizeof here);
    return ((here ^ bytes) & mask) == 0;
  }
};

}  // namespace cre

struct cre_strings {
  std::vector<cre::Set> sets;
  std::vector<cre::String> strings;
  bool looks_behind = false;
  bool is_exact = false;
  bool is_exact_in_ascii = false;
  uint8_t end = 0;
  cre::Program before, after;

  // Whether there is only one string, and a search for plain bytes, with or without regard to case,
  // can find it. If true, `needle` has its bytes, and `rare` has the indices of its rare bytes.
  bool is_plain = false;
  // Whether the first occurrence in each unit is sufficient, because the string has no context and
  // does not contain the byte that ends a unit.
  bool is_first_enough = false;
  bool is_caseless = false;
  std::vector<uint8_t> needle;
  size_t rare[2] = {0, 0};

  ck_fingerprints prints;
  size_t width = 0;
  std::array<std::vector<uint16_t>, 8> buckets;

  // Whether `text` begins with the elements of a string from `element` on.
  bool matches(const cre::String &string, size_t element, const uint8_t *text) const {
    for (size_t place = element; place < string.sets.size(); place++) {
      if (!sets[string.sets[place]].has(text[place - element])) return false;
    }
    return true;
  }
};

namespace cre {

// Chooses the fingerprint of each string and fills the buckets, according to the weights and the sample of the list.
void make_prints(cre_strings &made, const cre_string_list &list);

}  // namespace cre

#endif
