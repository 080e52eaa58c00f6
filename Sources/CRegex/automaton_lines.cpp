// Finds the matching lines of a text by reading several chunks of the text at the same time.
//
// Each lookup in the table depends on the previous lookup, so the processor mostly waits for
// memory. Lines do not depend on each other. Therefore, the text is divided into chunks at line
// ends, and one loop reads four chunks. Reading four chunks at the same time is about three times
// as fast as reading one chunk after another.
#include <algorithm>
#include <array>
#include <cstring>

#include "automaton.h"
#include "pattern.h"

namespace cre {

namespace {

// The number of chunks that are read at the same time, and the maximum number of chunks of a text.
const size_t lanes = 4, max_chunks = 16;
// The minimum average number of bytes between two events (matches or unknown states). With more
// frequent events, reading one chunk after another is faster than reading several chunks at the
// same time.
const size_t min_run = 24;
// After frequent events, this many bytes are read one chunk after another, before several chunks
// are read at the same time again.
const size_t bytes_alone = 1 << 20;
// If loops skip at least three quarters of the bytes, reading one chunk after another is faster. A
// trial reads `trial_bytes` bytes to measure how many bytes loops skip. The first trial begins at
// the first byte. If loops skip too few bytes in a trial, the next trial begins
// `bytes_between_trials` bytes later.
const size_t trial_bytes = 1 << 15, bytes_between_trials = 1 << 21;

}  // namespace

// A part of the text that consists of whole lines, and the matching lines found in it.
struct States::Chunk {
  const uint8_t *start, *p, *end;
  uint32_t row;
  size_t *lines;
  size_t count;
};

// Divides [at, n) into at most `max_chunks` chunks of whole lines; returns their number. `n` must be the end of a line.
// Each chunk gets space for `max_lines` matching lines in `lines`.
size_t States::divide(const uint8_t *text, size_t at, size_t n, size_t *lines, size_t max_lines,
                      Chunk *chunks) const {
  const size_t size = (n - at) / max_chunks + 1;
  size_t count = 0;
  const uint8_t *start = text + at;
  const uint8_t *const end = text + n;
  while (start < end) {
    const size_t left = static_cast<size_t>(end - start);
    const uint8_t *newline = left <= size ? end - 1 : cre::find(start + size - 1, end, '\n');
    const uint8_t *const next = std::min(end, newline + 1);
    chunks[count] = {start, start, next, initial_, lines + count * max_lines, 0};
    count++;
    start = next;
  }
  return count;
}

// Reads the byte at which the fast loop stopped. If the line matches, adds the line to the chunk and skips the rest of
// it.
void States::take(uint32_t value, Chunk *chunk, const uint8_t *text, size_t read) {
  if (!take(value, &chunk->p, chunk->end, &chunk->row, read)) return;
  const uint8_t *line = chunk->p;
  while (line > chunk->start && line[-1] != '\n') line--;
  chunk->lines[chunk->count++] = static_cast<size_t>(line - text);
  const uint8_t *const newline = cre::find(chunk->p, chunk->end, '\n');
  chunk->p = std::min(chunk->end, newline + 1);
  chunk->row = initial_;
}

size_t States::find_lines(const uint8_t *text, size_t n, size_t *from, size_t *lines, size_t capacity) {
  std::array<Chunk, max_chunks> chunks;
  const size_t at = *from, max_lines = capacity / max_chunks;
  const size_t chunk_count = divide(text, at, n, lines, max_lines, chunks.data());
  const uint8_t *const columns = nodes_.columns.data();
  std::array<Chunk *, lanes> lane;
  size_t next = 0, active = 0, events = 0, read = 0;
  const auto is_over = [&](const Chunk &chunk) {
    return chunk.p >= chunk.end || chunk.count == max_lines;
  };
  // Assigns the next chunk to a lane; returns false if all chunks are assigned.
  const auto refill = [&](size_t index) {
    if (next == chunk_count) return false;
    lane[index] = &chunks[next++];
    lane[index]->row = initial_;
    return true;
  };
  while (active < lanes && refill(active)) active++;
  while (active > 0 && !has_given_up_) {
    const uint32_t *const table = table_.data();
    const size_t clears = clears_;
    std::array<uint32_t, lanes> value{};
    if (active == lanes) {
      // Use local variables, which stay in registers.
      const uint8_t *a = lane[0]->p, *b = lane[1]->p, *c = lane[2]->p, *d = lane[3]->p;
      uint32_t row_a = lane[0]->row, row_b = lane[1]->row, row_c = lane[2]->row, row_d = lane[3]->row;
      size_t steps = SIZE_MAX;
      for (const Chunk *chunk : lane) steps = std::min(steps, static_cast<size_t>(chunk->end - chunk->p));
      const size_t max_steps = steps;
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
      read += lanes * (max_steps - steps);
      lane[0]->p = a, lane[1]->p = b, lane[2]->p = c, lane[3]->p = d;
      lane[0]->row = row_a, lane[1]->row = row_b, lane[2]->row = row_c, lane[3]->row = row_d;
      if (steps > 0) value = {to_a, to_b, to_c, to_d};
    } else {
      for (size_t index = 0; index < active; index++) {
        Chunk &chunk = *lane[index];
        const uint8_t *const start = chunk.p;
        while (chunk.p < chunk.end) {
          value[index] = table[chunk.row + columns[*chunk.p]];
          if (value[index] & hard) break;
          chunk.row = value[index] & ~looping;
          chunk.p++;
        }
        read += static_cast<size_t>(chunk.p - start);
      }
    }
    for (size_t index = 0; index < active && !has_given_up_ && clears_ == clears; index++) {
      if (!(value[index] & hard)) continue;
      events++;
      const uint8_t *const before = lane[index]->p;
      take(value[index], lane[index], text, read);
      read += static_cast<size_t>(std::max(before, lane[index]->p) - before);
    }
    if (clears_ != clears) {
      // The states were cleared, so the rows of all lanes are invalid, and each lane reads its
      // current line again.
      for (size_t index = 0; index < active; index++) {
        Chunk &chunk = *lane[index];
        while (chunk.p > chunk.start && chunk.p[-1] != '\n') chunk.p--;
        chunk.row = initial_;
      }
    }
    for (size_t index = 0; index < active;) {
      if (!is_over(*lane[index]) || refill(index)) {
        index++;
      } else {
        lane[index] = lane[--active];
      }
    }
  }
  total_ += read;
  if (events * min_run > read) alone_until_ = total_ + bytes_alone;
  // Join the lines of the chunks, up to the first chunk that was not read to its end.
  size_t count = 0;
  for (size_t index = 0; index < chunk_count; index++) {
    const Chunk &chunk = chunks[index];
    memmove(lines + count, chunk.lines, chunk.count * sizeof *lines);
    count += chunk.count;
    if (chunk.p < chunk.end) {
      const uint8_t *line = chunk.p;
      while (line > chunk.start && line[-1] != '\n') line--;
      *from = static_cast<size_t>(line - text);
      return count;
    }
  }
  *from = n;
  return count;
}

size_t States::end_for_lines(const uint8_t *text, size_t n, size_t at, size_t capacity) {
  if (nodes_.texts != cre_texts_lines || capacity < max_chunks * 64) return 0;
  if (total_ < alone_until_) return 0;
  if (total_ >= next_trial_ && !is_in_trial_) {
    is_in_trial_ = true;
    trial_start_ = {total_, skipped_};
  }
  if (is_in_trial_) {
    const size_t read = total_ - trial_start_.total;
    if (read < trial_bytes) return 0;
    is_in_trial_ = false;
    const bool skips_most = skipped_ - trial_start_.skipped >= read / 4 * 3;
    next_trial_ = total_ + (skips_most ? bytes_alone : bytes_between_trials);
    if (skips_most) alone_until_ = next_trial_;
    if (skips_most) return 0;
  }
  // Chunks must be long enough that dividing the text takes little time, and short enough that
  // their matching lines fit in the output.
  size_t end = std::min(n, at + capacity * 16);
  if (end - at < max_chunks * 512) return 0;
  while (end > at && text[end - 1] != '\n') end--;
  return end - at < max_chunks * 512 ? 0 : end;
}

size_t States::end_for_find(const uint8_t *text, size_t n, size_t at) const {
  if (!is_in_trial_ || n - at <= trial_bytes) return n;
  const uint8_t *const newline = cre::find(text + at + trial_bytes, text + n, '\n');
  return std::min(n, static_cast<size_t>(newline - text) + 1);
}

}  // namespace cre
