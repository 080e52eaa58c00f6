// Strings of byte sets, found by the kernels: one plain string by its rare bytes, several by fingerprints.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "CRegex.h"
#include "kernels.h"
#include "pattern.h"

using namespace cre;

namespace {

struct Set {
  std::array<uint64_t, 4> words;

  bool has(uint8_t byte) const { return words[byte >> 6] >> (byte & 63) & 1; }

  size_t count() const {
    size_t sum = 0;
    for (const uint64_t word : words) sum += static_cast<size_t>(__builtin_popcountll(word));
    return sum;
  }

  uint8_t first() const {
    for (unsigned byte = 0; byte < 256; byte++) {
      if (has(static_cast<uint8_t>(byte))) return static_cast<uint8_t>(byte);
    }
    return 0;
  }

  // Whether it is one letter of ASCII in both cases.
  bool is_letter() const {
    const uint8_t byte = first();
    return count() == 2 && byte >= 'A' && byte <= 'Z' && has(byte | 0x20);
  }

  bool is_byte() const { return count() == 1; }
};

struct String {
  std::vector<uint16_t> sets;
  // The place of the fingerprint.
  size_t window = 0;
};

}  // namespace

struct cre_strings {
  std::vector<Set> sets;
  std::vector<String> strings;
  bool looks_behind = false;

  // One string of plain bytes, perhaps without case, and the places of two rare ones.
  bool is_plain = false;
  bool is_caseless = false;
  std::vector<uint8_t> needle;
  size_t rare[2] = {0, 0};

  ck_fingerprints prints;
  size_t width = 0;
  std::array<std::vector<uint16_t>, 8> buckets;

  bool matches(const String &string, const uint8_t *text) const {
    for (size_t place = 0; place < string.sets.size(); place++) {
      if (!sets[string.sets[place]].has(text[place])) return false;
    }
    return true;
  }
};

namespace {

double weight(const Set &set, const uint64_t *weights) {
  double sum = 1;
  for (unsigned byte = 0; byte < 256; byte++) {
    if (set.has(static_cast<uint8_t>(byte))) sum += static_cast<double>(weights[byte]);
  }
  return sum;
}

// Whether the only string can be found as plain bytes; fills in what that takes.
bool make_plain(cre_strings &made, const std::vector<double> &weights) {
  if (made.strings.size() != 1) return false;
  const std::vector<uint16_t> &places = made.strings[0].sets;
  const auto all = [&](auto test) {
    return std::all_of(places.begin(), places.end(), [&](uint16_t set) { return test(made.sets[set]); });
  };
  if (!all([](const Set &set) { return set.is_byte(); })) {
    // Without case every letter is looked for in both: a byte that is one letter in one case must not be there.
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
    std::vector<size_t> order(places.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](size_t a, size_t b) { return weights[places[a]] < weights[places[b]]; });
    made.rare[0] = std::min(order[0], order[1]);
    made.rare[1] = std::max(order[0], order[1]);
  }
  made.is_plain = true;
  return true;
}

void make_prints(cre_strings &made, const std::vector<double> &weights) {
  made.width = 3;
  for (const String &string : made.strings) made.width = std::min(made.width, string.sets.size());
  for (String &string : made.strings) {
    double best = INFINITY;
    for (size_t start = 0; start + made.width <= string.sets.size(); start++) {
      double product = 1;
      for (size_t place = 0; place < made.width; place++) {
        product *= weights[string.sets[start + place]];
      }
      if (product < best) {
        best = product;
        string.window = start;
      }
    }
  }
  // Neighbours in this order are most alike, so that a bucket's sets stay small.
  std::sort(made.strings.begin(), made.strings.end(), [&](const String &a, const String &b) {
    for (size_t place = 0; place < made.width; place++) {
      const uint8_t byte = made.sets[a.sets[a.window + place]].first();
      const uint8_t other = made.sets[b.sets[b.window + place]].first();
      if (byte != other) return byte < other;
    }
    return false;
  });
  cre_prints_init(&made.prints, static_cast<unsigned>(made.width));
  const size_t count = made.strings.size();
  for (size_t index = 0; index < count; index++) {
    const unsigned bucket = static_cast<unsigned>(count <= 8 ? index : index * 8 / count);
    made.buckets[bucket].push_back(static_cast<uint16_t>(index));
    const String &string = made.strings[index];
    for (size_t place = 0; place < made.width; place++) {
      const Set &set = made.sets[string.sets[string.window + place]];
      for (unsigned byte = 0; byte < 256; byte++) {
        if (set.has(static_cast<uint8_t>(byte))) {
          cre_prints_add(&made.prints, bucket, static_cast<unsigned>(place),
                              static_cast<uint8_t>(byte));
        }
      }
    }
  }
}

// Takes the places of strings, one for each run of bytes that ends with `end`.
struct Places {
  const uint8_t *text;
  size_t n;
  uint8_t end;
  bool looks_behind;
  size_t *places;
  size_t room;
  size_t count = 0;
  // No string may begin before.
  size_t next;

  void add(size_t last) {
    places[count++] = last;
    const size_t at = static_cast<size_t>(find(text + last, text + n, end) - text);
    next = looks_behind || at == n ? at : at + 1;
    // A string of one separator only would be found there again.
    if (next < last) next = last;
  }

  bool is_full() const { return count == room; }
};

void find_plain(const cre_strings &strings, Places &found) {
  const size_t m = strings.needle.size();
  while (!found.is_full() && found.next < found.n) {
    const size_t left = found.n - found.next;
    const size_t at = cre_find(found.text + found.next, left, strings.needle.data(), m,
                               strings.rare[0], strings.rare[1], strings.is_caseless);
    if (at == left) {
      found.next = found.n;
      return;
    }
    found.add(found.next + at + m - 1);
  }
}

void find_prints(const cre_strings &strings, Places &found) {
  const size_t room = 64;
  size_t at[room];
  uint8_t masks[room];
  size_t from = found.next;
  while (from < found.n) {
    const size_t count =
        cre_prints_find(&strings.prints, found.text, found.n, &from, at, masks, room);
    for (size_t index = 0; index < count; index++) {
      for (unsigned mask = masks[index]; mask != 0; mask &= mask - 1) {
        for (const uint16_t number : strings.buckets[__builtin_ctz(mask)]) {
          const String &string = strings.strings[number];
          if (at[index] < found.next + string.window) continue;
          const size_t start = at[index] - string.window;
          if (start + string.sets.size() > found.n) continue;
          if (!strings.matches(string, found.text + start)) continue;
          if (found.is_full()) return;
          found.add(start + string.sets.size() - 1);
          mask = 1;
          break;
        }
      }
    }
    if (from < found.next) from = found.next;
    if (count == 0) break;
  }
  found.next = found.n;
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
  std::vector<double> weights;
  for (size_t set = 0; set < set_count; set++) {
    const uint64_t *const words = list->sets + 4 * set;
    made->sets.push_back({{words[0], words[1], words[2], words[3]}});
    weights.push_back(weight(made->sets.back(), list->weights));
  }
  made->looks_behind = list->looks_behind;
  if (!make_plain(*made, weights)) make_prints(*made, weights);
  return made;
}

void cre_strings_free(cre_strings *strings) { delete strings; }

size_t cre_strings_find(const cre_strings *strings, const uint8_t *text, size_t n, uint8_t end,
                        size_t *from, size_t *places, size_t room) {
  Places found{text, n, end, strings->looks_behind, places, room, 0, *from};
  if (strings->looks_behind && room > 0 && *from < n) places[found.count++] = *from;
  if (strings->is_plain) {
    find_plain(*strings, found);
  } else {
    find_prints(*strings, found);
  }
  *from = found.next;
  return found.count;
}
}
