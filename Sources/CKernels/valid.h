// Validates UTF-8; compiled for each instruction set, after faults.h. The including file must define:
//     is_ascii(text)                   whether 64 bytes are ASCII
//     faults_in_block(text, is_first)  a nonzero byte where the UTF-8 in 64 bytes is ill-formed. If `is_first`, no
//                                      sequence began before these bytes.
//     are_faults(lanes)                whether some byte is not zero

// Implements `valid_blocks` of the kernels.
CK_TARGET static size_t valid_blocks(const uint8_t *bytes, size_t n) {
  size_t at = 0;
  for (; n - at >= 64; at += 64) {
    read_ahead(bytes + at, 64);
    // A block of ASCII bytes is well-formed if the preceding byte is ASCII, so that no sequence
    // continues in the block.
    if (is_ascii(bytes + at) && (at == 0 || bytes[at - 1] < 0x80)) continue;
    if (are_faults(faults_in_block(bytes + at, at == 0))) break;
  }
  return at;
}
