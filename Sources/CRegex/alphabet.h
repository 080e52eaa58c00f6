// The alphabet of a pattern: scalars that the pattern does not distinguish form one class.
#ifndef CREGEX_ALPHABET_H
#define CREGEX_ALPHABET_H

#include <re2/re2.h>

#include <array>
#include <string>
#include <vector>

#include "CRegex.h"

namespace cre {

// A text in which each class of scalars is one code of one to four bytes.
struct Translated {
  std::string text;
  // For each byte of `text`, where the scalar that it stands for begins in the source. One more element, the last, is the
  // size of the source.
  std::vector<uint32_t> sources;

  size_t place(size_t source) const;
};

// A pattern over codes. RE2's `\w` matches the codes of word characters and no others, so `\b` is Unicode's word
// boundary. All other classes of the pattern are written out as codes.
class Translation {
 public:
  Translation(const uint8_t *pattern, size_t n, const cre_alphabet *alphabet, const uint8_t *codes,
              int64_t max_memory);

  bool is_fine() const { return re.ok(); }

  // Whether a text may match differently when it is translated: it is not ASCII, or has a vertical tab, which only
  // Unicode's `\s` matches.
  static bool is_needed(const uint8_t *text, size_t n);

  void translate(const uint8_t *text, size_t n, bool with_sources, Translated *to) const;

  // Finds the first match at or after `from`; the bounds of groups are as in `cre_search`.
  bool search(const Translated &text, size_t from, ptrdiff_t *bounds, size_t count) const;

  bool matches(const uint8_t *text, size_t n) const;

  const RE2 re;

 private:
  struct Code {
    uint8_t count;
    char bytes[4];
  };

  // The class of each block of 128 scalars, or the complement of the index of its first class in `blocks_`.
  std::vector<int32_t> pages_;
  std::vector<uint32_t> blocks_;
  std::vector<Code> codes_;
  bool has_long_codes_ = false;
};

}  // namespace cre

// A text that was translated for a pattern.
struct cre_text {
  cre::Translated translated;
};

#endif
