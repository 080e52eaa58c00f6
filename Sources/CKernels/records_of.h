// Turns lines into records: the code that is the same for all instruction sets. The including file must define:
//     seen                            the largest byte so far, and whether there was a carriage return
//     bits_of_64 take(text, seen *)   replaces LF by 0xFF in 64 bytes
//     lanes, every(byte)              as in block_avx2.h or block_avx512.h
//     look_at(text, is_first, has_next, lanes *)
//                                     sets bits of the vector for the UTF-8 errors in 64 bytes. If
//                                     `is_first`, no sequence began before these bytes. Otherwise,
//                                     sequences may continue from the block before. `has_next`
//                                     means that the next block is checked too. If `has_next`
//                                     is 0, an incomplete sequence at the end is an error.
//
// The text is processed in stretches of 4 KB. The first pass over a stretch replaces the line ends
// and finds the non-ASCII blocks. The second pass validates the non-ASCII blocks, which are still
// in the first-level cache.

enum { stretch = 1 << 12 };  // 64 blocks, one bit each

// Writes the offset after each line end, and returns the number of line ends. Always writes at
// least two elements, which saves branches.
INLINE size_t write_starts(uint64_t ends, uint32_t base, uint32_t *starts) {
  const size_t count = (size_t)__builtin_popcountll(ends);
  starts[0] = base + first_of(ends) + 1;
  ends &= ends - 1;
  starts[1] = base + first_of(ends) + 1;
  for (size_t k = 2; k < count; k++) {
    ends &= ends - 1;
    starts[k] = base + first_of(ends) + 1;
  }
  return count;
}

CK_TARGET static ck_record_lines records_of(
    uint8_t *text, size_t n, uint32_t base, uint32_t *starts) {
  unsigned traits = 0;
  lanes wrong = every(0);
  int was_open = 0;
  size_t count = 0;
  for (size_t at = 0; at < n;) {
    const size_t begin = at, end = n - at < stretch ? n : at + stretch, before = count;
    seen here = nothing_seen();
    uint64_t wide = 0, bit = 1;
    for (; end - at >= 64; at += 64, bit <<= 1) {
      const bits_of_64 found = take(text + at, &here);
      wide |= found.wide ? bit : 0;
      count += write_starts(found.ends, base + (uint32_t)at, starts + count);
    }
    // A copy of the last two blocks; the last block is incomplete and is padded with zeros.
    uint8_t last[128] = {0};
    const size_t whole = at - begin;
    if (at < end) {
      memcpy(last + 64, text + at, end - at);
      const bits_of_64 found = take(last + 64, &here);
      wide |= found.wide ? bit : 0;
      count += write_starts(found.ends, base + (uint32_t)at, starts + count);
      memcpy(text + at, last + 64, end - at);
      if (at > 0) memcpy(last, text + at - 64, 64);
      at = end;
    }
    if (has_seen_alien(here)) traits |= ck_ill_formed;
    if (has_seen_return(here)) traits |= returns_before(text, base, starts + before, count - before);
    if (wide) traits |= ck_has_non_ascii;
    if (was_open && !(wide & 1)) traits |= ck_ill_formed;
    // If a sequence continues in the next stretch, it is checked with that stretch.
    was_open = at < n && (wide >> 63) && is_open(text + at - 64);
    const uint64_t has_next = at < n ? wide >> 1 | 1ull << 63 : wide >> 1;
    for (uint64_t left = wide; left; left &= left - 1) {
      const size_t block = first_of(left), place = begin + 64 * block;
      const uint8_t *bytes = 64 * block == whole ? last + 64 : text + place;
      look_at(bytes, place == 0, (has_next >> block & 1) != 0, &wrong);
    }
  }
  if (are_faults(wrong)) traits |= ck_ill_formed;
  return (ck_record_lines){count, traits};
}
