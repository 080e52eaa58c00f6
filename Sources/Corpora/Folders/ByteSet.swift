/// A set of bytes.
struct ByteSet: Hashable, Sendable {
  /// Bit `b % 64` of word `b / 64` is set if byte `b` is in the set.
  private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  static let all = ByteSet(0...255)

  /// All bytes except the slash.
  static let inName = ByteSet([0...46, 48...255])

  init(_ range: ClosedRange<UInt8>) { self.init([range]) }

  init(_ ranges: [ClosedRange<UInt8>], isNegated: Bool = false) {
    for range in ranges {
      for byte in range { insert(byte) }
    }
    if isNegated { words = (~words.0, ~words.1, ~words.2, ~words.3) }
  }

  private mutating func insert(_ byte: UInt8) {
    let bit: UInt64 = 1 << UInt64(byte & 63)
    switch byte >> 6 {
    case 0: words.0 |= bit
    case 1: words.1 |= bit
    case 2: words.2 |= bit
    default: words.3 |= bit
    }
  }

  func contains(_ byte: UInt8) -> Bool {
    let word =
      switch byte >> 6 {
      case 0: words.0
      case 1: words.1
      case 2: words.2
      default: words.3
      }
    return word >> UInt64(byte & 63) & 1 == 1
  }

  static func == (a: ByteSet, b: ByteSet) -> Bool { a.words == b.words }

  func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
    hasher.combine(words.2)
    hasher.combine(words.3)
  }
}
