internal import UnicodeText

extension PatternParser {
  /// Reads a class in brackets.
  mutating func readBrackets(_ flags: Flags) throws(Unsupported) -> ScalarSet {
    position += 1
    var isNegated = false
    if next == UInt8(ascii: "^") {
      isNegated = true
      position += 1
    }
    var ranges: [ScalarRange] = []
    // If case is ignored, scalars that differ only in case are added to these ranges.
    var cased: [ScalarRange] = []
    var isFirst = true
    while let byte = next, byte != UInt8(ascii: "]") || isFirst {
      isFirst = false
      if byte == UInt8(ascii: "\\"), position + 1 < bytes.count,
        let set = try readClassEscape(flags)
      {
        ranges += set.ranges
      } else if let set = try readPosix(flags) {
        ranges += set.ranges
      } else {
        cased.append(try readRange())
      }
    }
    guard next == UInt8(ascii: "]") else { throw Unsupported() }
    position += 1
    let own = ScalarSet(cased)
    let set = ScalarSet(ranges + (flags.ignoresCase ? own.addingOtherCases : own).ranges)
    return isNegated ? set.inverted : set
  }

  /// Reads `[:name:]`; returns `nil` for any other text.
  private mutating func readPosix(_ flags: Flags) throws(Unsupported) -> ScalarSet? {
    guard hasText("[:", at: position) else { return nil }
    var end = position + 2
    while end < bytes.count, !hasText(":]", at: end) { end += 1 }
    guard end < bytes.count else { return nil }
    var name = bytes[position + 2..<end]
    let isNegated = name.first == UInt8(ascii: "^")
    if isNegated { name.removeFirst() }
    guard let set = PatternClasses.posix(String(decoding: name, as: UTF8.self)) else {
      throw Unsupported()
    }
    position = end + 2
    return Self.cased(set, flags, isNegated: isNegated)
  }

  /// Reads a scalar, or a range of scalars such as `a-z`.
  private mutating func readRange() throws(Unsupported) -> ScalarRange {
    let first = try readMember()
    guard next == UInt8(ascii: "-"), position + 1 < bytes.count,
      bytes[position + 1] != UInt8(ascii: "]")
    else { return ScalarRange(first, first) }
    position += 1
    let last = try readMember()
    guard first <= last else { throw Unsupported() }
    return ScalarRange(first, last)
  }

  private mutating func readMember() throws(Unsupported) -> UInt32 {
    next == UInt8(ascii: "\\") ? try readEscapedScalar() : try readScalar()
  }
}
