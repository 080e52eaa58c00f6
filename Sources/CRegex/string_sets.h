// Strings of byte sets, prepared for searching.
#ifndef CREGEX_STRING_SETS_H
#define CREGEX_STRING_SETS_H

#include <array>
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

  uint8_t first() const {
    for (unsigned byte = 0; byte < 256; byte++) {
      if (has(static_cast<uint8_t>(byte))) return static_cast<uint8_t>(byte);
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
};

}  // namespace cre

struct cre_strings {
  std::vector<cre::Set> sets;
  std::vector<cre::String> strings;
  bool looks_behind = false;
  bool is_exact = false;
  uint8_t end = 0;
  cre::Program before, after;

  // Whether there is one string of plain bytes, with or without case; `needle` and `rare` describe it.
  bool is_plain = false;
  // Whether only the first occurrence in each unit is needed: the string has no context, and
  // contains no unit end.
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

// Chooses the fingerprint of each string and fills the buckets; weights[b] is the number of times that byte b occurs.
void make_prints(cre_strings &made, const uint64_t *weights);

}  // namespace cre

#endif
