/// Finds offsets that are grapheme cluster boundaries regardless of the surrounding text.
///
/// Such an offset is called a certain boundary. A search for the bounds of a cluster can start at
/// the last certain boundary before the cluster, instead of at the beginning of the text.
enum CertainBoundaries {
  /// Whether a grapheme cluster is certain to begin or end at `offset`.
  static func isBoundary(_ offset: Int, in text: Span<UInt8>) -> Bool {
    if offset <= 0 || offset >= text.count { return true }
    let after = text[offset]
    let before = text[offset - 1]
    if after & 0xC0 == 0x80 { return false }
    if before < 0x80 && after < 0x80 { return before != 0x0D || after != 0x0A }
    if before < 0x20 || after < 0x20 || before >= 0xFE || after >= 0xFE { return true }
    var start = offset - 1
    while start > 0 && text[start] & 0xC0 == 0x80 { start -= 1 }
    return isPlain(UTF8Text.scalar(at: offset, in: text).scalar)
      && isPlain(UTF8Text.scalar(at: start, in: text).scalar)
  }

  /// The last certain boundary before `offset`, or 0.
  ///
  /// - Complexity: O(*n*), where *n* is the distance from `offset` to the boundary.
  static func boundary(before offset: Int, in text: Span<UInt8>) -> Int {
    var place = offset - 1
    while place > 0 && !isBoundary(place, in: text) { place -= 1 }
    return max(place, 0)
  }

  /// The first certain boundary after `offset`, or the length of `text`.
  ///
  /// - Complexity: O(*n*), where *n* is the distance from `offset` to the boundary.
  static func boundary(after offset: Int, in text: Span<UInt8>) -> Int {
    var place = offset + 1
    while place < text.count && !isBoundary(place, in: text) { place += 1 }
    return min(place, text.count)
  }

  /// Whether the scalar is plain.
  ///
  /// In every Unicode version, there is a boundary between two plain scalars.
  ///
  /// Plain scalars are ASCII characters and letters of common scripts. Plain scalars include no
  /// marks, no emoji, and no scalars that join the next scalar.
  private static func isPlain(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x20...0x7E: true
    case 0xC0...0x02FF, 0x0370...0x0482, 0x048A...0x052F: true
    case 0x05D0...0x05EA, 0x0620...0x064A: true
    case 0x1E00...0x1FFF, 0x3041...0x3096, 0x30A1...0x30FA: true
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
    default: false
    }
  }
}
