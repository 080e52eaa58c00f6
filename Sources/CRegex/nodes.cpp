// The tables that map the bytes of each scalar to its class.
#include <algorithm>

#include "automaton.h"

namespace cre {

namespace {

const uint32_t scalar_end = 0x110000;
// The maximum length of a list in `classes_of`, which contains the classes of all scalars with the
// same first bytes.
const size_t max_together = 8;

}  // namespace

Nodes::Nodes(const cre_nodes *list)
    : texts(list->texts),
      nodes(list->nodes, list->nodes + list->node_count),
      targets(list->targets, list->targets + list->target_count),
      set_words((list->alphabet.class_count + 63) / 64),
      start(list->start) {
  const cre_alphabet &alphabet = list->alphabet;
  sets.assign(list->sets, list->sets + set_words * list->set_count);
  if (list->words) words.assign(list->words, list->words + alphabet.class_count);
  for (const cre_node &node : nodes) has_assertion = has_assertion || is_assertion(node);
  size_t range = 0;
  const auto range_of = [&](uint32_t scalar) {
    while (range + 1 < alphabet.count && alphabet.starts[range + 1] <= scalar) range++;
    return range;
  };
  for (uint32_t byte = 0; byte < 0x80; byte++) {
    first[byte] = is_class | alphabet.classes[range_of(byte)];
  }
  newline_class = first['\n'] & ~is_class;
  end_class = texts == cre_texts_lines ? newline_class
                                       : static_cast<uint32_t>(alphabet.class_count);
  // If the texts are values and not lines, the bytes FE and FF end a text. Other bytes that never
  // begin a scalar do not occur. They get the class of the replacement character, so that a loop
  // that skips most scalars has few exits.
  const uint32_t replacement = is_class | alphabet.classes[range_of(0xFFFD)];
  for (uint32_t byte = 0x80; byte < 0x100; byte++) {
    first[byte] = byte > 0xFD && texts != cre_texts_lines ? is_class | end_class : replacement;
  }
  range = 0;
  for (uint32_t byte = 0xC2; byte < 0xF5; byte++) {
    const uint32_t size = byte < 0xE0 ? 1u << 6 : byte < 0xF0 ? 1u << 12 : 1u << 18;
    const uint32_t low = (byte & (byte < 0xE0 ? 0x1Fu : byte < 0xF0 ? 0xFu : 7u)) * size;
    const uint32_t min_scalar = byte < 0xE0 ? 0x80 : byte < 0xF0 ? 0x800 : 0x10000;
    first[byte] = beginning(alphabet, range_of(std::max(low, min_scalar)), low, size, min_scalar);
  }
  known_.clear();
  make_columns();
}

// The entry for the first bytes that the scalars [low, low + size) have in common: the class of
// these scalars, or a row of `beginnings` if the scalars have several classes. Scalars below
// `min_scalar` are ignored, because UTF-8 encodes them with fewer bytes. The search for the range
// of the first scalar starts at `range`.
uint32_t Nodes::beginning(const cre_alphabet &alphabet, size_t range, uint32_t low, uint32_t size,
                          uint32_t min_scalar) {
  const auto end_of = [&](size_t index) {
    return index + 1 < alphabet.count ? alphabet.starts[index + 1] : scalar_end;
  };
  while (range + 1 < alphabet.count && end_of(range) <= std::max(low, min_scalar)) range++;
  if (size == 1 || end_of(range) >= std::min(low + size, scalar_end)) {
    return is_class | alphabet.classes[range];
  }
  std::array<uint32_t, 64> row;
  const uint32_t part = size / 64;
  uint32_t unused = 0;
  for (uint32_t index = 0; index < 64; index++) {
    const uint32_t start = low + index * part;
    if (start + part <= min_scalar) {
      unused++;
    } else if (start >= scalar_end) {
      row[index] = row[index - 1];
    } else {
      while (range + 1 < alphabet.count && end_of(range) <= start) range++;
      row[index] = beginning(alphabet, range, start, part, min_scalar);
    }
  }
  std::fill_n(row.begin(), unused, row[unused]);
  if (row[0] & is_class && std::all_of(row.begin(), row.end(), [&](auto it) { return it == row[0]; })) {
    return row[0];
  }
  const auto [place, is_new] = known_.emplace(row, static_cast<uint32_t>(beginnings.size()));
  if (!is_new) return place->second;
  std::vector<uint32_t> classes;
  bool are_few = true;
  for (const uint32_t entry : row) {
    if (entry & is_class) {
      classes.push_back(entry & ~is_class);
    } else {
      const auto &inner = classes_of[entry];
      are_few = are_few && !inner.empty();
      classes.insert(classes.end(), inner.begin(), inner.end());
    }
  }
  std::sort(classes.begin(), classes.end());
  classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  if (!are_few || classes.size() > max_together) classes.clear();
  beginnings.push_back(row);
  classes_of.push_back(std::move(classes));
  return place->second;
}

void Nodes::make_columns() {
  std::map<std::vector<uint32_t>, uint8_t> known;
  for (unsigned byte = 0; byte < 256; byte++) {
    std::vector<uint32_t> leads;
    if (is_continuation(static_cast<uint8_t>(byte))) {
      for (const auto &row : beginnings) leads.push_back(row[byte & 63]);
      // The list of any other byte has one entry. The list of a continuation byte must be longer,
      // so that it does not share a column with another byte.
      if (leads.size() == 1) leads.push_back(0);
    } else {
      leads.push_back(first[byte]);
      // A carriage return has its own column, because it can be a part of a line end.
      if (byte == '\r' && texts == cre_texts_lines) leads = {0, 0, 0};
    }
    const auto [place, is_new] = known.emplace(leads, static_cast<uint8_t>(members.size()));
    if (is_new) members.push_back(static_cast<uint8_t>(byte));
    columns[byte] = place->second;
  }
}

}  // namespace cre
