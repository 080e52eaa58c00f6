#include "lazy.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace cre {

namespace {

// RE2's memory limit must allow this many bytes for each instruction. RE2 uses two thirds of its
// limit for a program, and at most a quarter of these two thirds for instructions of 16 bytes.
const int64_t bytes_of_instruction = 96;
// With this memory limit in bytes, RE2 only parses a pattern, and then refuses to compile it.
const int64_t memory_to_parse = 3;

// Upper bounds on the number of instructions for each element of a pattern. A range of scalars has
// at most seven UTF-8 sequences of up to four bytes. Each sequence can need another instruction,
// which chooses among the sequences. The largest class has fewer than 3,500 ranges, and most ranges
// have two sequences.
struct Bounds {
  size_t literal_byte, byte_of_inverted_class, single, any_class;
};
const Bounds of_utf8 = {16, 160, 64, 40000}, of_latin = {2, 8, 4, 600};

// If case is not ignored, a literal byte adds at most four instructions to the program. Besides the
// instruction for the byte, these can be instructions for a repetition, or for an alternative that
// begins with the byte.
const size_t literal_byte_if_case_matters = 4;

bool is_letter_or_digit(uint8_t byte) {
  return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

// Whether the pattern is certainly valid, so that RE2 need not parse it: it consists only of
// literal text and alternation.
bool is_plain(re2::StringPiece pattern) {
  for (const char byte : pattern) {
    const uint8_t it = static_cast<uint8_t>(byte);
    if (!is_letter_or_digit(it) && it < 0x80 && it != '|' && it != ' ' && it != '_') return false;
  }
  return true;
}

// Whether the pattern may have a group with flags, such as `(?i)`.
bool has_flags(re2::StringPiece pattern) {
  for (size_t at = 0; at + 2 < pattern.size(); at++) {
    if (pattern[at] == '(' && pattern[at + 1] == '?' && !strchr(":P<", pattern[at + 2])) return true;
  }
  return false;
}

}  // namespace

size_t max_instructions(re2::StringPiece pattern, bool is_utf8, bool is_caseless) {
  const size_t n = pattern.size();
  const Bounds &bounds = is_utf8 ? of_utf8 : of_latin;
  const bool may_be_caseless = is_caseless || has_flags(pattern);
  size_t of_byte = may_be_caseless ? bounds.literal_byte : std::min(bounds.literal_byte, literal_byte_if_case_matters);
  size_t maximum = 64;
  bool has_class = false;
  for (size_t at = 0; at < n; at++) {
    if (pattern[at] == '[' && at + 1 < n && pattern[at + 1] == '^') of_byte = bounds.byte_of_inverted_class;
  }
  for (size_t at = 0; at < n; at++) {
    maximum += of_byte;
    switch (pattern[at]) {
      case '\\':
        at++;
        // An escaped punctuation character, or one of these escaped letters, is not a class.
        if (at < n && (!is_letter_or_digit(static_cast<uint8_t>(pattern[at])) || strchr("bBAzfnrtv", pattern[at]))) {
          maximum += bounds.single;
        } else if (at + 1 < n && pattern[at] == 'x') {
          maximum += bounds.single;
          if (pattern[at + 1] == '{') at++;
        } else {
          maximum += bounds.any_class;
        }
        break;
      case '{':
        if (at + 1 < n && pattern[at + 1] >= '0' && pattern[at + 1] <= '9') return SIZE_MAX;
        break;
      case '[':
        has_class = true;
        maximum += bounds.single;
        if (at + 1 < n && pattern[at + 1] == ':') maximum += bounds.any_class;
        break;
      case '-':
        if (has_class) maximum += bounds.any_class;
        break;
      case '.': maximum += bounds.single; break;
    }
  }
  return maximum;
}

LazyRE2::LazyRE2(re2::StringPiece pattern, const RE2::Options &options)
    : text_(pattern.data(), pattern.size()), options_(options) {
  const bool is_utf8 = options.encoding() == RE2::Options::EncodingUTF8;
  const size_t limit = static_cast<size_t>(options.max_mem() / bytes_of_instruction);
  if (max_instructions(text_, is_utf8, !options.case_sensitive()) > limit) {
    owner_ = std::make_unique<const RE2>(text_, options_);
    known_.store(owner_.get(), std::memory_order_release);
    note(*owner_);
  } else if (!is_plain(text_)) {
    RE2::Options checking = options;
    checking.set_max_mem(memory_to_parse);
    const RE2 checked(text_, checking);
    // This error is expected: the check has too little memory to compile the pattern.
    if (checked.error_code() != RE2::ErrorPatternTooLarge) note(checked);
  }
}

void LazyRE2::note(const RE2 &checked) {
  error_code_ = checked.error_code();
  error_ = checked.error();
  fragment_ = checked.error_arg();
}

const RE2 &LazyRE2::compiled() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!owner_) {
    owner_ = std::make_unique<const RE2>(text_, options_);
    if (owner_->error_code() == RE2::ErrorPatternTooLarge) {
      // The bound on the number of instructions was too low. An error can no longer be reported, so
      // use more memory.
      RE2::Options larger = options_;
      larger.set_max_mem(16 * options_.max_mem());
      owner_ = std::make_unique<const RE2>(text_, larger);
    }
    known_.store(owner_.get(), std::memory_order_release);
  }
  return *owner_;
}

}  // namespace cre
