// Which of some records, far apart in a large text, hold a needle.
//
// The idea: what such a search waits for is memory, not the processor. The places of the records to come are known, so
// their bounds and their text are asked for long before their turn, and many waits overlap.

#include "CKernels.h"

enum { bounds_ahead = 48, text_ahead = 24 };

size_t ck_find_in_records(
    const uint8_t *text, const uint32_t *starts, const uint32_t *records, size_t count,
    const uint8_t *needle, size_t m, size_t i, size_t j, uint32_t *found) {
  size_t written = 0;
  for (size_t k = 0; k < count; k++) {
    if (k + bounds_ahead < count) __builtin_prefetch(starts + records[k + bounds_ahead]);
    if (k + text_ahead < count) {
      const uint8_t *next = text + starts[records[k + text_ahead]];
      __builtin_prefetch(next);
      __builtin_prefetch(next + 64);
    }
    const uint32_t start = starts[records[k]];
    const size_t n = starts[records[k] + 1] - start;
    if (ck_find(text + start, n, needle, m, i, j) < n) found[written++] = records[k];
  }
  return written;
}

void ck_fetch(const void *bytes, size_t n) {
  const char *at = bytes;
  const char *const end = at + n;
  for (; at < end; at += 64) __builtin_prefetch(at);
  // The last line, where the first byte does not begin one.
  if (n) __builtin_prefetch(end - 1);
}
