// Finds the members of a character class by matching it with RE2, so that RE2's tables are not duplicated here.
#include "CRegex.h"
#include "pattern.h"

using namespace cre;

namespace {

const uint32_t wide_end = 0x20000;

// Writes the UTF-8 of a scalar; returns the end of what was written.
char *append(char *at, uint32_t scalar) {
  const auto put = [&at](uint32_t byte) { *at++ = static_cast<char>(byte); };
  if (scalar < 0x80) {
    put(scalar);
  } else if (scalar < 0x800) {
    put(0xC0 | scalar >> 6);
    put(0x80 | (scalar & 0x3F));
  } else if (scalar < 0x10000) {
    put(0xE0 | scalar >> 12);
    put(0x80 | (scalar >> 6 & 0x3F));
    put(0x80 | (scalar & 0x3F));
  } else {
    put(0xF0 | scalar >> 18);
    put(0x80 | (scalar >> 12 & 0x3F));
    put(0x80 | (scalar >> 6 & 0x3F));
    put(0x80 | (scalar & 0x3F));
  }
  return at;
}

uint32_t scalar_at(const char *text) {
  const auto byte = [text](int index) {
    return static_cast<uint32_t>(static_cast<unsigned char>(text[index]));
  };
  const auto tail = [&byte](int index) { return byte(index) & 0x3F; };
  if (byte(0) < 0x80) return byte(0);
  if (byte(0) < 0xE0) return (byte(0) & 0x1F) << 6 | tail(1);
  if (byte(0) < 0xF0) return (byte(0) & 0xF) << 12 | tail(1) << 6 | tail(2);
  return (byte(0) & 7) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3);
}

// A byte that nothing matches; it separates scalars that are not adjacent.
const char gap = static_cast<char>(value_end);

// All scalars below 0x20000; built once, because many patterns may need it.
const std::string &wide_text() {
  static const std::string text = [] {
    std::string made(4 * wide_end, '\0');
    char *at = &made[0];
    for (uint32_t scalar = 0; scalar < wide_end; scalar++) {
      if (scalar == 0xD800) {
        scalar = 0xE000;
        *at++ = gap;
      }
      at = append(at, scalar);
    }
    made.resize(static_cast<size_t>(at - &made[0]));
    return made;
  }();
  return text;
}

std::string narrow_text() {
  std::string text(0x80 + 3 * 5, '\0');
  char *at = &text[0];
  for (uint32_t scalar = 0; scalar < 0x80; scalar++) at = append(at, scalar);
  for (const uint32_t scalar : {0xE9, 0x17F, 0x212A}) {
    *at++ = gap;
    at = append(at, scalar);
  }
  text.resize(static_cast<size_t>(at - &text[0]));
  return text;
}

}  // namespace

extern "C" size_t cre_members(const cre_pattern *pattern, int is_wide, uint32_t *bounds,
                              size_t room) {
  // For each of the many scalars RE2 goes through all ranges of the class, so a large class would
  // take too long.
  const int largest = 256;
  if (is_wide && pattern->re.ProgramSize() > largest) return room + 1;
  const std::string narrow = is_wide ? std::string() : narrow_text();
  const std::string &text = is_wide ? wide_text() : narrow;
  const re2::StringPiece asked(text);
  size_t count = 0, start = 0, end = 0;
  for (size_t from = 0; search(pattern, asked, from, &start, &end) && end > start; from = end) {
    if (count + 2 > room) return room + 1;
    size_t last = end - 1;
    while ((text[last] & 0xC0) == 0x80) last--;
    bounds[count++] = scalar_at(text.data() + start);
    bounds[count++] = scalar_at(text.data() + last);
  }
  return count;
}
