// An automaton for the context that a pattern requires before or after a string; it reads bytes.
#ifndef CREGEX_PROGRAM_H
#define CREGEX_PROGRAM_H

#include <algorithm>
#include <array>
#include <vector>

#include "CRegex.h"

namespace cre {

// A nondeterministic automaton with at most 64 positions. If at most 254 sets of positions are
// reachable, `table_` contains a DFA whose states are these sets. Otherwise, `run` computes the
// current set of positions for each byte.
class Program {
 public:
  // Whether a byte is ASCII other than CR, or a separator of records. The separators 0xFE and 0xFF
  // are accepted only if `end` is a separator, not LF.
  static bool is_ascii_or_separator(uint8_t byte, uint8_t end) {
    return byte < 0x80 ? byte != '\r' : byte >= 0xFE && end >= 0xFE;
  }

  enum Answer { no, yes, unsure };

  Program() = default;
  explicit Program(const cre_program *program);

  // Whether every context is accepted, because no context is required, or because the required
  // context is unknown.
  bool is_empty() const { return classes_.empty(); }

  // Whether the bytes from `at` on, read in the direction of `step`, begin with the required
  // context. The text is treated as if it were preceded by the byte `end`. Subtracts the number of
  // bytes read from *budget. Sets *reads_ascii to false if a CR was read, or a byte that is neither
  // ASCII nor a separator.
  Answer run(const uint8_t *text, size_t n, ptrdiff_t at, ptrdiff_t step, uint8_t end,
             size_t *budget, bool *reads_ascii) const {
    if (table_.empty()) {
      uint64_t places = first_;
      return run_by(text, n, at, step, end, budget, reads_ascii, [&](uint8_t byte) {
        places &= classes_[byte];
        if (places & last_) return yes;
        if (places == 0) return no;
        places = after(places);
        return unsure;
      });
    }
    const uint8_t *state = table_.data();
    return run_by(text, n, at, step, end, budget, reads_ascii, [&](uint8_t byte) {
      const uint8_t next = state[columns_[byte]];
      if (next >= accepted) return next == accepted ? yes : no;
      state = table_.data() + next * width_;
      return unsure;
    });
  }

 private:
  template <typename Step>
  static Answer run_by(const uint8_t *text, size_t n, ptrdiff_t at, ptrdiff_t step, uint8_t end,
                       size_t *budget, bool *reads_ascii, Step take) {
    const ptrdiff_t limit = static_cast<ptrdiff_t>(n);
    Answer answer = unsure;
    bool is_ascii = true;
    const auto read = [&](uint8_t byte) {
      is_ascii &= is_ascii_or_separator(byte, end);
      answer = take(byte);
    };
    const ptrdiff_t left = std::max<ptrdiff_t>(step > 0 ? limit - at : at + 1, 0);
    const size_t allowed = *budget, most = std::min(allowed, static_cast<size_t>(left));
    size_t count = 0;
    for (; count < most && answer == unsure; count++, at += step) read(text[at]);
    if (at == -1 && count < allowed && answer == unsure) read(end), count++, at += step;
    if (!is_ascii) *reads_ascii = false;
    *budget = allowed - count;
    return at < -1 && answer == unsure ? no : answer;
  }

  uint64_t after(uint64_t places) const {
    uint64_t next = 0;
    for (; places != 0; places &= places - 1) {
      next |= next_[static_cast<size_t>(__builtin_ctzll(places))];
    }
    return next;
  }

  void make_table();

  enum : uint8_t { accepted = 254, refused = 255 };

  std::vector<uint64_t> classes_;
  std::vector<uint64_t> next_;
  uint64_t first_ = 0;
  uint64_t last_ = 0;
  // For each state, `width_` columns; bytes that the same positions accept share a column.
  std::vector<uint8_t> table_;
  std::array<uint8_t, 256> columns_{};
  size_t width_ = 0;
};

}  // namespace cre

#endif
