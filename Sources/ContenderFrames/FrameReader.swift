/// Reads the content of a frame; each method returns nil if the next bytes are missing or invalid.
package struct FrameReader {
  private var rest: ArraySlice<UInt8>

  package init(_ bytes: [UInt8]) { rest = bytes[...] }

  package var isAtEnd: Bool { rest.isEmpty }

  package mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  package mutating func byte() -> UInt8? { rest.popFirst() }

  package mutating func flag() -> Bool? { byte().map { $0 != 0 } }

  /// Reads a 32-bit number.
  package mutating func number() -> UInt32? {
    number(bytes: 4).map(UInt32.init(truncatingIfNeeded:))
  }

  /// Reads a 64-bit number.
  package mutating func largeNumber() -> UInt64? { number(bytes: 8) }

  private mutating func number(bytes count: Int) -> UInt64? {
    bytes(count).map { $0.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
  }

  package mutating func text() -> String? {
    number().flatMap { bytes(Int($0)) }.map { String(decoding: $0, as: UTF8.self) }
  }

  mutating func texts() -> [String]? {
    guard let count = number() else { return nil }
    var texts: [String] = []
    for _ in 0..<count {
      guard let text = text() else { return nil }
      texts.append(text)
    }
    return texts
  }

  mutating func numbers() -> [Int]? {
    guard let count = number(), rest.count >= Int(count) * 4 else { return nil }
    return (0..<count).compactMap { _ in number().map { Int($0) } }
  }

  /// Reads a number that is encoded in at most five groups of seven bits, the lowest group first.
  mutating func distance() -> Int? {
    var value = 0
    for shift in stride(from: 0, through: 28, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      value |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }
}
