// An automaton for the texts that a pattern matches, built state by state while they are read (a lazy DFA, after Cox,
// "Regular Expression Matching: the Virtual Machine Approach" and "in the Wild", 2009 and 2010).
//
// The nodes read scalars, by class; the states read bytes. A byte that ends a text is like any other: it leads back to
// the first state. A text matches once a state is reached that contains the end of the pattern; the rest of the text
// need not be read.
//
// The first bytes of a scalar lead to states for its beginnings, unless all scalars that begin so lead to the same
// state. Then they lead there at once, and the bytes that remain lead from that state to itself.
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
  // Where the bytes of a scalar lead: to a class, marked, or to the row of `beginnings` for the bytes so far.
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
  // The class that ends a text, and that of the newline; the same for lines.
  uint32_t end_class = 0, newline_class = 0;
  // Whether a boundary of texts, lines or words is in the pattern, so that states depend on what is before them.
  bool has_assertion = false;

  std::array<uint32_t, 256> first{};
  std::vector<std::array<uint32_t, 64>> beginnings;
  // For each row of `beginnings`, the classes of the scalars that begin so; none if they are many.
  std::vector<std::vector<uint32_t>> classes_of;

  // Bytes that lead to the same class or beginning everywhere have the same column.
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

  // Whether making states costs more than they are used, so that RE2 is to search the rest.
  bool has_given_up() const { return has_given_up_; }

  // Finds the first text in [at, n) that matches; `at` is the start of a text. Returns the offset of one of its bytes, or
  // of the byte that ends it; n if there is none.
  size_t find(const uint8_t *text, size_t n, size_t at);

 private:
  // Values of the table: the offset of a state's row, or one of these. The top bit marks what the fast loop leaves to
  // others: these two, and states that most bytes lead back to.
  enum : uint32_t { special = 1u << 31, match = ~1u, unknown = ~0u };
  enum : uint8_t { at_text_start = 1, after_word = 2, after_newline = 4 };
  enum : uint32_t { whole = ~0u };

  struct State {
    uint32_t first, count;
    // The row of `Nodes::beginnings` and the state before it, in the midst of a scalar; else `whole`.
    uint32_t beginning, before;
    uint8_t flags;
    // The index of the bytes that lead back to the state, plus one; 0 if they are few, or rarely follow each other.
    uint8_t loop;
    bool was_asked_for_loop;
    // What a carriage return within a line leads to, which its row does not tell.
    uint32_t after_return;
  };

  // The nodes that can be reached without reading a byte.
  struct Reached {
    std::vector<uint32_t> nodes;
    bool is_known = false;
    bool has_end = false;
  };

  uint32_t follow(uint32_t state, uint8_t byte, bool makes_beginnings);
  uint32_t step(uint32_t state, uint32_t scalar_class);
  uint32_t stepped(uint32_t state, uint32_t scalar_class);
  uint32_t made(std::vector<uint32_t> &list, uint8_t flags);
  uint32_t begun(uint32_t state, uint32_t beginning);
  uint32_t add_state(const State &state);
  void find_loop(uint32_t state);
  const uint8_t *skipped(uint32_t row, const uint8_t *p, const uint8_t *end);
  static const uint8_t *skipped(const uint8_t *loop, const uint8_t *p, const uint8_t *end);
  // The value that leads to a state.
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
  // Where classes and beginnings lead from a state.
  std::unordered_map<uint64_t, uint32_t> steps_, begun_;
  struct Loop {
    std::array<uint8_t, 256> bytes;
    // How often it was entered, and the bytes skipped.
    uint32_t entered, skipped;
  };

  std::vector<Loop> loops_;
  std::vector<uint32_t> marks_;
  uint32_t mark_ = 0;
  uint32_t initial_ = 0;
  // The entries of `reached_` and `passed_`.
  size_t reached_entries_ = 0, passed_entries_ = 0;
  // The nodes looked at to make states, and the bytes of all calls.
  size_t work_ = 0, total_ = 0;
  // The text read since the states were last cleared, without the current call.
  size_t read_ = 0;
  bool has_given_up_ = false;
};

}  // namespace cre

// The nodes, and the states of threads that are not at work.
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
