// Finds a match in a part of a long line by reading several ranges of the part at the same time.
//
// If matches have at most `longest` bytes, a match that begins in a quarter of the part ends at
// most `longest` bytes after that quarter. Each lane starts in the first state, and reads one
// quarter and about `longest` more bytes. While the table lookup of one lane waits for memory, the
// processor continues with the other lanes, as in automaton_lines.cpp.
#include <algorithm>
#include <array>

#include "automaton.h"

namespace cre {

namespace {

const size_t lanes = 4;
// Lanes are used only if the part has at least `min_part` bytes, and at least `bytes_of_longest`
// bytes for each byte of the longest match. In shorter parts, too large a share of the bytes would
// be read twice, because each lane reads past its quarter.
const size_t bytes_of_longest = 32, min_part = 4096;
// A lane reads this many bytes beyond the maximum match length, to include the scalar after a
// match.
const size_t margin = 8;
// If fewer than `min_run` bytes are read on average between two unknown states, one lane is faster
// than several lanes. The next `bytes_alone` bytes are then read with one lane.
const size_t min_run = 24, bytes_alone = 1 << 20;

}  // namespace

struct States::Lane {
  const uint8_t *start, *p, *end;
  uint32_t row;
};

bool States::reads_in_lanes(size_t n, size_t longest) const {
  // To evaluate assertions, each lane would need the scalar before its start. If the first state
  // has a loop, skipping bytes with one lane is faster.
  return longest > 0 && n >= min_part && n / bytes_of_longest >= longest && !nodes_.has_assertion &&
         !states_[initial_ / width_].loop && total_ >= alone_until_;
}

// Reads [at, n). *row must be the row of the state at the offset `at`, and is set to the row of the
// state at the end. Returns true if the part matches, or if the automaton has given up.
bool States::read_in_lanes(const uint8_t *text, size_t n, size_t at, size_t longest, uint32_t *row) {
  const size_t quarter = (n - at) / lanes;
  const uint8_t *const first = text + at, *const columns = nodes_.columns.data();
  // The start of the scalar that contains the byte at `p`, but at least `start`.
  const auto whole_scalar = [](const uint8_t *p, const uint8_t *start) {
    while (p > start && is_continuation(*p)) p--;
    return p;
  };
  std::array<Lane, lanes> lane;
  for (size_t index = 0; index < lanes; index++) {
    const uint8_t *const start = whole_scalar(first + index * quarter, first);
    size_t end = index + 1 == lanes ? n : std::min(n, at + (index + 1) * quarter + longest + margin);
    // Also read the byte after a carriage return, which shows whether the carriage return is a part
    // of a line end.
    while (end < n && (is_continuation(text[end]) || text[end - 1] == '\r')) end++;
    lane[index] = {start, start, text + end, initial_};
  }
  lane[0].row = *row;
  // If the states were cleared, the rows are no longer valid, so each lane moves back by the length
  // of the longest match and starts again in the first state.
  size_t clears = clears_;
  const auto restart = [&](Lane &it) {
    const size_t back = std::min(static_cast<size_t>(it.p - it.start), longest + margin);
    it.p = whole_scalar(it.p - back, it.start);
    it.row = initial_;
  };
  size_t read_bytes = 0, events = 0;
  for (;;) {
    size_t steps = SIZE_MAX;
    for (const Lane &it : lane) steps = std::min(steps, static_cast<size_t>(it.end - it.p));
    if (steps == 0) break;
    const size_t max_steps = steps;
    const uint32_t *const table = table_.data();
    // Local variables stay in registers.
    const uint8_t *a = lane[0].p, *b = lane[1].p, *c = lane[2].p, *d = lane[3].p;
    uint32_t row_a = lane[0].row, row_b = lane[1].row, row_c = lane[2].row, row_d = lane[3].row;
    uint32_t to_a = 0, to_b = 0, to_c = 0, to_d = 0;
    for (; steps > 0; steps--) {
      to_a = table[row_a + columns[*a]];
      to_b = table[row_b + columns[*b]];
      to_c = table[row_c + columns[*c]];
      to_d = table[row_d + columns[*d]];
      if ((to_a | to_b | to_c | to_d) & hard) break;
      row_a = to_a & ~looping, row_b = to_b & ~looping, row_c = to_c & ~looping, row_d = to_d & ~looping;
      a++, b++, c++, d++;
    }
    read_bytes += lanes * (max_steps - steps);
    lane[0].p = a, lane[1].p = b, lane[2].p = c, lane[3].p = d;
    lane[0].row = row_a, lane[1].row = row_b, lane[2].row = row_c, lane[3].row = row_d;
    if (steps == 0) continue;
    const std::array<uint32_t, lanes> value = {to_a, to_b, to_c, to_d};
    for (size_t index = 0; index < lanes && clears_ == clears; index++) {
      if (!(value[index] & hard)) continue;
      events++;
      Lane &it = lane[index];
      const uint8_t *const before = it.p;
      const bool matches = take(value[index], &it.p, it.end, &it.row, read_bytes);
      read_bytes += static_cast<size_t>(it.p - before);
      if (matches || has_given_up_) {
        total_ += read_bytes;
        return true;
      }
    }
    if (clears_ != clears) {
      clears = clears_;
      for (Lane &it : lane) restart(it);
    }
  }
  total_ += read_bytes;
  if (events * min_run > read_bytes) alone_until_ = total_ + bytes_alone;
  for (Lane &it : lane) {
    if (clears_ != clears) restart(it);
    const size_t end = static_cast<size_t>(it.end - text);
    if (it.p < it.end && read(text, end, static_cast<size_t>(it.p - text), &it.row) < end) return true;
  }
  *row = lane[lanes - 1].row;
  return false;
}

}  // namespace cre
