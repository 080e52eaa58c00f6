// Runs RE2 only on the records or lines in which a faster search has found a candidate.
#include "CRegex.h"
#include "automaton.h"
#include "kernels.h"
#include "pattern.h"

using namespace cre;

namespace {

// A line without its line end, and the offset of the next line.
struct Line {
  size_t start, end, next;
};

// The line that begins at `start` and contains the byte at `place`, which may be its newline.
Line line_at(const uint8_t *text, size_t n, size_t start, size_t place) {
  const size_t end = static_cast<size_t>(find(text + place, text + n, '\n') - text);
  const bool has_return = end < n && end > start && text[end - 1] == '\r';
  return {start, has_return ? end - 1 : end, end < n ? end + 1 : n};
}

// The start of the line that contains the byte at `place`, or `earliest` if the line starts before
// `earliest`.
size_t line_start(const uint8_t *text, size_t earliest, size_t place) {
  // Test eight bytes at a time for a newline. XOR turns a newline into a zero byte, and the
  // subtraction detects zero bytes.
  const uint64_t ones = 0x0101010101010101, tops = ones << 7;
  for (; place >= earliest + 8; place -= 8) {
    uint64_t bytes;
    memcpy(&bytes, text + place - 8, 8);
    bytes ^= ones * '\n';
    if ((bytes - ones) & ~bytes & tops) break;
  }
  while (place > earliest && text[place - 1] != '\n') place--;
  return place;
}

bool matches_line(const cre_pattern *pattern, const uint8_t *text, const Line &line,
                  uint64_t *hits) {
  return match_part(pattern, text + line.start, line.end - line.start, hits);
}

// The record that contains the byte at `place`; the search starts at `record`. Exponential search,
// followed by binary search, is fast for both near and distant records.
size_t record_at(const cre_run *run, size_t record, size_t place) {
  size_t step = 1;
  while (record + step < run->end && run->starts[record + step] <= place) {
    record += step;
    step *= 2;
  }
  for (; step > 0; step /= 2) {
    if (record + step < run->end && run->starts[record + step] <= place) record += step;
  }
  return record;
}

}  // namespace

extern "C" {

size_t cre_check_records(const cre_pattern *pattern, const cre_run *run, const cre_places *places,
                         uint32_t *records, size_t capacity, uint64_t *hits, uint64_t *scanned,
                         size_t *next) {
  const size_t base = run->starts[run->first];
  uint64_t *const counted = run->counts_hits ? hits : nullptr;
  const bool may_be_certain = !counted && !run->scope;
  const bool is_whole = places->is_whole && !counted && !run->scope;
  size_t found = 0, record = run->first, end = base;
  *next = record;
  for (size_t index = 0; index < places->count && found < capacity; index++) {
    const size_t place = places->places[index] + base;
    if (place < end) continue;
    record = record_at(run, record, place);
    const size_t start = run->starts[record];
    end = run->starts[record + 1];
    *next = record + 1;
    bool matches = may_be_certain && places->certain[index];
    if (!matches) {
      *scanned += end - start;
      matches = is_whole ? match_part(pattern, run->text + start, end - start, nullptr)
                         : match_record(pattern, run, record, counted);
    }
    if (matches) records[found++] = static_cast<uint32_t>(record);
  }
  return found;
}

void cre_check_lines(const cre_pattern *pattern, cre_automaton *automaton, const uint8_t *text,
                     size_t n, const cre_places *places, size_t *from, cre_lines *lines) {
  std::unique_ptr<States> states = automaton ? automaton->take() : nullptr;
  uint64_t *const counted = lines->counts_hits ? &lines->hits : nullptr;
  size_t found = 0, unsure = 0, next = *from;
  for (size_t index = 0; index < places->count && found < lines->capacity; index++) {
    const size_t place = places->places[index];
    if (place < next) continue;
    const Line line = line_at(text, n, line_start(text, next, place), place);
    next = line.next;
    if (!counted && places->certain[index]) {
      lines->starts[found++] = line.start;
      continue;
    }
    const size_t length = line.next - line.start;
    const bool follows = states && !counted && !states->has_given_up();
    if ((length > lines->longest && !follows) || cre_valid_utf8(text + line.start, length) < length) {
      lines->unsure[unsure++] = line.start;
      continue;
    }
    lines->scanned += length;
    if (follows) {
      const bool matches = states->find(text, line.next, line.start) < line.next;
      if (!states->has_given_up()) {
        if (matches) lines->starts[found++] = line.start;
        continue;
      }
    }
    if (matches_line(pattern, text, line, counted)) lines->starts[found++] = line.start;
  }
  lines->count = found;
  lines->unsure_count = unsure;
  *from = next;
  if (states) automaton->put_back(std::move(states));
}

cre_automaton *cre_automaton_make(const cre_nodes *nodes) { return new cre_automaton(nodes); }

void cre_automaton_free(cre_automaton *automaton) { delete automaton; }

size_t cre_automaton_lines(cre_automaton *automaton, const cre_pattern *pattern,
                           const uint8_t *text, size_t n, size_t *from, size_t *lines,
                           size_t capacity, int counts_hits, uint64_t *hits, int *gave_up) {
  uint64_t *const counted = counts_hits ? hits : nullptr;
  std::unique_ptr<States> states = automaton->take();
  size_t found = 0, at = *from;
  while (at < n && found < capacity && !states->has_given_up()) {
    const size_t end = counted ? 0 : states->end_for_lines(text, n, at, capacity - found);
    if (end > 0) {
      found += states->find_lines(text, end, &at, lines + found, capacity - found);
      continue;
    }
    const size_t find_end = states->end_for_find(text, n, at);
    const size_t place = states->find(text, find_end, at);
    if (states->has_given_up()) {
      at = line_start(text, at, place);
      break;
    }
    if (place == find_end) {
      at = find_end;
      continue;
    }
    const Line line = line_at(text, n, line_start(text, at, place), place);
    if (!counted || matches_line(pattern, text, line, counted)) {
      lines[found++] = line.start;
    }
    at = line.next;
  }
  *gave_up = states->has_given_up();
  *from = at;
  automaton->put_back(std::move(states));
  return found;
}

size_t cre_automaton_records(cre_automaton *automaton, const cre_run *run, uint32_t *records,
                             size_t capacity, size_t *next, int *gave_up) {
  std::unique_ptr<States> states = automaton->take();
  const size_t end = run->starts[run->end];
  size_t found = 0, record = run->first;
  while (record < run->end && found < capacity && !states->has_given_up()) {
    const size_t place = states->find(run->text, end, run->starts[record]);
    if (place == end && !states->has_given_up()) {
      record = run->end;
      break;
    }
    record = record_at(run, record, place);
    if (states->has_given_up()) break;
    records[found++] = static_cast<uint32_t>(record++);
  }
  *gave_up = states->has_given_up();
  *next = record;
  automaton->put_back(std::move(states));
  return found;
}

size_t cre_scan_lines(const cre_pattern *pattern, const uint8_t *text, size_t n, size_t *from,
                      int is_whole, size_t *lines, size_t capacity, int counts_hits, uint64_t *hits) {
  uint64_t *const counted = counts_hits ? hits : nullptr;
  // A search of the whole text can find a match that spans a line end. Such a match does not show
  // whether its first line matches, so the line must be searched again. After several such matches,
  // search each line separately, so that the same bytes are not read repeatedly.
  int remaining_tries = is_whole ? 8 : 0;
  size_t found = 0, at = *from;
  while (at < n && found < capacity) {
    Line line;
    bool matches;
    if (remaining_tries > 0) {
      size_t start = 0, end = 0;
      if (!search(pattern, piece(text, n), at, &start, &end) ||
          (start == n && text[n - 1] == '\n')) {
        at = n;
        break;
      }
      line = line_at(text, n, line_start(text, at, start), start);
      matches = end <= line.end;
      if (!matches) remaining_tries--;
    } else {
      line = line_at(text, n, at, at);
      matches = false;
    }
    if (!matches || counted) matches = matches_line(pattern, text, line, counted);
    if (matches) lines[found++] = line.start;
    at = line.next;
  }
  *from = at;
  return found;
}
}
