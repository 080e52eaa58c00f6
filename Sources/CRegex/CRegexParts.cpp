// Determines whether a match overlaps a part of a line. Used for lines that are too long to be
// searched as a whole.
#include <algorithm>

#include "automaton.h"
#include "kernels.h"

namespace cre {

namespace {

// While the two states of `find_across` differ, they alternately read this many bytes.
const size_t turn = 64;
// The maximum number of nodes of a pattern for `find_across`; with more nodes, a state that
// contains all nodes is too expensive.
const size_t max_nodes_for_all = 512;

}  // namespace

uint32_t States::row_at(const uint8_t *text, size_t at, std::vector<uint32_t> &nodes) {
  if (at == 0 || text[at - 1] == '\n') return initial_;
  const uint32_t before = nodes_.first[text[at - 1]] & ~Nodes::is_class;
  return made(nodes, !nodes_.words.empty() && nodes_.words[before] ? after_word : 0) & ~special;
}

bool States::find_in_part(const uint8_t *text, size_t n, size_t at, size_t longest, bool is_last) {
  if (has_given_up_) return false;
  std::vector<uint32_t> none;
  uint32_t row = row_at(text, at, none);
  if (reads_in_lanes(n - at, longest)) {
    if (read_in_lanes(text, n, at, longest, &row)) return true;
  } else if (read(text, n, at, &row) < n) {
    return true;
  }
  return is_last && !has_given_up_ && step(row / width_, nodes_.end_class) == match;
}

// Reads the part with two states, because the actual state at the start of the part is unknown. The
// lower state assumes that no match has begun. The upper state contains all nodes, including those
// of the actual state. If the lower state finds a match, the line matches. If the upper state finds
// no match, the line has no match in the part. For most patterns, both states are equal after a few
// bytes.
States::Answer States::find_across(const uint8_t *text, size_t n, size_t at, size_t earliest,
                                   bool is_last, size_t *place) {
  if (has_given_up_ || nodes_.nodes.size() > max_nodes_for_all) return unsure;
  std::vector<uint32_t> none, all;
  for (uint32_t index = 0; index < nodes_.nodes.size(); index++) {
    const cre_node &node = nodes_.nodes[index];
    if (node.kind != cre_node_end && node.kind != cre_node_split) all.push_back(index);
  }
  const size_t clears = clears_;
  uint32_t row = row_at(text, at, none), full_row = row_at(text, at, all);
  bool may_match = false;
  while (at < n) {
    const bool is_same = row == full_row;
    size_t end = may_match || (is_same && !place) ? n : std::min(n, at + turn);
    // Also read the byte after a carriage return, which shows whether the carriage return is a part
    // of a line end.
    if (end < n && text[end - 1] == '\r') end++;
    if (read(text, end, at, &row) < end) return has_given_up_ ? unsure : yes;
    if (is_same) {
      full_row = row;
    } else if (!may_match) {
      // If the cache of states was cleared, the row in `full_row` is no longer valid.
      if (clears_ != clears) return unsure;
      for (size_t from = at; from < end && !may_match;) {
        const size_t found = read(text, end, from, &full_row);
        if (has_given_up_ || clears_ != clears) return unsure;
        from = found + 1;
        may_match = found < end &&
                    (found >= earliest || (nodes_.has_assertion && text[found] >= 0x80));
        if (found < end) full_row = row_at(text, from, all);
      }
    }
    at = end;
    if (place && at > *place && !may_match && row == full_row && is_idle(row)) {
      *place = at;
      return no;
    }
  }
  const auto matches_at_end = [&](uint32_t last) {
    return is_last && step(last / width_, nodes_.end_class) == match;
  };
  if (matches_at_end(row)) return has_given_up_ ? unsure : yes;
  if (may_match || has_given_up_ || matches_at_end(full_row)) return unsure;
  if (is_last && place) *place = n;
  return place && !is_last ? open : no;
}

}  // namespace cre

using namespace cre;

namespace {

// Moves both ends of a part to scalar boundaries. If the pattern has assertions, also moves the
// start back until an ASCII character precedes it. Returns false if the part is ill-formed UTF-8,
// or if no ASCII character is near enough.
bool adjust(const Nodes &nodes, const uint8_t *text, size_t *start, size_t *end, bool is_last) {
  const size_t inside = *start;
  while (*start > 0 && inside - *start < 3 && is_continuation(text[*start])) --*start;
  if (!is_last) {
    // A scalar may continue after the part, and a carriage return at the end of the part may belong
    // to a line end.
    size_t lead = *end;
    while (lead > *start && *end - lead < 3 && is_continuation(text[lead - 1])) lead--;
    if (lead > *start && text[lead - 1] >= 0xC0) *end = lead - 1;
    if (*end > *start && text[*end - 1] == '\r') --*end;
  }
  if (*start >= *end) return true;
  if (nodes.has_assertion) {
    // Assertions depend on the class of the preceding scalar, which this function can determine
    // only for ASCII.
    const size_t max_steps = 64, min_start = *start > max_steps ? *start - max_steps : 0;
    while (*start > min_start && text[*start - 1] >= 0x80) --*start;
    if (*start > 0 && text[*start - 1] >= 0x80) return false;
  }
  return cre_valid_utf8(text + *start, *end - *start) == *end - *start;
}

}  // namespace

int cre_automaton_part(cre_automaton *automaton, const uint8_t *text, size_t start, size_t end,
                       size_t longest, int is_last) {
  if (!adjust(automaton->nodes, text, &start, &end, is_last)) return -1;
  if (start >= end) return 0;
  std::unique_ptr<States> states = automaton->take();
  const bool matches = states->find_in_part(text, end, start, longest, is_last);
  const bool is_known = !states->has_given_up();
  automaton->put_back(std::move(states));
  return is_known ? matches : -1;
}

int cre_automaton_across(cre_automaton *automaton, const uint8_t *text, size_t start, size_t end,
                         size_t earliest, int is_last, size_t *place) {
  if (!adjust(automaton->nodes, text, &start, &end, is_last)) return -1;
  if (start >= end || (place && *place >= end)) return place ? -2 : 0;
  std::unique_ptr<States> states = automaton->take();
  const States::Answer answer = states->find_across(text, end, start, earliest, is_last, place);
  automaton->put_back(std::move(states));
  return answer == States::open ? -2 : answer == States::unsure ? -1 : answer == States::yes;
}
