// An automaton for the texts that a pattern matches, built state by state while they are read (a lazy DFA, after Cox,
// "Regular Expression Matching: the Virtual Machine Approach" and "in the Wild", 2009 and 2010).
//
// The nodes read scalars, by class; the states read bytes. A byte that ends a text is like any other: it leads back to
// the first state. A text matches once a state is reached that contains the end of the pattern; the rest of the text
// need not be read.
//
// The first bytes of a scalar lead to a state for that beginning of a scalar. But if all scalars that begin with these
// bytes lead to the same state, the bytes lead there at once, and the remaining bytes lead from that state to itself.
#ifndef CREGEX_AUTOMATON_H
#define CREGEX_AUTOMATON_H

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "CRegex.h"

namespace cre {

inline bool is_assertion(const cre_node &node) { return node.kind >= cre_node_text_start; }

inline bool is_continuation(uint8_t byte) { return (byte & 0xC0) == 0x80; }

// The pattern as nodes, and its alphabet as bytes. It does not change.
struct Nodes {
  // In `first` and `beginnings`, a byte leads to a class, marked with this bit, or to the row of `beginnings` for the
  // bytes so far.
  enum : uint32_t { is_class = 1u << 31 };

  explicit Nodes(const cre_nodes *nodes);

  bool set_has(uint32_t set, uint32_t scalar_class) const {
    return sets[set * set_words + (scalar_class >> 6)] >> (scalar_class & 63) & 1;
  }

  cre_texts texts;
  std::vector<cre_node> nodes;
  std::vector<uint32_t> targets;
  std::vector<uint64_t> sets;
  size_t set_words;
  std::vector<uint8_t> words;
  uint32_t start = 0;
  // The class that ends a text, and the class of the newline. For lines, they are the same class.
  uint32_t end_class = 0, newline_class = 0;
  // Whether the pattern has boundaries of texts, lines or words, so that states depend on the preceding scalar.
  bool has_assertion = false;

  std::array<uint32_t, 256> first{};
  std::vector<std::array<uint32_t, 64>> beginnings;
  // For each row of `beginnings`, the classes that can follow from it; empty if there are many.
  std::vector<std::vector<uint32_t>> classes_of;

  // The column of each byte. Bytes share a column if they always lead to the same class or beginning.
  std::array<uint8_t, 256> columns{};
  // For each column, one of its bytes.
  std::vector<uint8_t> members;

 private:
  uint32_t beginning(const cre_alphabet &alphabet, size_t range, uint32_t low, uint32_t size,
                     uint32_t least);
  void make_columns();

  std::map<std::array<uint32_t, 64>, uint32_t> known_;
};

// The states that one thread has made.
class States {
 public:
  explicit States(const Nodes &nodes);

  // Whether the states cost more to make than they save, so that RE2 must search the rest.
  bool has_given_up() const { return has_given_up_; }

  // Finds the first text in [at, n) that matches; `at` is the start of a text. Returns the offset of one of its bytes, or
  // of the byte that ends it; n if there is none. If it gives up, returns the offset that it has reached.
  size_t find(const uint8_t *text, size_t n, size_t at);

  // Whether a match is in [at, n), a part of a line. `is_last` tells whether the line ends with the part, without a
  // newline. If the pattern has assertions, the byte before `at` must be ASCII. The result means nothing if it gives up.
  bool find_in_part(const uint8_t *text, size_t n, size_t at, bool is_last);

  enum Answer { no, yes, unsure, open };

  // Like `find_in_part`, but matches that begin before `at` count too: `no` means that no match ends at or after `least`
  // in the part. The answer is `unsure` if a match may end there that begins before `at`, and if the automaton gives up.
  //
  // If `place` is given, reading may end sooner: at the first offset found after *place that no match reaches across.
  // *place becomes that offset. If there is none, the answer is `open` instead of `no`, unless `is_last`.
  Answer find_across(const uint8_t *text, size_t n, size_t at, size_t least, bool is_last,
                     size_t *place);

 private:
  // Values of the table: the offset of a state's row, `match` or `unknown`. The top bit marks what the fast loop cannot
  // handle: `match`, `unknown`, and states that most bytes lead back to.
  enum : uint32_t { special = 1u << 31, match = ~1u, unknown = ~0u };
  enum : uint8_t { at_text_start = 1, after_word = 2, after_newline = 4 };
  enum : uint32_t { whole = ~0u };

  struct State {
    uint32_t first, count;
    // Inside a scalar: the row of `Nodes::beginnings`, and the state before the scalar. Else `beginning` is `whole`.
    uint32_t beginning, before;
    uint8_t flags;
    // The index in `loops_`, plus one; 0 if few bytes lead back to this state, or if such bytes rarely come in a row.
    uint8_t loop;
    bool was_asked_for_loop;
    // Where a carriage return leads that is not part of a line end; the row has no value for it.
    uint32_t after_return;
  };

  // The nodes that can be reached without reading a byte.
  struct Reached {
    std::vector<uint32_t> nodes;
    bool is_known = false;
    bool has_end = false;
  };

  // The row of the state at `at`: the first one at the start of a line, else the state with the given nodes.
  uint32_t row_at(const uint8_t *text, size_t at, std::vector<uint32_t> &nodes);
  // Whether no match has begun that could go on.
  bool is_idle(uint32_t row) const {
    const State &state = states_[row / width_];
    return state.beginning == whole && state.count == 0;
  }
  // Reads [at, n) from the state of `*row` on; *row becomes the state that it ends in. Returns as `find` does.
  size_t read(const uint8_t *text, size_t n, size_t at, uint32_t *row);
  uint32_t follow(uint32_t state, uint8_t byte, bool makes_beginnings);
  uint32_t step(uint32_t state, uint32_t scalar_class);
  uint32_t stepped(uint32_t state, uint32_t scalar_class);
  uint32_t made(std::vector<uint32_t> &list, uint8_t flags);
  uint32_t begun(uint32_t state, uint32_t beginning);
  uint32_t add_state(const State &state);
  void find_loop(uint32_t state);
  const uint8_t *skipped(uint32_t row, const uint8_t *p, const uint8_t *end);
  static const uint8_t *skipped(const uint8_t *loop, const uint8_t *p, const uint8_t *end);
  // The table value that leads to a state.
  uint32_t marked(uint32_t state) const {
    return state * width_ | (states_[state].loop ? special : 0);
  }
  void clear();
  const Reached &reached(uint32_t node);
  const Reached &passed(uint32_t node, uint8_t flags, uint32_t scalar_class);
  void add(const std::vector<uint32_t> &list, std::vector<uint32_t> &to);
  bool reads(const cre_node &node, uint32_t scalar_class) const;
  bool holds(const cre_node &node, uint8_t flags, uint32_t scalar_class) const;
  uint32_t made_again(uint32_t state);

  const Nodes &nodes_;
  const uint32_t width_;
  std::vector<uint32_t> table_;
  std::vector<State> states_;
  std::vector<uint32_t> lists_;
  std::unordered_multimap<uint64_t, uint32_t> known_;
  std::vector<Reached> reached_;
  std::unordered_map<uint64_t, Reached> passed_;
  // Where each class (`steps_`) and each beginning (`begun_`) leads from a state.
  std::unordered_map<uint64_t, uint32_t> steps_, begun_;
  struct Loop {
    std::array<uint8_t, 256> bytes;
    // How often the loop was entered, and how many bytes it skipped; both are reset after each trial.
    uint32_t entered, skipped;
  };

  std::vector<Loop> loops_;
  std::vector<uint32_t> marks_;
  uint32_t mark_ = 0;
  uint32_t initial_ = 0;
  // How often the states were cleared, which makes rows invalid.
  size_t clears_ = 0;
  // The number of entries in the lists of `reached_` and `passed_`.
  size_t reached_entries_ = 0, passed_entries_ = 0;
  // How many nodes were visited to make states, and how many bytes all calls have read.
  size_t work_ = 0, total_ = 0;
  // How many bytes were read since the states were last cleared, not counting the current call.
  size_t read_ = 0;
  bool has_given_up_ = false;
};

}  // namespace cre

// The nodes, and the `States` that no thread is using.
struct cre_automaton {
  explicit cre_automaton(const cre_nodes *list) : nodes(list) {}

  std::unique_ptr<cre::States> take();
  void put_back(std::unique_ptr<cre::States> states);

  const cre::Nodes nodes;

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<cre::States>> idle_;
};

#endif
