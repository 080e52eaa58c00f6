import Corpora

/// Helpers for tests that change the bytes of stored index files.
///
/// The page "The stored index" documents the format.
package enum IndexFileBytes {
  private static let page = 4_096

  /// The little-endian number in `count` bytes at `offset`.
  package static func number(_ bytes: [UInt8], at offset: Int, of count: Int = 8) -> Int {
    (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  /// The offset of a section, and its length in bytes.
  package static func section(_ number: Int, of bytes: [UInt8]) -> Range<Int> {
    let start = self.number(bytes, at: 48 + 16 * number)
    return start..<start + self.number(bytes, at: 56 + 16 * number)
  }

  /// Corrects every checksum that the file contains; a truncated file can lack some checksums.
  package static func seal(_ bytes: inout [UInt8]) {
    func set(_ sum: UInt32, at offset: Int) {
      for index in 0..<4 {
        bytes[offset + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index)))
      }
    }
    if bytes.count < page { return }
    // Read only seven of the eight bytes of the number, so that the result is never negative.
    let sums = number(bytes, at: 32, of: 7)
    if sums % page == 0, sums >= page, sums <= bytes.count {
      let pages = sums / page - 1
      if bytes.count - sums < 4 * pages { return }
      for index in 0..<pages {
        let start = (index + 1) * page
        set(Checksum.crc32(Array(bytes[start..<start + page]).span), at: sums + 4 * index)
      }
      set(Checksum.crc32(Array(bytes[sums...]).span), at: 40)
    }
    set(Checksum.crc32(Array(bytes[..<(page - 4)]).span), at: page - 4)
  }
}
