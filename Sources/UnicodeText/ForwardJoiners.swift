/// Finds forward joiners: scalars that form one grapheme cluster with the next character.
///
/// The next character may be a space or a period, but not a control character.
///
/// Forward joiners have the grapheme cluster break property Prepend. Examples of forward joiners
/// are signs that precede numbers, and letters of a few scripts. Most texts contain no forward
/// joiners.
package enum ForwardJoiners {
  /// Whether the text may contain a forward joiner; `false` if it certainly contains no forward
  /// joiner.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of `text`.
  package static func mayOccur(in text: Span<UInt8>) -> Bool {
    if UTF8Text.isASCII(text) { return false }
    var found = false
    prints.scan(text) { place, _ in
      found = isLikely(UTF8Text.scalar(at: place, in: text).scalar)
      return !found
    }
    return found
  }

  /// Whether a scalar may be a forward joiner.
  ///
  /// The result is true for whole blocks of the supplementary planes, because later Unicode
  /// versions may add forward joiners to these blocks.
  private static func isLikely(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x089F, 0x08E2, 0x0D4E: true
    case 0x11000...0x11FFF: true
    default: false
    }
  }

  /// The first two bytes of the UTF-8 encodings of forward joiners.
  private static let prints: Fingerprints = {
    var prints = Fingerprints(width: 2)
    for byte in UInt8(0x80)...0x85 {
      prints.add(0xD8, at: 0, to: 0)
      prints.add(byte, at: 1, to: 0)
    }
    let pairs: [(UInt8, UInt8)] = [
      (0xDB, 0x9D), (0xDC, 0x8F), (0xE0, 0xA2), (0xE0, 0xA3), (0xE0, 0xB5), (0xF0, 0x91),
    ]
    for (bucket, pair) in pairs.enumerated() {
      prints.add(pair.0, at: 0, to: bucket + 1)
      prints.add(pair.1, at: 1, to: bucket + 1)
    }
    return prints
  }()
}
