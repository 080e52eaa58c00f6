#include "alphabet.h"

#include <algorithm>

#include "pattern.h"

namespace cre {

namespace {

const unsigned page_shift = 7;
const uint32_t scalar_end = 0x110000;
// The byte that replaces a separator of values in a translated text. No pattern matches this byte.
const char separator = '\xFF';

RE2::Options options_of(int64_t max_memory) {
  RE2::Options options;
  options.set_log_errors(false);
  options.set_encoding(RE2::Options::EncodingLatin1);
  options.set_max_mem(max_memory);
  return options;
}

// Decodes the non-ASCII scalar at `at` and advances past it.
uint32_t next_scalar(const uint8_t *text, size_t n, size_t *at) {
  const uint8_t lead = text[*at];
  const unsigned length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  uint32_t scalar = lead & (0x7Fu >> length);
  (*at)++;
  for (unsigned k = 1; k < length && *at < n && (text[*at] & 0xC0) == 0x80; k++, (*at)++) {
    scalar = scalar << 6 | (text[*at] & 0x3F);
  }
  return std::min(scalar, scalar_end - 1);
}

}  // namespace

size_t Translated::place(size_t source) const {
  return static_cast<size_t>(std::lower_bound(sources.begin(), sources.end(), source) -
                             sources.begin());
}

Translation::Translation(const uint8_t *pattern, size_t n, const cre_alphabet *alphabet,
                         const uint8_t *codes, int64_t max_memory)
    : lazy_(piece(pattern, n), options_of(max_memory)) {
  for (size_t index = 0; index < alphabet->class_count; index++) {
    Code code{};
    while (code.count < 4 && codes[4 * index + code.count]) {
      code.bytes[code.count] = static_cast<char>(codes[4 * index + code.count]);
      code.count++;
    }
    has_long_codes_ = has_long_codes_ || code.count > 1;
    codes_.push_back(code);
  }
  size_t range = 0;
  for (uint32_t first = 0; first < scalar_end; first += 1u << page_shift) {
    const uint32_t end = first + (1u << page_shift);
    const auto ends_at = [&](size_t index) {
      return index + 1 < alphabet->count ? alphabet->starts[index + 1] : scalar_end;
    };
    while (ends_at(range) <= first) range++;
    if (ends_at(range) >= end) {
      pages_.push_back(static_cast<int32_t>(alphabet->classes[range]));
      continue;
    }
    pages_.push_back(~static_cast<int32_t>(blocks_.size()));
    size_t inner = range;
    for (uint32_t scalar = first; scalar < end; scalar++) {
      while (ends_at(inner) <= scalar) inner++;
      blocks_.push_back(alphabet->classes[inner]);
    }
  }
}

bool Translation::is_needed(const uint8_t *text, size_t n) {
  unsigned needed = 0;
  for (size_t at = 0; at < n;) {
    const size_t end = std::min(n, at + 4096);
    for (; at < end; at++) {
      needed |= (text[at] >= 0x80 && text[at] < value_end) | (text[at] == '\v');
    }
    if (needed) return true;
  }
  return false;
}

void Translation::translate(const uint8_t *text, size_t n, bool with_sources, Translated *to) const {
  to->text.clear();
  to->sources.clear();
  for (size_t at = 0; at < n;) {
    const size_t start = at;
    Code code = {1, {separator}};
    if (text[at] >= value_end) {
      at++;
    } else {
      const uint32_t scalar = text[at] < 0x80 ? text[at++] : next_scalar(text, n, &at);
      const int32_t page = pages_[scalar >> page_shift];
      const uint32_t index =
          page >= 0 ? static_cast<uint32_t>(page)
                    : blocks_[static_cast<size_t>(~page) + (scalar & ((1u << page_shift) - 1))];
      code = codes_[index];
    }
    to->text.append(code.bytes, code.count);
    if (with_sources) to->sources.insert(to->sources.end(), code.count, static_cast<uint32_t>(start));
  }
  if (with_sources) to->sources.push_back(static_cast<uint32_t>(n));
}

bool Translation::search(const Translated &text, size_t from, ptrdiff_t *bounds, size_t count) const {
  const size_t known = static_cast<size_t>(re().NumberOfCapturingGroups()) + 1;
  std::vector<re2::StringPiece> groups(std::min(std::max<size_t>(count, 1), known));
  const re2::StringPiece all(text.text);
  const auto offset = [&](const char *place) { return static_cast<size_t>(place - all.data()); };
  size_t at = text.place(from);
  for (;;) {
    if (at > all.size() || !re().Match(all, at, all.size(), RE2::UNANCHORED, groups.data(),
                                     static_cast<int>(groups.size()))) {
      return false;
    }
    // RE2's `\B` also matches between two bytes of the same code. Skip such a match, because it is
    // inside a scalar.
    at = offset(groups[0].data());
    if (at == 0 || at == all.size() || text.sources[at] != text.sources[at - 1]) break;
    while (at < all.size() && text.sources[at] == text.sources[at - 1]) at++;
  }
  for (size_t group = 0; group < count; group++) {
    const bool took_part = group < groups.size() && groups[group].data();
    const size_t start = took_part ? offset(groups[group].data()) : 0;
    bounds[2 * group] = took_part ? static_cast<ptrdiff_t>(text.sources[start]) : -1;
    bounds[2 * group + 1] =
        took_part ? static_cast<ptrdiff_t>(text.sources[start + groups[group].size()]) : -1;
  }
  return true;
}

bool Translation::matches(const uint8_t *text, size_t n) const {
  thread_local Translated translated;
  translate(text, n, has_long_codes_, &translated);
  bool found;
  if (has_long_codes_) {
    found = search(translated, 0, nullptr, 0);
  } else {
    found = re().Match(translated.text, 0, translated.text.size(), RE2::UNANCHORED, nullptr, 0);
  }
  if (translated.text.capacity() > 1u << 20) translated = Translated();
  return found;
}

}  // namespace cre

using namespace cre;

extern "C" {

int cre_translate(cre_pattern *pattern, const uint8_t *translated, size_t n,
                  const cre_alphabet *alphabet, const uint8_t *codes, int64_t max_memory) {
  auto made = std::make_unique<const Translation>(translated, n, alphabet, codes, max_memory);
  const bool is_fine = made->is_fine();
  pattern->made_translation = std::move(made);
  // If the pattern is translated later, `has_translation` is already true; do not write it, because
  // other threads may read it.
  if (!pattern->translate_later) pattern->has_translation = true;
  return is_fine;
}

void cre_translate_later(cre_pattern *pattern, void *context,
                         void (*translate)(cre_pattern *pattern, void *context),
                         void (*release)(void *context)) {
  pattern->translate_later = translate;
  pattern->release = release;
  pattern->context = context;
  pattern->has_translation = true;
}

cre_text *cre_text_make(const cre_pattern *pattern, const uint8_t *text, size_t n) {
  if (!needs_translation(pattern, text, n)) return nullptr;
  cre_text *const made = new cre_text;
  pattern->translation().translate(text, n, true, &made->translated);
  return made;
}

void cre_text_free(cre_text *text) { delete text; }
}
