// An automaton that finds the texts that a pattern matches: a lazy DFA, whose states are created
// while texts are read. Source: Cox, "Regular Expression Matching: the Virtual Machine Approach"
// and "in the Wild", 2009 and 2010.
//
// The nodes of a pattern read scalars, by class; the states of the automaton read bytes. The byte
// that ends a text leads back to the first state. A text matches as soon as the automaton reaches a
// state that contains the end of the pattern; the rest of the text is skipped.
//
// The first bytes of a scalar usually lead to an intermediate state. But if all scalars with these
// first bytes lead to the same state, the first bytes lead directly to that state, and the
// remaining bytes do not change it.
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

// The immutable data of an automaton: the nodes of the pattern, and tables that map bytes to
// classes of scalars.
struct Nodes {
  // An entry of `first` or `beginnings` is either a class with this bit set, or the index of a row
  // of `beginnings` for the next byte.
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
  // The class that ends a text, and the class of the newline; both are equal if the texts are
  // lines.
  uint32_t end_class = 0, newline_class = 0;
  // Whether the pattern has assertions (boundaries of texts, lines or words), which make states
  // depend on the preceding scalar.
  bool has_assertion = false;

  std::array<uint32_t, 256> first{};
  std::vector<std::array<uint32_t, 64>> beginnings;
  // For each row of `beginnings`, the classes of the scalars that begin with the bytes of the row;
  // empty if there are many classes.
  std::vector<std::vector<uint32_t>> classes_of;

  // The table column of each byte. Bytes have the same column if they always lead to the same class
  // or row of `beginnings`.
  std::array<uint8_t, 256> columns{};
  // For each column, one byte that has this column.
  std::vector<uint8_t> members;

 private:
  uint32_t beginning(const cre_alphabet &alphabet, size_t range, uint32_t low, uint32_t size,
                     uint32_t min_scalar);
  void make_columns();

  std::map<std::array<uint32_t, 64>, uint32_t> known_;
};

// The states that one thread has created.
class States {
 public:
  explicit States(const Nodes &nodes);

  // Whether the automaton has given up, because creating states takes too much time. RE2 must then
  // search the rest of the text.
  bool has_given_up() const { return has_given_up_; }

  // Finds the first text in [at, n) that matches; `at` is the start of a text. Returns an offset in the matching text,
  // or the offset of the byte that ends it; n if no text matches. If the automaton gives up, returns the offset that it
  // has reached.
  size_t find(const uint8_t *text, size_t n, size_t at);

  // Returns the end of the range, from `at` on, that the caller should search with `find_lines`,
  // given space for `capacity` lines; 0 if `find` is faster.
  size_t end_for_lines(const uint8_t *text, size_t n, size_t at, size_t capacity);

  // Returns the end of the range, from `at` on, that `find` should search: n or the end of a line.
  size_t end_for_find(const uint8_t *text, size_t n, size_t at) const;

  // Finds the lines of [*from, n) that match; *from and n must be starts of lines. Appends the
  // starts of at most `capacity` lines to `lines` and returns their number. Sets *from to n if all
  // lines were searched. If `lines` is full, or the automaton gave up, sets *from to the start of
  // the first line that was not searched.
  size_t find_lines(const uint8_t *text, size_t n, size_t *from, size_t *lines, size_t capacity);

  // Whether the part of a line in [at, n) contains a match. `is_last` says whether the part is the end of a line
  // without a newline. If the pattern has assertions, the byte before `at` must be ASCII. The result is meaningless if
  // the automaton gives up.
  //
  // `longest` is the maximum length of a match in bytes; 0 if it is unknown. If it is known,
  // several ranges of the part are read at the same time.
  bool find_in_part(const uint8_t *text, size_t n, size_t at, size_t longest, bool is_last);

  enum Answer { no, yes, unsure, open };

  // Like `find_in_part`, but also considers matches that begin before `at`. The answer `no` means that no match ends at
  // or after `earliest` in the part. The answer is `unsure` if a match that begins before `at` may end in the part, or
  // if the automaton gives up.
  //
  // If `place` is not null, reading may stop at an offset after *place that no match spans; *place
  // is then set to that offset. If there is no such offset and `is_last` is false, the answer is
  // `open` instead of `no`.
  Answer find_across(const uint8_t *text, size_t n, size_t at, size_t earliest, bool is_last,
                     size_t *place);

 private:
  // A value in the table is the offset of a state's row, or `match`, or `unknown`. The bit `hard`
  // is set in `match` and `unknown`. The bit `looping` is set for a state that most bytes lead back
  // to. `read` stops at values with one of these bits, `find_lines` only at values with the bit
  // `hard`.
  enum : uint32_t {
    hard = 1u << 31,
    looping = 1u << 30,
    special = hard | looping,
    match = ~1u,
    unknown = ~0u,
  };
  enum : uint8_t { at_text_start = 1, after_word = 2, after_newline = 4 };
  enum : uint32_t { whole = ~0u };

  struct State {
    uint32_t first, count;
    // For a state inside a scalar, the row of `Nodes::beginnings`, and the state before the scalar. Otherwise,
    // `beginning` is `whole`.
    uint32_t beginning, before;
    uint8_t flags;
    // The index in `loops_`, plus one; 0 if few bytes lead back to this state, or if runs of such bytes are short.
    uint8_t loop;
    bool was_checked_for_loop;
    // The state after a carriage return that is not a part of a line end; the row has no entry for
    // this transition.
    uint32_t after_return;
  };

  struct Chunk;
  struct Lane;

  // The nodes that can be reached without reading a byte.
  struct Reached {
    std::vector<uint32_t> nodes;
    bool is_known = false;
    bool has_end = false;
  };

  // The row of the state in which reading starts at the offset `at`: the first state if a line
  // starts there, otherwise the state with the given nodes.
  uint32_t row_at(const uint8_t *text, size_t at, std::vector<uint32_t> &nodes);
  // Whether no match is in progress: the state has no nodes.
  bool is_idle(uint32_t row) const {
    const State &state = states_[row / width_];
    return state.beginning == whole && state.count == 0;
  }
  // Reads [at, n), starting in the state of `*row`, and sets *row to the row of the last state.
  // Returns an offset in the same way as `find`.
  size_t read(const uint8_t *text, size_t n, size_t at, uint32_t *row);
  bool reads_in_lanes(size_t n, size_t longest) const;
  bool read_in_lanes(const uint8_t *text, size_t n, size_t at, size_t longest, uint32_t *row);
  bool take(uint32_t value, const uint8_t **p, const uint8_t *end, uint32_t *row, size_t read);
  void take(uint32_t value, Chunk *chunk, const uint8_t *text, size_t read);
  size_t divide(const uint8_t *text, size_t at, size_t n, size_t *lines, size_t max_lines,
                Chunk *chunks) const;
  uint32_t learned(const uint8_t *p, uint32_t *row, size_t read);
  uint32_t follow(uint32_t state, uint8_t byte, bool makes_beginnings);
  uint32_t step(uint32_t state, uint32_t scalar_class);
  uint32_t stepped(uint32_t state, uint32_t scalar_class);
  uint32_t made(std::vector<uint32_t> &list, uint8_t flags);
  uint32_t begun(uint32_t state, uint32_t beginning);
  uint32_t add_state(const State &state);
  void find_loop(uint32_t state);
  const uint8_t *skipped(uint32_t row, const uint8_t *p, const uint8_t *end);
  // The table value that leads to a state.
  uint32_t marked(uint32_t state) const {
    return state * width_ | (states_[state].loop ? looping : 0u);
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
  // The state that is reached from a state by a class (`steps_`) or by an incomplete scalar (`begun_`).
  std::unordered_map<uint64_t, uint32_t> steps_, begun_;
  // A set of bytes that lead from a state back to the same state.
  struct Loop {
    // The end of the run, starting at `p`, of bytes that are in the set.
    const uint8_t *run_end(const uint8_t *p, const uint8_t *end) const;

    std::array<uint8_t, 256> bytes;
    // If `has_few_exits`, the bytes that are not in the set; the last one is repeated to fill the
    // array.
    std::array<uint8_t, 4> exits;
    bool has_few_exits;
    // The number of times that the loop was entered, and the number of bytes that it skipped; both
    // restart at 0 after `loop_trial` entries.
    uint32_t entered, skipped;
  };

  std::vector<Loop> loops_;
  std::vector<uint32_t> marks_;
  uint32_t mark_ = 0;
  uint32_t initial_ = 0;
  // The number of times that the states were cleared; clearing makes all row offsets invalid.
  size_t clears_ = 0;
  // The number of entries in the lists of `reached_` and `passed_`.
  size_t reached_entries_ = 0, passed_entries_ = 0;
  // The number of nodes visited to create states, and the number of bytes that all calls have read.
  size_t work_ = 0, total_ = 0;
  // The number of bytes that all calls had read when the states were last cleared.
  size_t cleared_at_ = 0;
  // Until `total_` reaches this number, read with one lane: if unknown states were frequent, one lane
  // is faster than several.
  size_t alone_until_ = 0;
  // The number of bytes that loops skipped, summed over all calls.
  size_t skipped_ = 0;
  // A trial measures how many bytes loops skip. It begins when `total_` reaches `next_trial_`;
  // `trial_start_` has the values of `total_` and `skipped_` at this time.
  struct {
    size_t total, skipped;
  } trial_start_{};
  size_t next_trial_ = 0;
  bool is_in_trial_ = false;
  bool has_given_up_ = false;
};

}  // namespace cre

// An automaton: its nodes, and the `States` that no thread is using.
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
