#include "CRegex.h"

#include <string>
#include <vector>

#include "pattern.h"

namespace cre {

bool search(const cre_pattern *pattern, re2::StringPiece text, size_t from, size_t *start,
            size_t *end) {
  re2::StringPiece match;
  if (!pattern->re().Match(text, from, text.size(), RE2::UNANCHORED, &match, 1)) return false;
  *start = static_cast<size_t>(match.data() - text.data());
  *end = *start + match.size();
  return true;
}

size_t after(const uint8_t *text, size_t n, size_t at) {
  for (at++; at < n && (text[at] & 0xC0) == 0x80;) at++;
  return at;
}

// Whether at least one searched field has no cell in a record of `cells` cells.
static bool lacks_cell(const cre_run *run, size_t cells) {
  for (size_t field = cells; field < run->field_count; field++) {
    if (in_scope(run, field)) return true;
  }
  return false;
}

// Like `match_part`, but for a text that must be translated: its scalars are replaced by the codes
// of their classes.
static bool match_translated(const cre_pattern *pattern, const uint8_t *text, size_t n,
                             uint64_t *hits) {
  if (!hits) return pattern->translation().matches(text, n);
  Translated translated;
  pattern->translation().translate(text, n, true, &translated);
  bool matches = false;
  ptrdiff_t bounds[2];
  for (size_t from = 0; from <= n && pattern->translation().search(translated, from, bounds, 1);) {
    matches = true;
    const size_t end = static_cast<size_t>(bounds[1]);
    if (bounds[1] > bounds[0]) *hits += 1;
    from = bounds[1] > bounds[0] ? end : after(text, n, end);
  }
  return matches;
}

bool match_part(const cre_pattern *pattern, const uint8_t *text, size_t n, uint64_t *hits) {
  if (needs_translation(pattern, text, n)) return match_translated(pattern, text, n, hits);
  const re2::StringPiece part = piece(text, n);
  if (!hits) return pattern->re().Match(part, 0, n, RE2::UNANCHORED, nullptr, 0);
  bool matches = false;
  size_t start = 0, end = 0, from = 0;
  while (from <= n && search(pattern, part, from, &start, &end)) {
    matches = true;
    if (end > start) {
      *hits += 1;
      from = end;
    } else {
      from = after(text, n, end);
    }
  }
  return matches;
}

bool match_record(const cre_pattern *pattern, const cre_run *run, size_t record, uint64_t *hits) {
  const uint8_t *at = run->text + run->starts[record];
  const uint8_t *const end = run->text + run->starts[record + 1];
  bool matches = false;
  size_t field = 0;
  for (; at < end; field++) {
    const uint8_t *const cell_end = find(at, end, field_end);
    if (in_scope(run, field)) {
      for (;;) {
        const uint8_t *const part_end = find(at, cell_end, value_end);
        if (match_part(pattern, at, static_cast<size_t>(part_end - at), hits)) {
          matches = true;
          if (!hits) return true;
        }
        if (part_end == cell_end) break;
        at = part_end + 1;
      }
    }
    at = cell_end + 1;
  }
  if (!matches && lacks_cell(run, field)) return match_part(pattern, run->text, 0, hits);
  return matches;
}

}  // namespace cre

using namespace cre;

extern "C" {

cre_pattern *cre_compile(const uint8_t *pattern, size_t n, int ignores_case, int64_t max_memory) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_encoding(RE2::Options::EncodingUTF8);
  options.set_case_sensitive(!ignores_case);
  options.set_max_mem(max_memory);
  return new cre_pattern(piece(pattern, n), options);
}

void cre_free(cre_pattern *pattern) { delete pattern; }

enum cre_status cre_status_of(const cre_pattern *pattern) {
  switch (pattern->lazy.error_code()) {
    case RE2::NoError: return cre_fine;
    case RE2::ErrorPatternTooLarge: return cre_too_large;
    default: return cre_malformed;
  }
}

const char *cre_problem(const cre_pattern *pattern, size_t *n) {
  *n = pattern->problem.size();
  return pattern->problem.data();
}

const char *cre_fragment(const cre_pattern *pattern, size_t *n) {
  *n = pattern->lazy.fragment().size();
  return pattern->lazy.fragment().data();
}

int cre_matches(const cre_pattern *pattern, const uint8_t *text, size_t n) {
  return match_part(pattern, text, n, nullptr);
}

int cre_needs_parts(const cre_pattern *pattern, const uint8_t *text, size_t n) {
  return needs_translation(pattern, text, n);
}

int cre_search(const cre_pattern *pattern, const uint8_t *text, size_t n,
               const cre_text *translated, size_t from, ptrdiff_t *bounds, size_t count) {
  if (translated) {
    return pattern->translation().search(translated->translated, from, bounds, count);
  }
  if (count == 1) {
    size_t start = 0, end = 0;
    if (!search(pattern, piece(text, n), from, &start, &end)) return 0;
    bounds[0] = static_cast<ptrdiff_t>(start);
    bounds[1] = static_cast<ptrdiff_t>(end);
    return 1;
  }
  const re2::StringPiece all = piece(text, n);
  std::vector<re2::StringPiece> groups(count);
  const int known = pattern->re().NumberOfCapturingGroups() + 1;
  const int requested = static_cast<int>(count) < known ? static_cast<int>(count) : known;
  if (!pattern->re().Match(all, from, n, RE2::UNANCHORED, groups.data(), requested)) return 0;
  for (size_t g = 0; g < count; g++) {
    const bool took_part = static_cast<int>(g) < requested && groups[g].data() != nullptr;
    bounds[2 * g] = took_part ? groups[g].data() - all.data() : -1;
    bounds[2 * g + 1] =
        took_part ? bounds[2 * g] + static_cast<ptrdiff_t>(groups[g].size()) : -1;
  }
  return 1;
}

int cre_group_count(const cre_pattern *pattern) {
  return pattern->re().NumberOfCapturingGroups() + 1;
}

int cre_group_named(const cre_pattern *pattern, const uint8_t *name, size_t n) {
  const auto &groups = pattern->re().NamedCapturingGroups();
  const auto found = groups.find(std::string(reinterpret_cast<const char *>(name), n));
  return found == groups.end() ? -1 : found->second;
}

size_t cre_scan_parts(const cre_pattern *pattern, const cre_run *run, uint32_t *records,
                      size_t capacity, uint64_t *hits, size_t *next) {
  size_t found = 0, record = run->first;
  for (; record < run->end && found < capacity; record++) {
    if (match_record(pattern, run, record, run->counts_hits ? hits : nullptr)) {
      records[found++] = static_cast<uint32_t>(record);
    }
  }
  *next = record;
  return found;
}

size_t cre_scan_whole(const cre_pattern *pattern, const cre_run *run, uint32_t *records,
                      size_t capacity, uint64_t *hits, size_t *next) {
  const size_t base = run->starts[run->first];
  const uint8_t *const text = run->text + base;
  const size_t n = run->starts[run->end] - base;
  size_t found = 0, record = run->first, from = 0, start = 0, end = 0;
  // The end of the last record found; a match that begins before this offset is in that record.
  size_t found_end = 0;
  *next = run->end;
  while (from < n && search(pattern, piece(text, n), from, &start, &end)) {
    // An empty match after the last separator is not in any record.
    if (start >= n) break;
    if (start >= found_end) {
      if (found == capacity) {
        *next = records[found - 1] + size_t{1};
        break;
      }
      // Use exponential search, then binary search, which is fast for both near and distant
      // matches.
      size_t step = 1;
      while (record + step < run->end && run->starts[record + step] - base <= start) {
        record += step;
        step *= 2;
      }
      while (step > 0) {
        if (record + step < run->end && run->starts[record + step] - base <= start) record += step;
        step /= 2;
      }
    }
    const size_t record_start = run->starts[record] - base;
    const size_t record_end = run->starts[record + 1] - base;
    if (run->scope) {
      size_t field = 0;
      for (const uint8_t *at = text + record_start;
           (at = find(at, text + start, field_end)) != text + start; at++) {
        field++;
      }
      if (!in_scope(run, field)) {
        from = static_cast<size_t>(find(text + start, text + record_end, field_end) - text) + 1;
        continue;
      }
    }
    if (start >= found_end) {
      records[found++] = static_cast<uint32_t>(record);
      found_end = record_end;
    }
    if (!run->counts_hits) {
      from = record_end;
    } else if (end > start) {
      *hits += 1;
      from = end;
    } else {
      from = after(text, n, end);
    }
  }
  return found;
}
}
