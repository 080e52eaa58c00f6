#include "automaton.h"

#include <algorithm>

namespace cre {

namespace {

// The maximum size of the rows and lists of one thread's states, in entries of four bytes.
const size_t max_entries = 12u << 20;
// The maximum total length of all lists of nodes that can follow a node.
const size_t max_following = 3u << 20;
// To create states, the automaton may visit `free_work` nodes, plus `work_of_byte` nodes for each
// byte read. Beyond this limit, RE2 is faster.
const size_t free_work = 1u << 24, work_of_byte = 8;

}  // namespace

States::States(const Nodes &nodes)
    : nodes_(nodes), width_(static_cast<uint32_t>(nodes.members.size())),
      reached_(nodes.nodes.size()), marks_(nodes.nodes.size(), 0) {
  clear();
}

void States::clear() {
  table_.clear();
  states_.clear();
  lists_.clear();
  known_.clear();
  loops_.clear();
  passed_.clear();
  steps_.clear();
  begun_.clear();
  passed_entries_ = 0;
  clears_++;
  std::vector<uint32_t> none;
  initial_ = made(none, at_text_start);
  find_loop(0);
}

// The nodes (sets and assertions) that can be reached from `node` without reading a byte.
const States::Reached &States::reached(uint32_t node) {
  Reached &known = reached_[node];
  if (known.is_known) return known;
  std::vector<uint32_t> open = {node}, found;
  bool has_end = false;
  mark_++;
  while (!open.empty()) {
    const uint32_t next = open.back();
    open.pop_back();
    if (marks_[next] == mark_) continue;
    marks_[next] = mark_;
    const cre_node &it = nodes_.nodes[next];
    if (it.kind == cre_node_end) {
      has_end = true;
    } else if (it.kind == cre_node_split) {
      for (uint32_t index = 0; index < it.next; index++) {
        open.push_back(nodes_.targets[it.argument + index]);
      }
    } else {
      found.push_back(next);
    }
  }
  work_ += found.size() + 1;
  reached_entries_ += found.size() + 1;
  if (reached_entries_ > max_following) has_given_up_ = true;
  known.nodes = std::move(found);
  known.has_end = has_end;
  known.is_known = true;
  return known;
}

bool States::holds(const cre_node &node, uint8_t flags, uint32_t scalar_class) const {
  const bool is_end = scalar_class == nodes_.end_class;
  switch (node.kind) {
    case cre_node_text_start: return flags & at_text_start;
    case cre_node_text_end: return is_end;
    case cre_node_line_start: return flags & (at_text_start | after_newline);
    case cre_node_line_end: return is_end || scalar_class == nodes_.newline_class;
    default: {
      const bool is_before_word = !is_end && nodes_.words[scalar_class];
      const bool differs = ((flags & after_word) != 0) != is_before_word;
      return differs == (node.kind == cre_node_word_boundary);
    }
  }
}

// The nodes that can be reached from `node` by reading a scalar of the class `scalar_class`. All
// assertions on the path must be true at the offset where the scalar begins.
const States::Reached &States::passed(uint32_t node, uint8_t flags, uint32_t scalar_class) {
  const uint64_t key = uint64_t{node} << 32 | uint64_t{flags} << 24 | scalar_class;
  const auto known = passed_.find(key);
  if (known != passed_.end()) return known->second;
  Reached result;
  std::vector<uint32_t> open = {node}, seen, next;
  while (!open.empty() && !has_given_up_) {
    const uint32_t from = open.back();
    open.pop_back();
    if (std::find(seen.begin(), seen.end(), from) != seen.end()) continue;
    seen.push_back(from);
    const Reached &here = reached(from);
    result.has_end = result.has_end || here.has_end;
    for (const uint32_t index : here.nodes) {
      const cre_node &it = nodes_.nodes[index];
      if (is_assertion(it)) {
        if (holds(it, flags, scalar_class)) open.push_back(it.next);
      } else if (reads(it, scalar_class)) {
        next.push_back(it.next);
      }
    }
  }
  for (const uint32_t index : next) {
    const Reached &after = reached(index);
    result.has_end = result.has_end || after.has_end;
    result.nodes.insert(result.nodes.end(), after.nodes.begin(), after.nodes.end());
    work_ += after.nodes.size() + 1;
    if (result.nodes.size() > max_following) has_given_up_ = true;
    if (has_given_up_) break;
  }
  std::sort(result.nodes.begin(), result.nodes.end());
  result.nodes.erase(std::unique(result.nodes.begin(), result.nodes.end()), result.nodes.end());
  passed_entries_ += result.nodes.size() + 1;
  if (passed_entries_ > max_following) has_given_up_ = true;
  return passed_.emplace(key, std::move(result)).first->second;
}

void States::add(const std::vector<uint32_t> &list, std::vector<uint32_t> &to) {
  for (const uint32_t node : list) {
    if (marks_[node] == mark_) continue;
    marks_[node] = mark_;
    to.push_back(node);
  }
  work_ += list.size() + 1;
}

// The table value of the state that a byte leads to; `unknown` if that state is inside a scalar and
// `makes_beginnings` is false.
uint32_t States::follow(uint32_t state, uint8_t byte, bool makes_beginnings) {
  const uint32_t beginning = states_[state].beginning;
  const bool is_within = beginning != whole;
  // The first bytes of the scalar have already led to this state, so a continuation byte does not
  // change it.
  if (!is_within && is_continuation(byte)) return marked(state);
  const uint32_t before = is_within ? states_[state].before : state;
  const uint32_t entry = is_within ? nodes_.beginnings[beginning][byte & 63] : nodes_.first[byte];
  // The steps for ASCII bytes are cached only in the table, by byte. Other steps are also cached by
  // class, because several lead bytes may lead to the same class.
  if (byte < 0x80) return stepped(before, entry & ~Nodes::is_class);
  if (entry & Nodes::is_class) return step(before, entry & ~Nodes::is_class);
  const std::vector<uint32_t> &classes = nodes_.classes_of[entry];
  if (!classes.empty()) {
    const uint32_t same = step(before, classes[0]);
    const auto leads_there = [&](uint32_t one) { return has_given_up_ || step(before, one) == same; };
    if (std::all_of(classes.begin() + 1, classes.end(), leads_there)) return same;
  }
  return makes_beginnings ? begun(before, entry) : unknown;
}

// The table value of the state that a scalar of the class leads to; `match` if the text then
// matches. The class that ends a text leads to the first state.
uint32_t States::step(uint32_t state, uint32_t scalar_class) {
  const uint64_t key = uint64_t{state} << 32 | scalar_class;
  const auto known = steps_.find(key);
  if (known == steps_.end()) {
    const uint32_t value = stepped(state, scalar_class);
    if (!has_given_up_) steps_.emplace(key, value == match ? match : value & ~special);
    return value;
  }
  return known->second == match ? match : marked(known->second / width_);
}

uint32_t States::stepped(uint32_t state, uint32_t scalar_class) {
  const State from = states_[state];
  std::vector<const Reached *> parts;
  const auto take = [&](const Reached &part) {
    if (part.has_end) return true;
    parts.push_back(&part);
    return false;
  };
  const uint8_t flags = nodes_.has_assertion ? from.flags : 0;
  if (take(passed(nodes_.start, flags, scalar_class))) return match;
  for (uint32_t index = 0; index < from.count && !has_given_up_; index++) {
    const uint32_t node = lists_[from.first + index];
    const cre_node &it = nodes_.nodes[node];
    if (is_assertion(it)) {
      if (take(passed(node, flags, scalar_class))) return match;
    } else if (reads(it, scalar_class)) {
      if (take(reached(it.next))) return match;
    }
  }
  if (has_given_up_) return initial_;
  if (scalar_class == nodes_.end_class) return marked(initial_ / width_);
  mark_++;
  std::vector<uint32_t> list;
  for (const Reached *part : parts) add(part->nodes, list);
  const bool is_word = !nodes_.words.empty() && nodes_.words[scalar_class];
  return made(list, (is_word ? after_word : 0) |
                        (scalar_class == nodes_.newline_class ? after_newline : 0));
}

bool States::reads(const cre_node &node, uint32_t scalar_class) const {
  return scalar_class != nodes_.end_class && nodes_.set_has(node.argument, scalar_class);
}

// Finds or creates the state with the nodes in `list`; returns the table value that leads to it.
uint32_t States::made(std::vector<uint32_t> &list, uint8_t flags) {
  if (!nodes_.has_assertion) flags = 0;
  std::sort(list.begin(), list.end());
  uint64_t hash = flags + 1;
  for (const uint32_t node : list) hash = (hash ^ node) * 0x9E3779B97F4A7C15u, hash ^= hash >> 29;
  const auto same = known_.equal_range(hash);
  for (auto it = same.first; it != same.second; ++it) {
    const State &state = states_[it->second];
    if (state.flags == flags && state.count == list.size() &&
        std::equal(list.begin(), list.end(), lists_.begin() + state.first)) {
      return marked(it->second);
    }
  }
  const uint32_t index = add_state({static_cast<uint32_t>(lists_.size()),
                                    static_cast<uint32_t>(list.size()), whole, 0, flags, 0, false, unknown});
  lists_.insert(lists_.end(), list.begin(), list.end());
  known_.emplace(hash, index);
  return index * width_;
}

// The row of the intermediate state after the first bytes of a scalar.
uint32_t States::begun(uint32_t state, uint32_t beginning) {
  const auto [place, is_new] = begun_.emplace(uint64_t{state} << 32 | beginning, 0);
  if (is_new) place->second = add_state({0, 0, beginning, state, 0, 0, false, unknown});
  return place->second * width_;
}

uint32_t States::add_state(const State &state) {
  states_.push_back(state);
  table_.resize(table_.size() + width_, unknown);
  return static_cast<uint32_t>(states_.size() - 1);
}

// Removes all states except `state`, and creates `state` again; returns its new row.
uint32_t States::made_again(uint32_t state) {
  const State old = states_[state];
  const State base = old.beginning == whole ? old : states_[old.before];
  std::vector<uint32_t> list(lists_.begin() + base.first, lists_.begin() + base.first + base.count);
  clear();
  const uint32_t row = made(list, base.flags) & ~special;
  return old.beginning == whole ? row : begun(row / width_, old.beginning);
}

size_t States::find(const uint8_t *text, size_t n, size_t at) {
  if (has_given_up_) return at;
  uint32_t row = initial_;
  const size_t place = read(text, n, at, &row);
  if (place < n || has_given_up_) return place;
  // If the last line has no newline, it ends at n.
  const bool is_open = nodes_.texts == cre_texts_lines && n > at && text[n - 1] != '\n';
  return is_open && step(row / width_, nodes_.end_class) == match ? n - 1 : n;
}

// Computes, stores and returns the table value for the byte at `p` in the state of *row. Returns
// `unknown` if the states were cleared, or if the automaton gave up. If the states were cleared,
// *row is set to the new row. `read` is the number of bytes that the current call has read.
uint32_t States::learned(const uint8_t *p, uint32_t *row, size_t read) {
  const uint32_t state = *row / width_;
  const bool is_return = *p == '\r' && nodes_.texts == cre_texts_lines;
  if (is_return && states_[state].after_return != unknown) return states_[state].after_return;
  if (table_.size() + lists_.size() + 8 * (steps_.size() + begun_.size()) > max_entries) {
    // If fewer than ten bytes were read per state on average, RE2 is faster than the automaton.
    has_given_up_ = total_ + read - cleared_at_ < 10 * states_.size();
    if (has_given_up_) return unknown;
    cleared_at_ = total_ + read;
    *row = made_again(state);
    return unknown;
  }
  const uint32_t value = follow(state, *p, true);
  if (work_ > free_work + work_of_byte * (total_ + read)) has_given_up_ = true;
  if (has_given_up_) return unknown;
  if (is_return) {
    states_[state].after_return = value;
  } else {
    table_[*row + nodes_.columns[*p]] = value;
  }
  const uint32_t target = value & ~special;
  if (value < match) find_loop(target / width_);
  return value;
}

// Reads the byte at *p, for which the table has the special value `value`. If the new state has a loop, also reads the
// bytes that the loop skips. Returns whether the text matches. `read` is the number of bytes that the current call has
// read.
bool States::take(uint32_t value, const uint8_t **p, const uint8_t *end, uint32_t *row, size_t read) {
  if (value == unknown) {
    if (**p == '\r' && nodes_.texts == cre_texts_lines && *p + 1 < end && (*p)[1] == '\n') {
      // The carriage return is a part of the line end, so skip it.
      ++*p;
      return false;
    }
    value = learned(*p, row, read);
    if (value == unknown) return false;
  }
  if (value == match) return true;
  *row = value & ~special;
  ++*p;
  if (value & special) *p = skipped(*row, *p, end);
  return false;
}

size_t States::read(const uint8_t *text, size_t n, size_t at, uint32_t *last) {
  const uint8_t *p = text + at;
  const uint8_t *const start = p, *const end = text + n;
  const uint8_t *const columns = nodes_.columns.data();
  uint32_t row = *last;
  if (marked(row / width_) & special) p = skipped(row, p, end);
  while (p < end) {
    const uint32_t *const table = table_.data();
    uint32_t value;
    do {
      value = table[row + columns[*p]];
      if (value & special) break;
      row = value;
      p++;
    } while (p < end);
    if (!(value & special)) break;
    const bool matches = take(value, &p, end, &row, static_cast<size_t>(p - start));
    if (has_given_up_) return static_cast<size_t>(p - text);
    if (matches) {
      total_ += static_cast<size_t>(p - start);
      return static_cast<size_t>(p - text);
    }
  }
  total_ += n - at;
  *last = row;
  return n;
}

}  // namespace cre

std::unique_ptr<cre::States> cre_automaton::take() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<cre::States> states = std::move(idle_.back());
      idle_.pop_back();
      return states;
    }
  }
  return std::make_unique<cre::States>(nodes);
}

void cre_automaton::put_back(std::unique_ptr<cre::States> states) {
  const std::lock_guard<std::mutex> lock(mutex_);
  idle_.push_back(std::move(states));
}
