// Declarations that the files of this target share: a compiled pattern, and functions that match
// one value or one record.
#ifndef CREGEX_PATTERN_H
#define CREGEX_PATTERN_H

#include <re2/re2.h>

#include <cstring>
#include <memory>
#include <mutex>
#include <string>

#include "CRegex.h"
#include "alphabet.h"
#include "lazy.h"

struct cre_pattern {
  cre::LazyRE2 lazy;
  std::string problem;
  // Whether texts that are not ASCII must be translated. The translated pattern is created before
  // the first search, or by `translate_later` when it is first needed.
  bool has_translation = false;
  std::unique_ptr<const cre::Translation> made_translation;
  void (*translate_later)(cre_pattern *pattern, void *context) = nullptr;
  void (*release)(void *context) = nullptr;
  void *context = nullptr;

  // The pattern for translated texts; requires `has_translation`. Can be called on any thread.
  const cre::Translation &translation() const {
    std::call_once(translated_, [this] {
      if (translate_later) translate_later(const_cast<cre_pattern *>(this), context);
    });
    return *made_translation;
  }

  // RE2's compiled pattern.
  const RE2 &re() const { return lazy.get(); }

  cre_pattern(re2::StringPiece pattern, const RE2::Options &options) : lazy(pattern, options) {
    problem = lazy.error();
    const std::string tail = ": " + lazy.fragment();
    if (problem.size() >= tail.size() &&
        problem.compare(problem.size() - tail.size(), tail.size(), tail) == 0) {
      problem.resize(problem.size() - tail.size());
    }
  }

  ~cre_pattern() {
    if (release) release(context);
  }

 private:
  mutable std::once_flag translated_;
};

namespace cre {

const uint8_t field_end = 0xFF;
const uint8_t value_end = 0xFE;

inline re2::StringPiece piece(const uint8_t *text, size_t n) {
  return re2::StringPiece(reinterpret_cast<const char *>(text), n);
}

// The first occurrence of `byte` in [from, to), or `to` if there is none.
inline const uint8_t *find(const uint8_t *from, const uint8_t *to, uint8_t byte) {
  const void *found = memchr(from, byte, static_cast<size_t>(to - from));
  return found ? static_cast<const uint8_t *>(found) : to;
}

inline bool in_scope(const cre_run *run, size_t field) {
  return !run->scope || (field < run->field_count && run->scope[field]);
}

// Finds the first match in a text that needs no translation.
bool search(const cre_pattern *pattern, re2::StringPiece text, size_t from, size_t *start,
            size_t *end);

// Whether a text must be translated to codes.
inline bool needs_translation(const cre_pattern *pattern, const uint8_t *text, size_t n) {
  return pattern->has_translation && Translation::is_needed(text, n);
}

// The offset after the character at `at`.
size_t after(const uint8_t *text, size_t n, size_t at);

// Whether one value matches; if `hits` is not NULL, adds the number of non-empty matches in the
// value to `*hits`.
bool match_part(const cre_pattern *pattern, const uint8_t *text, size_t n, uint64_t *hits);

// Whether one record matches; each value is searched separately.
bool match_record(const cre_pattern *pattern, const cre_run *run, size_t record, uint64_t *hits);

}  // namespace cre

#endif
