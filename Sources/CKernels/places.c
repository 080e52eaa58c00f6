// Finds the records that contain given offsets of a text.
//
// Usually, an offset is only a few records after the previous offset, so the starts of the next
// sixteen records are compared together, without a branch per record. If offsets are further apart,
// every read of a record's start is a cache miss. Therefore, the search guesses the record from the
// mean record length, and prefetches the starts around the guess in advance.

#include "CKernels.h"

enum { window = 16, rounds = 4, ahead = 8 };

// The number of starts[0..<window] that are at or before `place`.
static inline unsigned begun(const uint32_t *starts, uint32_t place) {
  unsigned count = 0;
  for (int k = 0; k < window; k++) count += starts[k] <= place;
  return count;
}

// The last record of from..<end that starts at or before `place`; record `from` must start at or before `place`.
static size_t bisect(const uint32_t *starts, size_t from, size_t end, uint32_t place) {
  while (end - from > 1) {
    const size_t middle = from + (end - from) / 2;
    if (starts[middle] <= place) from = middle;
    else end = middle;
  }
  return from;
}

// Guesses the record of an offset, assuming that all records have the mean length.
typedef struct {
  size_t first;
  uint32_t start;
  double records_per_byte;
} guesser;

static inline size_t guess(const guesser *g, uint32_t place) {
  return g->first + (size_t)((double)(place - g->start) * g->records_per_byte);
}

// The last record of from..<end that starts at or before `place`; the search starts at the guess
// `at`, with growing steps.
static size_t around(const uint32_t *starts, size_t from, size_t end, uint32_t place, size_t at) {
  size_t step = window;
  if (at < from) at = from;
  if (at >= end) at = end - 1;
  if (starts[at] <= place) {
    while (end - at > step && starts[at + step] <= place) at += step, step *= 2;
    return bisect(starts, at, end - at > step ? at + step : end, place);
  }
  while (at - from > step && starts[at - step] > place) at -= step, step *= 2;
  return bisect(starts, at - from > step ? at - step : from, at, place);
}

size_t ck_records_of(
    const size_t *places, size_t count, const uint32_t *starts, size_t *from, size_t end,
    uint32_t *out) {
  size_t written = 0, record = *from;
  const double bytes = (double)(starts[end] - starts[record]);
  const guesser g = {record, starts[record], bytes > 0 ? (double)(end - record) / bytes : 0};
  // Prefetch only if offsets are far apart; otherwise, the record starts are read sequentially.
  const int is_sparse = (end - record) / rounds / window > count;
  for (size_t k = 0; k < count; k++) {
    const uint32_t place = (uint32_t)places[k];
    if (is_sparse && k % ahead == 0) {
      for (size_t next = k; next < k + ahead && next < count; next++) {
        const uint32_t *at = starts + guess(&g, (uint32_t)places[next]);
        __builtin_prefetch(at - 16), __builtin_prefetch(at), __builtin_prefetch(at + 16);
      }
    }
    unsigned skipped = window;
    for (int round = 0;
         !is_sparse && round < rounds && skipped == window && end - record > window; round++) {
      skipped = begun(starts + record + 1, place);
      record += skipped;
    }
    if (skipped == window) {
      record = around(starts, record, end, place, guess(&g, place));
    }
    if (!written || out[written - 1] != record) out[written++] = (uint32_t)record;
  }
  *from = record;
  return written;
}
