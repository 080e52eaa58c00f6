// The alphabet of a pattern consists of classes of scalars. Scalars that the pattern does not distinguish are in the
// same class.
#ifndef CREGEX_ALPHABET_H
#define CREGEX_ALPHABET_H

#include <re2/re2.h>

#include <array>
#include <string>
#include <vector>

#include "CRegex.h"
#include "lazy.h"

namespace cre {

// A text in which each scalar is replaced by the code of its class, which is one to four bytes long.
struct Translated {
  std::string text;
  // For each byte of `text`, the source offset of the scalar whose code contains that byte. The
  // last element is the size of the source.
  std::vector<uint32_t> sources;

  size_t place(size_t source) const;
};

// A pattern that was translated so that it matches the codes of scalars instead of the scalars.
// RE2's `\w` matches exactly the codes of word characters, so RE2's `\b` matches Unicode's word
// boundaries. The translation lists the codes of every other class that the pattern uses.
class Translation {
 public:
  Translation(const uint8_t *pattern, size_t n, const cre_alphabet *alphabet, const uint8_t *codes,
              int64_t max_memory);

  bool is_fine() const { return lazy_.error_code() == RE2::NoError; }

  // Whether a text must be translated: it is not ASCII, or it contains a vertical tab, which `\s`
  // matches in Unicode but not in RE2.
  static bool is_needed(const uint8_t *text, size_t n);

  void translate(const uint8_t *text, size_t n, bool with_sources, Translated *to) const;

  // Finds the first match at or after `from`; the bounds of groups are as in `cre_search`.
  bool search(const Translated &text, size_t from, ptrdiff_t *bounds, size_t count) const;

  bool matches(const uint8_t *text, size_t n) const;

 private:
  const RE2 &re() const { return lazy_.get(); }

  const LazyRE2 lazy_;

  struct Code {
    uint8_t count;
    char bytes[4];
  };

  // For each block of 128 scalars: their class if all of them have the same class; otherwise, the
  // bitwise complement of the index in `blocks_` where their classes begin.
  std::vector<int32_t> pages_;
  std::vector<uint32_t> blocks_;
  std::vector<Code> codes_;
  bool has_long_codes_ = false;
};

}  // namespace cre

// A text in which each scalar was replaced by a code, for one pattern.
struct cre_text {
  cre::Translated translated;
};

#endif
