/// Parses a pattern that RE2 has accepted.
///
/// It understands escapes, groups, flags and repetitions, and asks RE2 for the members of classes. It gives up on
/// anything that it does not understand for certain.
struct PatternParser {
  /// The error that makes the parser give up.
  private struct Odd: Error {}

  private struct Flags {
    var ignoresCase: Bool
    var isMultiline = false
    var dotIsAll = false
  }

  /// The longest pattern to parse, in bytes.
  private static let limit = 1 << 18
  private static let depthLimit = 200

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  private var classes: PatternClasses

  /// The syntax tree of `pattern`; `nil` if the parser gives up.
  static func parse(_ pattern: String, ignoresCase: Bool) -> PatternNode? {
    var parser = PatternParser(pattern)
    guard parser.bytes.count <= limit else { return nil }
    do {
      let node = try parser.readChoice(Flags(ignoresCase: ignoresCase))
      return parser.position == parser.bytes.count ? node : nil
    } catch {
      return nil
    }
  }

  private init(_ pattern: String) {
    bytes = Array(pattern.utf8)
    classes = PatternClasses()
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func stands(_ text: StaticString, at offset: Int) -> Bool {
    bytes.dropFirst(offset).starts(with: text.description.utf8)
  }

  // MARK: Structure

  private mutating func readChoice(_ flags: Flags) throws(Odd) -> PatternNode {
    depth += 1
    guard depth <= Self.depthLimit else { throw Odd() }
    var flags = flags
    var choices: [PatternNode] = []
    var parts: [PatternNode] = []
    func joined() -> PatternNode {
      parts.isEmpty ? .empty : parts.count == 1 ? parts[0] : .sequence(parts)
    }
    while let byte = next, byte != UInt8(ascii: ")") {
      switch byte {
      case UInt8(ascii: "|"):
        position += 1
        choices.append(joined())
        parts = []
      case UInt8(ascii: "("):
        if let group = try readGroup(&flags) { parts.append(group) }
      case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
        position += 1
        let least = byte == UInt8(ascii: "+") ? 1 : 0
        try Self.repeatLast(&parts, least, byte == UInt8(ascii: "?") ? 1 : nil)
        if next == UInt8(ascii: "?") { position += 1 }
      case UInt8(ascii: "{"):
        if let (least, most) = try readCounts() {
          try Self.repeatLast(&parts, least, most)
          if next == UInt8(ascii: "?") { position += 1 }
        } else {
          position += 1
          parts.append(.scalars(ScalarSet(UInt32(byte))))
        }
      default: try readAtom(flags, into: &parts)
      }
    }
    depth -= 1
    if choices.isEmpty { return joined() }
    choices.append(joined())
    return .choice(choices)
  }

  private static func repeatLast(
    _ parts: inout [PatternNode], _ least: Int, _ most: Int?
  ) throws(Odd) {
    guard let last = parts.popLast() else { throw Odd() }
    parts.append(.repeated(last, least: least, most: most))
  }

  /// Reads a group; `nil` if it only sets flags.
  private mutating func readGroup(_ flags: inout Flags) throws(Odd) -> PatternNode? {
    position += 1
    var inner = flags
    if stands("?P<", at: position) {
      while let byte = next, byte != UInt8(ascii: ">") {
        guard byte != UInt8(ascii: ")") else { throw Odd() }
        position += 1
      }
      position += 1
    } else if next == UInt8(ascii: "?") {
      position += 1
      if try readFlags(&inner) {
        flags = inner
        return nil
      }
    }
    let node = try readChoice(inner)
    guard next == UInt8(ascii: ")") else { throw Odd() }
    position += 1
    return node
  }

  /// Reads flags up to `:` or `)`; returns `true` for `)`.
  private mutating func readFlags(_ flags: inout Flags) throws(Odd) -> Bool {
    var isSet = true
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "i"): flags.ignoresCase = isSet
      case UInt8(ascii: "m"): flags.isMultiline = isSet
      case UInt8(ascii: "s"): flags.dotIsAll = isSet
      case UInt8(ascii: "U"): break
      case UInt8(ascii: "-"):
        guard isSet else { throw Odd() }
        isSet = false
      case UInt8(ascii: ":"): return false
      case UInt8(ascii: ")"): return true
      default: throw Odd()
      }
    }
    throw Odd()
  }

  /// Reads `{n}`, `{n,}` or `{n,m}`; returns `nil` for any other text, in which the brace is a literal.
  private mutating func readCounts() throws(Odd) -> (least: Int, most: Int?)? {
    let start = position
    position += 1
    let least = try readNumber()
    var most = least
    if next == UInt8(ascii: ",") {
      position += 1
      most = try readNumber()
    }
    guard let least, next == UInt8(ascii: "}") else {
      position = start
      return nil
    }
    position += 1
    if let most, most < least { throw Odd() }
    return (least, most)
  }

  private mutating func readNumber() throws(Odd) -> Int? {
    let start = position
    var value = 0
    while let byte = next, (0x30...0x39).contains(byte) {
      value = value * 10 + Int(byte - 0x30)
      position += 1
      guard position - start <= 4 else { throw Odd() }
    }
    // RE2 does not accept numbers with a leading zero.
    if position - start > 1, bytes[start] == 0x30 { throw Odd() }
    return position == start ? nil : value
  }

  // MARK: Atoms

  private mutating func readAtom(
    _ flags: Flags, into parts: inout [PatternNode]
  ) throws(Odd) {
    switch bytes[position] {
    case UInt8(ascii: "^"):
      position += 1
      parts.append(flags.isMultiline ? .lineStart : .textStart)
    case UInt8(ascii: "$"):
      position += 1
      parts.append(flags.isMultiline ? .lineEnd : .textEnd)
    case UInt8(ascii: "."):
      position += 1
      parts.append(.scalars(flags.dotIsAll ? .all : .notNewline))
    case UInt8(ascii: "["):
      parts.append(try readClass(upTo: endOfClass(), flags))
    case UInt8(ascii: "\\"):
      try readEscape(flags, into: &parts)
    default:
      parts.append(try readLiteral(flags))
    }
  }

  private mutating func readClass(upTo end: Int, _ flags: Flags) throws(Odd) -> PatternNode {
    let text = bytes[position..<end]
    position = end
    guard let set = classes.members(of: text, ignoringCase: flags.ignoresCase) else { throw Odd() }
    return .scalars(set)
  }

  /// Reads a scalar that stands for itself.
  private mutating func readLiteral(_ flags: Flags) throws(Odd) -> PatternNode {
    var end = position + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let text = bytes[position..<end]
    guard let scalar = String(decoding: text, as: UTF8.self).unicodeScalars.first else {
      throw Odd()
    }
    position = end
    return try node(of: scalar.value, flags)
  }

  private mutating func node(of scalar: UInt32, _ flags: Flags) throws(Odd) -> PatternNode {
    guard let set = classes.cases(of: scalar, ignoringCase: flags.ignoresCase) else { throw Odd() }
    return .scalars(set)
  }

  private mutating func readEscape(
    _ flags: Flags, into parts: inout [PatternNode]
  ) throws(Odd) {
    guard position + 1 < bytes.count else { throw Odd() }
    let letter = bytes[position + 1]
    switch letter {
    case UInt8(ascii: "Q"):
      position += 2
      while position < bytes.count, !stands("\\E", at: position) {
        parts.append(try readLiteral(flags))
      }
      position = min(position + 2, bytes.count)
    case UInt8(ascii: "A"):
      position += 2
      parts.append(.textStart)
    case UInt8(ascii: "z"):
      position += 2
      parts.append(.textEnd)
    case UInt8(ascii: "b"), UInt8(ascii: "B"):
      position += 2
      parts.append(.wordBoundary(isNegated: letter == UInt8(ascii: "B")))
    case UInt8(ascii: "d"), UInt8(ascii: "D"), UInt8(ascii: "s"), UInt8(ascii: "S"),
      UInt8(ascii: "w"), UInt8(ascii: "W"):
      parts.append(try readClass(upTo: position + 2, flags))
    case UInt8(ascii: "p"), UInt8(ascii: "P"), UInt8(ascii: "x"):
      parts.append(try readClass(upTo: endOfEscape(at: position), flags))
    case UInt8(ascii: "a"): try readControl(7, flags, into: &parts)
    case UInt8(ascii: "f"): try readControl(12, flags, into: &parts)
    case UInt8(ascii: "n"): try readControl(10, flags, into: &parts)
    case UInt8(ascii: "r"): try readControl(13, flags, into: &parts)
    case UInt8(ascii: "t"): try readControl(9, flags, into: &parts)
    case UInt8(ascii: "v"): try readControl(11, flags, into: &parts)
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E:
      position += 1
      parts.append(try readLiteral(flags))
    default: throw Odd()
    }
  }

  private mutating func readControl(
    _ scalar: UInt32, _ flags: Flags, into parts: inout [PatternNode]
  ) throws(Odd) {
    position += 2
    parts.append(try node(of: scalar, flags))
  }

  // MARK: Ends of elements

  /// The end of an escape for a Unicode class, or for a character by its number.
  private func endOfEscape(at start: Int) throws(Odd) -> Int {
    guard start + 2 < bytes.count else { throw Odd() }
    if bytes[start + 2] == UInt8(ascii: "{") {
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "}")) else { throw Odd() }
      return end + 1
    }
    let end = start + (bytes[start + 1] == UInt8(ascii: "x") ? 4 : 3)
    guard end <= bytes.count, bytes[start..<end].allSatisfy({ $0 < 0x80 }) else { throw Odd() }
    return end
  }

  private func endOfClass() throws(Odd) -> Int {
    var at = position + 1
    if at < bytes.count, bytes[at] == UInt8(ascii: "^") { at += 1 }
    var isFirst = true
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "]"), !isFirst { return at + 1 }
      isFirst = false
      if byte == UInt8(ascii: "\\") {
        guard at + 1 < bytes.count else { throw Odd() }
        switch bytes[at + 1] {
        case UInt8(ascii: "p"), UInt8(ascii: "P"), UInt8(ascii: "x"): at = try endOfEscape(at: at)
        default: at += 2
        }
      } else if stands("[:", at: at), let end = endOfName(at: at) {
        at = end
      } else {
        at += 1
      }
    }
    throw Odd()
  }

  /// The end of `[:name:]`.
  private func endOfName(at start: Int) -> Int? {
    var at = start + 2
    while at < bytes.count, !stands(":]", at: at) { at += 1 }
    return at < bytes.count ? at + 2 : nil
  }
}
