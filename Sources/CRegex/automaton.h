// An automaton for the lines that a pattern matches, built state by state while text is read (a lazy DFA, after Cox,
// "Regular Expression Matching: the Virtual Machine Approach" and "in the Wild", 2009 and 2010).
//
// The newline is a byte like any other: it leads back to the first state. A line matches once a state is reached that
// contains the end of the pattern; the rest of the line need not be read.
#ifndef CREGEX_AUTOMATON_H
#define CREGEX_AUTOMATON_H

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "CRegex.h"

namespace cre {

// The pattern as nodes, and the classes of bytes that it does not tell apart. It does not change.
struct Nodes {
  explicit Nodes(const cre_nodes *nodes);

  bool set_has(uint32_t set, uint8_t byte) const {
    return sets[set][byte >> 6] >> (byte & 63) & 1;
  }

  std::vector<cre_node> nodes;
  std::vector<uint32_t> targets;
  std::vector<std::array<uint64_t, 4>> sets;
  uint32_t start = 0;
  // Whether a boundary of lines or words is in the pattern, so that states depend on the byte before them.
  bool has_assertion = false;
  std::array<uint8_t, 256> classes{};
  // For each class, one of its bytes.
  std::vector<uint8_t> members;
};

// The states that one thread has made.
class States {
 public:
  explicit States(const Nodes &nodes);

  // Whether making states costs more than they are used, so that RE2 is to search the rest.
  bool has_given_up() const { return has_given_up_; }

  // Finds the first line in [at, n) that matches, or may match if the nodes match more than the pattern. `at` is the
  // start of a line. Returns the offset of a byte of that line or of its newline; n if there is none.
  size_t find(const uint8_t *text, size_t n, size_t at);

 private:
  // Values of the table: the offset of a state's row, or one of these. The top bit marks what the fast loop leaves to
  // others: these two, and states that most bytes lead back to.
  enum : uint32_t { special = 1u << 31, match = ~1u, unknown = ~0u };
  enum : uint8_t { at_line_start = 1, after_word = 2 };

  struct State {
    uint32_t first, count;
    uint8_t flags;
    // The index of the bytes that lead back to the state, plus one; 0 if they are few.
    uint8_t loop;
    // What a carriage return within a line leads to, which its row does not tell.
    uint32_t after_return;
  };

  // The nodes that can be reached without reading a byte.
  struct Reached {
    std::vector<uint32_t> nodes;
    bool is_known = false;
    bool has_end = false;
  };

  uint32_t step(uint32_t state, uint8_t byte, uint8_t byte_class);
  uint32_t made(std::vector<uint32_t> &list, uint8_t flags);
  void find_loop(uint32_t state);
  const uint8_t *skipped(uint32_t row, const uint8_t *p, const uint8_t *end) const;
  // The value that leads to a state.
  uint32_t marked(uint32_t state) const {
    return state * width_ | (states_[state].loop ? special : 0);
  }
  void clear();
  const Reached &reached(uint32_t node);
  const Reached &passed(uint32_t node, uint8_t flags, uint8_t byte, uint8_t byte_class);
  void add(const std::vector<uint32_t> &list, std::vector<uint32_t> &to);
  bool holds(const cre_node &node, uint8_t flags, uint8_t byte) const;

  const Nodes &nodes_;
  const uint32_t width_;
  std::vector<uint32_t> table_;
  std::vector<State> states_;
  std::vector<uint32_t> lists_;
  std::unordered_multimap<uint64_t, uint32_t> known_;
  std::vector<Reached> reached_;
  std::unordered_map<uint64_t, Reached> passed_;
  std::vector<std::array<uint8_t, 256>> loops_;
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
