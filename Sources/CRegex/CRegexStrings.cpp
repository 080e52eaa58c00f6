// Uses the kernels to find strings whose elements are sets of bytes. A single plain string is found by its rare bytes.
// If the string is frequent, or if there are several strings, they are found by their fingerprints.
#include <algorithm>

#include "pattern.h"
#include "string_sets.h"

using namespace cre;

namespace {

// If there is only one string, and each of its elements is one byte or both cases of one letter,
// prepares a search for plain bytes and returns true.
bool make_plain(cre_strings &made, const cre_string_list *list) {
  if (made.strings.size() != 1) return false;
  const std::vector<uint16_t> &places = made.strings[0].sets;
  const auto all = [&](auto test) {
    return std::all_of(places.begin(), places.end(), [&](uint16_t set) { return test(made.sets[set]); });
  };
  if (!all([](const Set &set) { return set.is_byte(); })) {
    // A search that ignores case matches both cases of every letter, so it requires that each set
    // with a letter contains both cases.
    const bool is_caseless = all([](const Set &set) {
      const uint8_t lower = set.first() | 0x20;
      return set.is_letter() || (set.is_byte() && !(lower >= 'a' && lower <= 'z'));
    });
    if (!is_caseless) return false;
    made.is_caseless = true;
  }
  for (const uint16_t set : places) {
    const uint8_t byte = made.sets[set].first();
    made.needle.push_back(made.sets[set].is_letter() ? byte | 0x20 : byte);
  }
  if (places.size() > 1) {
    cre_rare_pair(list->sample, list->sample_count, made.needle.data(), places.size(), made.is_caseless,
                  list->weights, &made.rare[0], &made.rare[1]);
  }
  made.is_plain = true;
  return true;
}

// Collects the positions of strings, at most one per unit (record, value or line). A unit ends with the byte `end`.
class Places {
 public:
  Places(const cre_strings &strings, const uint8_t *text, size_t n, size_t from, size_t *places,
         uint8_t *certain, size_t capacity)
      : text(text), n(n), next(strings.looks_behind && from > 0 ? from - 1 : from),
        strings_(strings), end_(strings.end), places_(places), certain_(certain),
        capacity_(capacity), start_(from) {}

  const uint8_t *const text;
  const size_t n;
  // No string may begin before this offset.
  size_t next;

  // The number of candidates that were checked one by one.
  size_t checks = 0;

  size_t count() const { return count_; }
  bool is_full() const { return count_ == capacity_; }

  // Collects the first occurrence of the plain string in each unit (record, value or line).
  void take_firsts() {
    const size_t m = strings_.needle.size();
    const size_t found = cre_find_lines(
        text, n, strings_.needle.data(), m, strings_.rare[0], strings_.rare[1],
        strings_.is_caseless, end_, &next, places_ + count_, capacity_ - count_);
    for (size_t index = 0; index < found; index++, count_++) {
      places_[count_] += m - 1;
      certain_[count_] = strings_.is_exact;
    }
  }

  // Collects the string of `length` bytes at `start` if its context matches. A `start` of -1 means that the string
  // begins with the separator before the text.
  bool take(ptrdiff_t start, size_t length) {
    const ptrdiff_t match_end = start + static_cast<ptrdiff_t>(length);
    Program::Answer answer = Program::yes;
    bool is_ascii = true;
    if (!strings_.before.is_empty() || !strings_.after.is_empty()) {
      answer = look_around(start, match_end, &is_ascii);
      if (answer == Program::no) return false;
    }
    const size_t last = static_cast<size_t>(match_end - 1);
    places_[count_] = last;
    certain_[count_++] =
        answer == Program::yes &&
        (strings_.is_exact ||
         (strings_.is_exact_in_ascii && is_ascii && holds_ascii(start, match_end)));
    const size_t at = static_cast<size_t>(find(text + last, text + n, end_) - text);
    next = strings_.looks_behind || at == n ? at : at + 1;
    return true;
  }

 private:
  Program::Answer look_around(ptrdiff_t start, ptrdiff_t match_end, bool *is_ascii) {
    // All context checks together may read at most about twice as many bytes as the search. RE2
    // tests the candidates that the checks do not decide.
    const size_t allowed = 512 + 2 * (static_cast<size_t>(match_end) - start_);
    size_t budget = std::min<size_t>(256, allowed - std::min(allowed, looked_at_));
    const size_t before = budget;
    Program::Answer answer = Program::yes;
    if (!strings_.before.is_empty()) {
      answer = strings_.before.run(text, n, start - 1, -1, end_, &budget, is_ascii);
    }
    if (answer != Program::no && !strings_.after.is_empty()) {
      const Program::Answer other =
          strings_.after.run(text, n, match_end, 1, end_, &budget, is_ascii);
      if (other != Program::yes) answer = other;
    }
    looked_at_ += before - budget;
    return answer;
  }

  // Whether text[start, match_end) consists only of separators and of ASCII bytes other than CR.
  bool holds_ascii(ptrdiff_t start, ptrdiff_t match_end) const {
    return std::all_of(text + std::max<ptrdiff_t>(start, 0), text + match_end,
                       [&](uint8_t byte) { return Program::is_ascii_or_separator(byte, end_); });
  }

  const cre_strings &strings_;
  const uint8_t end_;
  size_t *const places_;
  uint8_t *const certain_;
  const size_t capacity_;
  const size_t start_;
  size_t count_ = 0;
  size_t looked_at_ = 0;
};

void find_prints(const cre_strings &strings, Places &found);

void find_plain(const cre_strings &strings, Places &found) {
  if (strings.is_first_enough) return found.take_firsts();
  const size_t m = strings.needle.size(), from = found.next;
  size_t met = 0;
  while (!found.is_full() && found.next < found.n) {
    const size_t left = found.n - found.next;
    const size_t at = cre_find(found.text + found.next, left, strings.needle.data(), m,
                               strings.rare[0], strings.rare[1], strings.is_caseless);
    if (at == left) {
      found.next = found.n;
      return;
    }
    const size_t start = found.next + at;
    if (!found.take(static_cast<ptrdiff_t>(start), m)) found.next = start + 1;
    found.checks++;
    // If the string is frequent, search by fingerprints: one call finds many candidates, while a
    // search by rare bytes needs a call for each candidate.
    met++;
    if (found.is_full()) return;
    if (met >= 16 && found.next - from < met * 512) return find_prints(strings, found);
  }
}

// Collects the first string that matches at `place`, where a fingerprint was found.
bool take_any(const cre_strings &strings, Places &found, size_t place, unsigned mask) {
  found.checks++;
  for (; mask != 0; mask &= mask - 1) {
    for (const uint16_t number : strings.buckets[__builtin_ctz(mask)]) {
      const String &string = strings.strings[number];
      if (place < found.next + string.window) continue;
      const size_t start = place - string.window;
      const size_t length = string.sets.size();
      const size_t probe = start + string.probe;
      if (probe + sizeof string.mask <= found.n && !string.may_match(found.text + probe)) continue;
      found.checks++;
      if (start + length > found.n || !strings.matches(string, 0, found.text + start)) continue;
      if (found.take(static_cast<ptrdiff_t>(start), length)) return true;
    }
  }
  return false;
}

void find_prints(const cre_strings &strings, Places &found) {
  const size_t capacity = 64;
  size_t at[capacity];
  uint8_t masks[capacity];
  size_t from = found.next;
  while (!found.is_full() && from < found.n) {
    const size_t count =
        cre_prints_find(&strings.prints, found.text, found.n, &from, at, masks, capacity);
    for (size_t index = 0; index < count; index++) {
      if (at[index] < found.next) continue;
      if (take_any(strings, found, at[index], masks[index]) && found.is_full()) return;
    }
    if (from < found.next) from = found.next;
    if (count == 0) break;
  }
  found.next = found.n;
}

// Collects a string that begins with the separator before the text.
void find_at_start(const cre_strings &strings, Places &found) {
  for (const String &string : strings.strings) {
    const size_t length = string.sets.size() - 1;
    if (strings.sets[string.sets[0]].has(strings.end) && length > 0 && length <= found.n &&
        strings.matches(string, 1, found.text) && found.take(-1, length + 1)) {
      return;
    }
  }
}

}  // namespace

extern "C" {

cre_strings *cre_strings_make(const cre_string_list *list) {
  auto made = new cre_strings;
  size_t set_count = 0, at = 0;
  for (size_t string = 0; string < list->count; string++) {
    const uint16_t *const from = list->elements + at;
    at += list->lengths[string];
    made->strings.push_back({{from, list->elements + at}, 0});
    for (const uint16_t set : made->strings.back().sets) {
      set_count = std::max(set_count, size_t{set} + 1);
    }
  }
  for (size_t set = 0; set < set_count; set++) {
    const uint64_t *const words = list->sets + 4 * set;
    made->sets.push_back({{words[0], words[1], words[2], words[3]}});
  }
  made->looks_behind = list->looks_behind;
  made->is_exact = list->is_exact;
  made->is_exact_in_ascii = list->is_exact_in_ascii;
  made->end = list->end;
  made->before = Program(list->before);
  made->after = Program(list->after);
  if (make_plain(*made, list)) {
    const std::vector<uint8_t> &needle = made->needle;
    made->is_first_enough =
        !made->looks_behind && made->before.is_empty() && made->after.is_empty() &&
        std::find(needle.begin(), needle.end(), list->end) == needle.end();
  }
  make_prints(*made, *list);
  return made;
}

void cre_strings_free(cre_strings *strings) { delete strings; }

size_t cre_strings_find(const cre_strings *strings, const uint8_t *text, size_t n, size_t *from,
                        size_t *places, uint8_t *certain, size_t capacity, size_t *checks) {
  if (capacity == 0) return 0;
  Places found(*strings, text, n, *from, places, certain, capacity);
  if (strings->looks_behind && *from == 0) find_at_start(*strings, found);
  if (found.is_full()) {
    // The string at the start of the text has filled the capacity of 1.
  } else if (strings->is_plain) {
    find_plain(*strings, found);
  } else {
    find_prints(*strings, found);
  }
  *from = found.next;
  *checks += found.checks;
  return found.count();
}
}
