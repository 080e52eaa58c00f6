// Searches selected records, which are far apart in a large text, for a needle. Compiled for each
// instruction set, after search.h.
//
// When records are far apart, memory latency limits the search. The next records are known in
// advance, so their bounds and their text are prefetched, and many cache misses overlap. Records
// are short, so whole blocks are compared, even past the end of a record; matches that begin after
// the record are ignored.

enum { bounds_ahead = 24, text_ahead = 12, longest_record = 1024 };

INLINE int holds(
    pattern *p, const probes *probes, const uint8_t *record, size_t places, const int count,
    const int is_whole, const int caseless) {
  for (size_t at = 0; at < places; at += 64) {
    uint64_t found = places_of(agreeing(probes, record + at, count, caseless));
    if (places - at < 64) found &= ~0ull >> (64 - (places - at));
    if (found && (is_whole || verified(p, found, record + at, caseless))) return 1;
  }
  return 0;
}

INLINE size_t find_records_by(
    pattern *p, const uint8_t *text, size_t size, const uint32_t *starts, const uint32_t *records,
    size_t n, uint32_t *out, const int count, const int is_whole, const int caseless) {
  probes probes;
  set_probes(&probes, p, count);
  size_t written = 0;
  for (size_t k = 0; k < n; k++) {
    if (k + bounds_ahead < n) __builtin_prefetch(starts + records[k + bounds_ahead]);
    if (k + text_ahead < n) {
      const uint8_t *next = text + starts[records[k + text_ahead]];
      __builtin_prefetch(next);
      __builtin_prefetch(next + 64);
    }
    const size_t start = starts[records[k]], length = starts[records[k] + 1] - start;
    if (length < p->m) continue;
    p->compared = 0;
    const int is_near = length <= longest_record && size - start >= length + 64;
    const int is_held =
        is_near ? holds(p, &probes, text + start, length - p->m + 1, count, is_whole, caseless)
                : find(p, text + start, length) < length;
    out[written] = records[k];
    written += (size_t)is_held;
  }
  return written;
}

CK_TARGET static size_t find_records(
    pattern *p, const uint8_t *text, size_t size, const uint32_t *starts, const uint32_t *records,
    size_t n, uint32_t *out) {
  BY_LENGTH(find_records_by, p, text, size, starts, records, n, out)
}
