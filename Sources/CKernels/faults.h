// Checks UTF-8 in a vector of bytes; included and compiled for each instruction set. The including
// file must define `lanes` and `every` as in a block header, and:
//     shuffled(table, nibbles)   for each lane, the entry of the table of sixteen bytes that its nibble selects
//     high_nibbles(v)            the high nibble of each byte
//     excess(v, limits)          how much each byte exceeds its limit, or 0

// Returns a nonzero byte where the UTF-8 in `v` is ill-formed. `one`, `two` and `three` contain the bytes that precede
// each byte of `v` by one, two and three positions.
INLINE lanes faults_at(lanes v, lanes one, lanes two, lanes three) {
  const lanes near = shuffled(ck_by_high, high_nibbles(one)) & shuffled(ck_by_low, one & every(15)) &
                     shuffled(ck_by_next, high_nibbles(v));
  const lanes far = excess(two, every(0xE0 - 0x80)) | excess(three, every(0xF0 - 0x80));
  return near ^ (far & every(ck_two_followers));
}
