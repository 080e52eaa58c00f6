// Converts text between libedit's wide strings (one wchar_t per Unicode scalar) and UTF-8. The C
// library's conversion functions are not used, because they drop some characters.
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static bool reserve(wide_text *text, size_t count) {
  if (count <= text->capacity && text->text != NULL) return true;
  size_t capacity = text->capacity * 2 > count ? text->capacity * 2 : count + 16;
  wchar_t *grown = realloc(text->text, capacity * sizeof *grown);
  if (grown == NULL) return false;
  text->text = grown;
  text->capacity = capacity;
  return true;
}

bool wide_set(wide_text *text, const wchar_t *from, size_t count) {
  if (!reserve(text, count + 1)) return false;
  wmemmove(text->text, from, count);
  text->text[count] = 0;
  text->count = count;
  return true;
}

bool wide_append(wide_text *text, wchar_t character) {
  if (!reserve(text, text->count + 2)) return false;
  text->text[text->count++] = character;
  text->text[text->count] = 0;
  return true;
}

size_t wide_decode_one(const unsigned char *bytes, size_t count, wchar_t *character) {
  if (count == 0) return 0;
  unsigned char lead = bytes[0];
  *character = 0xFFFD;
  if (lead < 0x80) {
    *character = lead;
    return 1;
  }
  size_t length = lead >= 0xC2 && lead <= 0xDF   ? 2
                  : (lead & 0xF0) == 0xE0        ? 3
                  : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                 : 0;
  if (length == 0) return 1;
  // The range of the second byte excludes overlong forms, surrogates and values above U+10FFFF.
  unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  wchar_t value = lead & (0xFF >> (length + 1));
  for (size_t i = 1; i < length; i++) {
    if (i == count) return 0;
    if (bytes[i] < low || bytes[i] > high) return i;
    value = value << 6 | (bytes[i] & 0x3F);
    low = 0x80;
    high = 0xBF;
  }
  *character = value;
  return length;
}

bool wide_decode(wide_text *text, const char *bytes, size_t length) {
  text->count = 0;
  if (!reserve(text, length + 1)) return false;
  const unsigned char *at = (const unsigned char *)bytes;
  while (length > 0) {
    wchar_t character;
    size_t used = wide_decode_one(at, length, &character);
    if (used == 0) used = length;
    text->text[text->count++] = character;
    at += used;
    length -= used;
  }
  text->text[text->count] = 0;
  return true;
}

size_t wide_encode(wchar_t character, char bytes[4]) {
  unsigned int value = (unsigned int)character;
  if (value < 0x80) {
    bytes[0] = (char)value;
    return 1;
  }
  size_t length = value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
  for (size_t i = length - 1; i > 0; i--) {
    bytes[i] = (char)(0x80 | (value & 0x3F));
    value >>= 6;
  }
  static const unsigned char leads[] = {0, 0, 0xC0, 0xE0, 0xF0};
  bytes[0] = (char)(leads[length] | value);
  return length;
}

char *wide_encode_all(const wchar_t *text, size_t count, size_t *length) {
  *length = wide_encoded_length(text, count);
  char *bytes = malloc(*length + 4), *next = bytes;
  if (bytes == NULL) return NULL;
  for (size_t i = 0; i < count; i++) next += wide_encode(text[i], next);
  return bytes;
}

size_t wide_index(const wchar_t *text, size_t count, size_t offset) {
  size_t index = 0, bytes = 0;
  char encoded[4];
  while (bytes < offset && index < count) bytes += wide_encode(text[index++], encoded);
  return index;
}

size_t wide_encoded_length(const wchar_t *text, size_t count) {
  size_t length = 0;
  char bytes[4];
  for (size_t i = 0; i < count; i++) length += wide_encode(text[i], bytes);
  return length;
}
