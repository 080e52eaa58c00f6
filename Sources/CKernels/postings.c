// Posting lists and bitmaps of record numbers.
//
// A list holds ascending numbers of `width` bytes each, lowest byte first; a bitmap has one bit for
// each record. Each token has a cursor that advances as records are added. A cursor with the
// highest bit set belongs to a bitmap.

#include <string.h>

#include "CKernels.h"

static inline void put(uint8_t *p, uint32_t number, unsigned width) {
  for (unsigned k = 0; k < width; k++) p[k] = (uint8_t)(number >> 8 * k);
}

static inline uint32_t get(const uint8_t *p, unsigned width) {
  uint32_t number = 0;
  for (unsigned k = 0; k < width; k++) number |= (uint32_t)p[k] << 8 * k;
  return number;
}

static inline void place(
    const uint32_t *ids, const uint32_t *ends, size_t records, uint32_t first, uint64_t *cursors,
    uint8_t *lists, unsigned width, uint64_t *bitmaps) {
  size_t k = 0;
  for (size_t r = 0; r < records; r++) {
    const uint32_t record = first + (uint32_t)r;
    for (; k < ends[r]; k++) {
      const uint64_t cursor = cursors[ids[k]];
      if (cursor & ck_bitmap_cursor) {
        bitmaps[(cursor ^ ck_bitmap_cursor) + (record >> 6)] |= (uint64_t)1 << (record & 63);
      } else {
        put(lists + cursor * width, record, width);
        cursors[ids[k]] = cursor + 1;
      }
    }
  }
}

void ck_place_records(
    const uint32_t *ids, const uint32_t *ends, size_t records, uint32_t first, uint64_t *cursors,
    uint8_t *lists, unsigned width, uint64_t *bitmaps) {
  switch (width) {  // so that each call has a constant width
    case 1: return place(ids, ends, records, first, cursors, lists, 1, bitmaps);
    case 2: return place(ids, ends, records, first, cursors, lists, 2, bitmaps);
    case 3: return place(ids, ends, records, first, cursors, lists, 3, bitmaps);
    default: return place(ids, ends, records, first, cursors, lists, 4, bitmaps);
  }
}

static inline void mark(const uint8_t *list, size_t count, unsigned width, uint64_t *bits) {
  for (size_t k = 0; k < count; k++) {
    const uint32_t record = get(list + k * width, width);
    bits[record >> 6] |= (uint64_t)1 << (record & 63);
  }
}

void ck_mark_records(const uint8_t *list, size_t count, unsigned width, uint64_t *bits) {
  switch (width) {
    case 1: return mark(list, count, 1, bits);
    case 2: return mark(list, count, 2, bits);
    case 3: return mark(list, count, 3, bits);
    default: return mark(list, count, 4, bits);
  }
}

void ck_read_records(const uint8_t *list, size_t count, unsigned width, uint32_t *records) {
  for (size_t k = 0; k < count; k++) records[k] = get(list + k * width, width);
}

void ck_bits_or(uint64_t *bits, const uint64_t *others, size_t n) {
  for (size_t k = 0; k < n; k++) bits[k] |= others[k];
}

void ck_bits_and(uint64_t *bits, const uint64_t *others, size_t n) {
  for (size_t k = 0; k < n; k++) bits[k] &= others[k];
}

size_t ck_bits_count(const uint64_t *bits, size_t n) {
  // Written so that the compiler vectorizes it.
  uint64_t total = 0;
  for (size_t k = 0; k < n; k++) {
    uint64_t w = bits[k];
    w -= w >> 1 & 0x5555555555555555u;
    w = (w & 0x3333333333333333u) + (w >> 2 & 0x3333333333333333u);
    w = (w + (w >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    w += w >> 8;
    w += w >> 16;
    total += (w + (w >> 32)) & 0x7F;
  }
  return (size_t)total;
}

size_t ck_bits_list(const uint64_t *bits, size_t n, uint32_t *records) {
  size_t written = 0;
  for (size_t k = 0; k < n; k++) {
    for (uint64_t word = bits[k]; word; word &= word - 1) {
      records[written++] = (uint32_t)(k << 6) + (uint32_t)__builtin_ctzll(word);
    }
  }
  return written;
}

size_t ck_bits_keep(const uint64_t *bits, uint32_t *records, size_t count) {
  size_t kept = 0;
  for (size_t k = 0; k < count; k++) {
    const uint32_t record = records[k];
    records[kept] = record;
    kept += bits[record >> 6] >> (record & 63) & 1;
  }
  return kept;
}
