#include "automaton.h"

#include <algorithm>

namespace cre {

namespace {

bool is_word(uint8_t byte) {
  const uint8_t letter = byte | 0x20;
  return (letter >= 'a' && letter <= 'z') || (byte >= '0' && byte <= '9') || byte == '_';
}

bool is_assertion(const cre_node &node) { return node.kind >= cre_node_line_start; }

// The most memory for the rows and lists of one thread's states, in table entries.
const size_t most_entries = 3u << 20;
// The nodes looked at to make states, at first and for each byte read, above which RE2 is faster.
const size_t free_work = 1u << 24, work_of_byte = 8;
// States are looked at for a loop while they are few and simple; later ones are rarely met often.
const size_t most_loops = 48, most_nodes_for_loop = 24, least_loop_bytes = 160;

}  // namespace

Nodes::Nodes(const cre_nodes *list)
    : nodes(list->nodes, list->nodes + list->node_count),
      targets(list->targets, list->targets + list->target_count),
      start(list->start) {
  for (size_t set = 0; set < list->set_count; set++) {
    const uint64_t *const words = list->sets + 4 * set;
    sets.push_back({words[0], words[1], words[2], words[3]});
  }
  bool has_words = false;
  for (const cre_node &node : nodes) {
    has_assertion = has_assertion || is_assertion(node);
    has_words = has_words || node.kind >= cre_node_word_boundary;
  }
  // Split the classes by each set in turn.
  unsigned count = 1;
  const auto split = [&](auto has) {
    std::array<int, 256> inside;
    inside.fill(-1);
    std::array<unsigned, 256> sizes{}, members_in{};
    for (unsigned byte = 0; byte < 256; byte++) {
      sizes[classes[byte]]++;
      members_in[classes[byte]] += has(static_cast<uint8_t>(byte));
    }
    for (unsigned byte = 0; byte < 256; byte++) {
      const uint8_t old = classes[byte];
      if (members_in[old] == 0 || members_in[old] == sizes[old]) continue;
      if (!has(static_cast<uint8_t>(byte))) continue;
      if (inside[old] < 0) inside[old] = static_cast<int>(count++);
      classes[byte] = static_cast<uint8_t>(inside[old]);
    }
  };
  split([](uint8_t byte) { return byte == '\n'; });
  split([](uint8_t byte) { return byte == '\r'; });
  if (has_words) split(is_word);
  for (uint32_t set = 0; set < sets.size() && count < 256; set++) {
    split([&](uint8_t byte) { return set_has(set, byte); });
  }
  members.resize(count);
  for (unsigned byte = 0; byte < 256; byte++) members[classes[byte]] = static_cast<uint8_t>(byte);
}

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
  passed_entries_ = 0;
  std::vector<uint32_t> none;
  initial_ = made(none, at_line_start);
  find_loop(0);
}

// The sets and assertions that follow `node` without a byte.
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
  if (reached_entries_ > most_entries) has_given_up_ = true;
  known.nodes = std::move(found);
  known.has_end = has_end;
  known.is_known = true;
  return known;
}

bool States::holds(const cre_node &node, uint8_t flags, uint8_t byte) const {
  switch (node.kind) {
    case cre_node_line_start: return flags & at_line_start;
    case cre_node_line_end: return byte == '\n';
    default: {
      const bool differs = ((flags & after_word) != 0) != is_word(byte);
      return differs == (node.kind == cre_node_word_boundary);
    }
  }
}

// What `node` leads to when `byte` is read after it, through assertions that hold there.
const States::Reached &States::passed(uint32_t node, uint8_t flags, uint8_t byte, uint8_t byte_class) {
  const uint64_t key = uint64_t{node} << 16 | uint64_t{flags} << 8 | byte_class;
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
        if (holds(it, flags, byte)) open.push_back(it.next);
      } else if (nodes_.set_has(it.argument, byte)) {
        next.push_back(it.next);
      }
    }
  }
  for (const uint32_t index : next) {
    const Reached &after = reached(index);
    result.has_end = result.has_end || after.has_end;
    result.nodes.insert(result.nodes.end(), after.nodes.begin(), after.nodes.end());
    work_ += after.nodes.size() + 1;
    if (result.nodes.size() > most_entries) has_given_up_ = true;
    if (has_given_up_) break;
  }
  std::sort(result.nodes.begin(), result.nodes.end());
  result.nodes.erase(std::unique(result.nodes.begin(), result.nodes.end()), result.nodes.end());
  passed_entries_ += result.nodes.size() + 1;
  if (passed_entries_ > most_entries) has_given_up_ = true;
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

// Where a byte leads to; a newline to the first state, unless the line matches.
uint32_t States::step(uint32_t state, uint8_t byte, uint8_t byte_class) {
  const State from = states_[state];
  std::vector<const Reached *> parts;
  const auto take = [&](const Reached &part) {
    if (part.has_end) return true;
    parts.push_back(&part);
    return false;
  };
  const uint8_t flags = nodes_.has_assertion ? from.flags : 0;
  if (take(passed(nodes_.start, flags, byte, byte_class))) return match;
  for (uint32_t index = 0; index < from.count && !has_given_up_; index++) {
    const uint32_t node = lists_[from.first + index];
    const cre_node &it = nodes_.nodes[node];
    if (is_assertion(it)) {
      if (take(passed(node, flags, byte, byte_class))) return match;
    } else if (nodes_.set_has(it.argument, byte)) {
      if (take(reached(it.next))) return match;
    }
  }
  if (has_given_up_) return initial_;
  if (byte == '\n') return marked(initial_ / width_);
  mark_++;
  std::vector<uint32_t> list;
  for (const Reached *part : parts) add(part->nodes, list);
  return made(list, is_word(byte) ? after_word : 0);
}

// The state with these nodes.
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
  const uint32_t index = static_cast<uint32_t>(states_.size());
  states_.push_back({static_cast<uint32_t>(lists_.size()), static_cast<uint32_t>(list.size()), flags,
                     0, unknown});
  lists_.insert(lists_.end(), list.begin(), list.end());
  table_.resize(table_.size() + width_, unknown);
  known_.emplace(hash, index);
  return index * width_;
}

// Finds out whether most bytes lead from a state back to it, so that they can be skipped.
void States::find_loop(uint32_t state) {
  if (loops_.size() == most_loops || states_[state].count > most_nodes_for_loop) return;
  std::array<uint8_t, 256> loop{};
  unsigned count = 0;
  std::vector<uint8_t> leads(width_, 0);
  for (uint32_t index = 0; index < width_; index++) {
    const uint8_t byte = nodes_.members[index];
    if (byte == '\r') continue;
    uint32_t value = table_[state * width_ + index];
    if (value == unknown) value = step(state, byte, static_cast<uint8_t>(index));
    if (has_given_up_) return;
    table_[state * width_ + index] = value;
    leads[index] = value < match && (value & ~special) == state * width_;
  }
  for (unsigned byte = 0; byte < 256; byte++) {
    loop[byte] = leads[nodes_.classes[byte]];
    count += loop[byte];
  }
  if (count < least_loop_bytes) return;
  loops_.push_back(loop);
  states_[state].loop = static_cast<uint8_t>(loops_.size());
  // Rows made before this lead to the state without the mark, which is only slower.
  for (uint32_t index = 0; index < width_; index++) {
    uint32_t &value = table_[state * width_ + index];
    if (value == state * width_) value |= special;
  }
}

// The first byte from `p` on that leads from the state to another one.
const uint8_t *States::skipped(uint32_t row, const uint8_t *p, const uint8_t *end) const {
  const uint8_t *const loop = loops_[states_[row / width_].loop - 1].data();
  while (end - p >= 4) {
    if (!loop[p[0]]) return p;
    if (!loop[p[1]]) return p + 1;
    if (!loop[p[2]]) return p + 2;
    if (!loop[p[3]]) return p + 3;
    p += 4;
  }
  while (p < end && loop[*p]) p++;
  return p;
}

size_t States::find(const uint8_t *text, size_t n, size_t at) {
  if (has_given_up_) return at;
  const uint8_t *p = text + at;
  const uint8_t *const end = text + n;
  const uint8_t *counted = p;
  const uint8_t *const classes = nodes_.classes.data();
  uint32_t row = initial_;
  if (marked(row / width_) & special) p = skipped(row, p, end);
  while (p < end) {
    const uint32_t *const table = table_.data();
    uint32_t value;
    do {
      value = table[row + classes[*p]];
      if (value & special) break;
      row = value;
      p++;
    } while (p < end);
    if (!(value & special)) break;
    if (value == unknown) {
      const uint32_t state = row / width_;
      if (*p == '\r') {
        if (p + 1 < end && p[1] == '\n') {
          p++;
          continue;
        }
        value = states_[state].after_return;
      }
      if (value == unknown) {
        if (table_.size() + lists_.size() > most_entries) {
          // States that are used for fewer than ten bytes each cost more than RE2.
          read_ += static_cast<size_t>(p - counted);
          has_given_up_ = read_ < 10 * states_.size();
          if (has_given_up_) return static_cast<size_t>(p - text);
          counted = p;
          read_ = 0;
          State old = states_[state];
          std::vector<uint32_t> list(lists_.begin() + old.first,
                                     lists_.begin() + old.first + old.count);
          clear();
          row = made(list, old.flags) & ~special;
          continue;
        }
        value = step(state, *p, classes[*p]);
        if (work_ > free_work + work_of_byte * (total_ + static_cast<size_t>(p - text) - at)) {
          has_given_up_ = true;
        }
        if (has_given_up_) return static_cast<size_t>(p - text);
        if (*p == '\r') {
          states_[state].after_return = value;
        } else {
          table_[row + classes[*p]] = value;
        }
        const uint32_t target = value & ~special;
        if (value < match && loops_.size() < most_loops && states_.size() < 4 * most_loops &&
            !states_[target / width_].loop) {
          find_loop(target / width_);
        }
      }
      if (value < special) {
        row = value;
        p++;
        continue;
      }
    }
    if (value == match) {
      total_ += static_cast<size_t>(p - text) - at;
      read_ += static_cast<size_t>(p - counted);
      return static_cast<size_t>(p - text);
    }
    row = value & ~special;
    p = skipped(row, p + 1, end);
  }
  total_ += n - at;
  read_ += static_cast<size_t>(p - counted);
  // A last line without a newline ends here.
  if (n > at && text[n - 1] != '\n' && step(row / width_, '\n', classes['\n']) == match) {
    return n - 1;
  }
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
