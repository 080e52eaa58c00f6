internal import UnicodeText

/// A set of bytes.
struct ByteSet: Hashable {
  /// One bit for each byte value; the lowest bit of the first word is for the byte 0.
  private(set) var words = SIMD4<UInt64>(repeating: 0)

  init() {}

  init(_ bytes: ClosedRange<UInt8>) {
    for byte in bytes { insert(byte) }
  }

  init(_ byte: UInt8) { insert(byte) }

  mutating func insert(_ byte: UInt8) { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

  mutating func remove(_ byte: UInt8) { words[Int(byte >> 6)] &= ~(1 << UInt64(byte & 63)) }

  func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }

  func union(_ other: ByteSet) -> ByteSet {
    var result = self
    result.words |= other.words
    return result
  }

  func intersection(_ other: ByteSet) -> ByteSet {
    var result = self
    result.words &= other.words
    return result
  }

  var complement: ByteSet {
    var result = self
    result.words = ~words
    return result
  }

  /// The bytes that are word characters in RE2.
  static let word = ByteSet(0x30...0x39).union(ByteSet(0x41...0x5A)).union(ByteSet(0x61...0x7A))
    .union(ByteSet(UInt8(ascii: "_")))

  var isEmpty: Bool { words == SIMD4(repeating: 0) }

  var count: Int { (0..<4).reduce(0) { $0 + words[$1].nonzeroBitCount } }

  /// The smallest member.
  private var first: UInt8? {
    for index in 0..<4 where words[index] != 0 {
      return UInt8(index << 6 + words[index].trailingZeroBitCount)
    }
    return nil
  }

  /// Calls `body` with each member, in ascending order.
  @inline(__always)
  func forEachMember(_ body: (UInt8) -> Void) {
    for index in 0..<4 {
      var rest = words[index]
      while rest != 0 {
        body(UInt8(index << 6 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
  }

  /// Whether the set consists of the two cases of one ASCII letter, or of one byte that is not an
  /// ASCII letter.
  var isCaseless: Bool {
    guard let first else { return false }
    return (0x41...0x5A).contains(first & ~0x20)
      ? count == 2 && contains(first ^ 0x20) : count == 1
  }

  /// The members as ascending ranges that are not adjacent.
  var ranges: [ClosedRange<UInt8>] {
    var result: [ClosedRange<UInt8>] = []
    for byte in UInt8.min...UInt8.max where contains(byte) {
      if let last = result.last, last.upperBound == byte &- 1, byte > 0 {
        result[result.count - 1] = last.lowerBound...byte
      } else {
        result.append(byte...byte)
      }
    }
    return result
  }

  /// The number of bytes of a text that are members of the set.
  func count(in histogram: ByteHistogram) -> UInt64 {
    var sum: UInt64 = 0
    forEachMember { sum += histogram.counts[Int($0)] }
    return sum
  }

  /// A hash of the members.
  var hash: UInt64 {
    let low = words[0] &+ words[1] &* 0xBF58_476D_1CE4_E5B9
    let high = words[2] &* 0x94D0_49BB_1331_11EB &+ words[3] &* 0xD6E8_FEB8_6659_FD93
    return low &+ high
  }
}

extension ByteSet: CustomStringConvertible {
  /// The only byte of the set, or the ranges of several bytes in brackets.
  ///
  /// Non-printable bytes are written as `\xHH`.
  var description: String {
    if count == 1, let byte = first { return Self.name(byte) }
    let parts = ranges.map { range in
      switch range.count {
      case 1: Self.name(range.lowerBound)
      case 2: Self.name(range.lowerBound) + Self.name(range.upperBound)
      default: "\(Self.name(range.lowerBound))-\(Self.name(range.upperBound))"
      }
    }
    return "[\(parts.joined())]"
  }

  private static func name(_ byte: UInt8) -> String {
    if (0x20..<0x7F).contains(byte) { return String(Unicode.Scalar(byte)) }
    return "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}
