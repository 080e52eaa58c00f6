// Skips runs of bytes that lead from a state back to the same state.
#include <algorithm>

#include "automaton.h"
#include "kernels.h"

namespace cre {

namespace {

// Limits for loops (sets of bytes that lead from a state back to the same state). A state can have
// a loop only if it has few nodes and was created early, because later states are seldom entered.
const uint32_t loop_trial = 4096, min_skipped = 8;
const size_t max_loops = 48, max_nodes_for_loop = 24, min_loop_bytes = 160;

}  // namespace

// Determines whether most bytes lead from a state back to the same state, so that runs of these bytes can be skipped.
void States::find_loop(uint32_t state) {
  if (loops_.size() == max_loops || states_.size() >= 4 * max_loops) return;
  if (states_[state].was_checked_for_loop || states_[state].beginning != whole) return;
  states_[state].was_checked_for_loop = true;
  if (states_[state].count > max_nodes_for_loop) return;
  std::array<uint8_t, 256> loop{};
  unsigned count = 0;
  std::vector<uint8_t> leads(width_, 0);
  for (uint32_t index = 0; index < width_; index++) {
    const uint8_t byte = nodes_.members[index];
    if (byte == '\r' && nodes_.texts == cre_texts_lines) continue;
    uint32_t value = table_[state * width_ + index];
    if (value == unknown) value = follow(state, byte, false);
    if (has_given_up_) return;
    table_[state * width_ + index] = value;
    leads[index] = value < match && (value & ~special) == state * width_;
  }
  for (unsigned byte = 0; byte < 256; byte++) {
    loop[byte] = leads[nodes_.columns[byte]];
    count += loop[byte];
  }
  if (count < min_loop_bytes) return;
  Loop made{loop, {}, false, 0, 0};
  made.has_few_exits = count < 256 && 256 - count <= made.exits.size();
  for (unsigned byte = 0, found = 0; made.has_few_exits && byte < 256; byte++) {
    if (!loop[byte]) std::fill(made.exits.begin() + found++, made.exits.end(), static_cast<uint8_t>(byte));
  }
  loops_.push_back(made);
  states_[state].loop = static_cast<uint8_t>(loops_.size());
  // Entries of other rows that lead to this state may lack the `looping` bit; a missing bit only
  // prevents skipping.
  for (uint32_t index = 0; index < width_; index++) {
    uint32_t &value = table_[state * width_ + index];
    if (value == state * width_) value |= looping;
  }
}

// Returns the first byte, from `p` on, that leads to another state; `p` if the state of `row` has
// no loop.
const uint8_t *States::skipped(uint32_t row, const uint8_t *p, const uint8_t *end) {
  State &state = states_[row / width_];
  if (!state.loop) return p;
  Loop &own = loops_[state.loop - 1];
  const uint8_t *const start = p;
  p = own.run_end(p, end);
  skipped_ += static_cast<size_t>(p - start);
  own.skipped += static_cast<uint32_t>(std::min<ptrdiff_t>(p - start, 64));
  if (++own.entered == loop_trial) {
    // If the loop skips only a few bytes at a time, table lookups are faster than skipping, so
    // remove the loop.
    if (own.skipped < loop_trial * min_skipped) {
      state.loop = 0;
      for (uint32_t &value : table_) {
        if (value < match && (value & ~special) == row) value = row;
      }
    }
    own.entered = own.skipped = 0;
  }
  return p;
}

const uint8_t *States::Loop::run_end(const uint8_t *p, const uint8_t *end) const {
  if (has_few_exits) return p + cre_find_any(p, static_cast<size_t>(end - p), exits.data());
  while (end - p >= 4) {
    if (!bytes[p[0]]) return p;
    if (!bytes[p[1]]) return p + 1;
    if (!bytes[p[2]]) return p + 2;
    if (!bytes[p[3]]) return p + 3;
    p += 4;
  }
  while (p < end && bytes[*p]) p++;
  return p;
}

}  // namespace cre
