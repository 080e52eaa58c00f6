/// Parses a pattern that RE2 has accepted.
///
/// The parser gives up on syntax that RE2 may interpret differently.
struct PatternParser {
  /// The error that makes the parser give up.
  struct Unsupported: Error {}

  struct Flags {
    var ignoresCase: Bool
    var isMultiline = false
    var dotIsAll = false
  }

  /// The maximum depth of groups, the same as in RE2.
  private static let depthLimit = 1_000

  let bytes: [UInt8]
  var position = 0
  private var depth = 0
  let classes: CharacterClasses
  private var pieces: [PatternPiece] = []
  private var dependsOnClasses = false
  private var hasWordBoundary = false
  /// The named classes read so far, cached because adding all case variants to a large class takes
  /// about a millisecond.
  private var named: [(name: NamedClass, set: ScalarSet)] = []

  private struct NamedClass: Equatable {
    let text: ArraySlice<UInt8>
    let ignoresCase: Bool
  }

  /// Parses `pattern`; `nil` if the parser gives up.
  ///
  /// - Complexity: O(*n*) in the length of the pattern, not counting the expansion of classes.
  static func parse(
    _ pattern: String, ignoresCase: Bool, _ classes: CharacterClasses
  ) -> ParsedPattern? {
    var parser = PatternParser(pattern, classes)
    do {
      let node = try parser.readChoice(Flags(ignoresCase: ignoresCase))
      guard parser.position == parser.bytes.count else { return nil }
      return ParsedPattern(
        node: parser.bytes.count <= ParsedPattern.longestForTree ? node : nil,
        pieces: parser.pieces, classes: classes,
        dependsOnClasses: parser.dependsOnClasses, hasWordBoundary: parser.hasWordBoundary)
    } catch {
      return nil
    }
  }

  private init(_ pattern: String, _ classes: CharacterClasses) {
    bytes = Array(pattern.utf8)
    self.classes = classes
  }

  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  func hasText(_ text: StaticString, at offset: Int) -> Bool {
    bytes.dropFirst(offset).starts(with: text.description.utf8)
  }

  // MARK: Pieces

  /// Records the bytes from `start` to the current position as a `.syntax` piece.
  private mutating func noteSyntax(from start: Int) {
    pieces.append(.syntax(Array(bytes[start..<position])))
  }

  /// Records a set as a piece of the pattern, and returns a node for the set.
  private mutating func noted(_ set: ScalarSet) -> PatternNode {
    pieces.append(.scalars(set))
    return .scalars(set)
  }

  // MARK: Structure

  private mutating func readChoice(_ flags: Flags) throws(Unsupported) -> PatternNode {
    depth += 1
    guard depth <= Self.depthLimit else { throw Unsupported() }
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
        noteSyntax(from: position - 1)
        choices.append(joined())
        parts = []
      case UInt8(ascii: "("):
        if let group = try readGroup(&flags) { parts.append(group) }
      case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"):
        let start = position
        position += 1
        let minimum = byte == UInt8(ascii: "+") ? 1 : 0
        try Self.repeatLast(&parts, minimum, byte == UInt8(ascii: "?") ? 1 : nil)
        if next == UInt8(ascii: "?") { position += 1 }
        noteSyntax(from: start)
      case UInt8(ascii: "{"):
        let start = position
        if let (minimum, maximum) = try readCounts() {
          try Self.repeatLast(&parts, minimum, maximum)
          if next == UInt8(ascii: "?") { position += 1 }
          noteSyntax(from: start)
        } else {
          position += 1
          parts.append(noted(ScalarSet(UInt32(byte))))
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
    _ parts: inout [PatternNode], _ minimum: Int, _ maximum: Int?
  ) throws(Unsupported) {
    guard let last = parts.popLast() else { throw Unsupported() }
    parts.append(.repeated(last, minimum: minimum, maximum: maximum))
  }

  /// Reads a group; returns `nil` if the group only sets flags.
  private mutating func readGroup(_ flags: inout Flags) throws(Unsupported) -> PatternNode? {
    let start = position
    position += 1
    var inner = flags
    if hasText("?P<", at: position) {
      while let byte = next, byte != UInt8(ascii: ">") {
        guard byte != UInt8(ascii: ")") else { throw Unsupported() }
        position += 1
      }
      position += 1
      noteSyntax(from: start)
    } else if next == UInt8(ascii: "?") {
      position += 1
      if try readFlags(&inner) {
        flags = inner
        return nil
      }
    } else {
      noteSyntax(from: start)
    }
    let node = try readChoice(inner)
    guard next == UInt8(ascii: ")") else { throw Unsupported() }
    position += 1
    noteSyntax(from: position - 1)
    return node
  }

  /// Reads flags up to `:` or `)`; returns `true` if the flags end with `)`.
  ///
  /// The flags `i` and `s` change the sets that follow; all other flags are recorded as a `.syntax`
  /// piece.
  private mutating func readFlags(_ flags: inout Flags) throws(Unsupported) -> Bool {
    var isSet = true
    var others: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "i"): flags.ignoresCase = isSet
      case UInt8(ascii: "m"):
        flags.isMultiline = isSet
        others.append(byte)
      case UInt8(ascii: "s"): flags.dotIsAll = isSet
      case UInt8(ascii: "U"): others.append(byte)
      case UInt8(ascii: "-"):
        guard isSet else { throw Unsupported() }
        isSet = false
        others.append(byte)
      case UInt8(ascii: ":"), UInt8(ascii: ")"):
        if others.last == UInt8(ascii: "-") { others.removeLast() }
        let isAlone = byte == UInt8(ascii: ")")
        if !others.isEmpty || !isAlone {
          pieces.append(.syntax(Array("(?".utf8) + others + [byte]))
        }
        return isAlone
      default: throw Unsupported()
      }
    }
    throw Unsupported()
  }

  /// Reads `{n}`, `{n,}` or `{n,m}`.
  ///
  /// Returns `nil` for any other text; the brace is then a literal character.
  private mutating func readCounts() throws(Unsupported) -> (minimum: Int, maximum: Int?)? {
    let start = position
    position += 1
    let minimum = try readNumber()
    var maximum = minimum
    if next == UInt8(ascii: ",") {
      position += 1
      maximum = try readNumber()
    }
    guard let minimum, next == UInt8(ascii: "}") else {
      position = start
      return nil
    }
    position += 1
    if let maximum, maximum < minimum { throw Unsupported() }
    return (minimum, maximum)
  }

  private mutating func readNumber() throws(Unsupported) -> Int? {
    let start = position
    var value = 0
    while let byte = next, (0x30...0x39).contains(byte) {
      value = value * 10 + Int(byte - 0x30)
      position += 1
      guard position - start <= 4 else { throw Unsupported() }
    }
    // RE2 does not accept numbers with a leading zero.
    if position - start > 1, bytes[start] == 0x30 { throw Unsupported() }
    return position == start ? nil : value
  }

  // MARK: Atoms

  private mutating func readAtom(
    _ flags: Flags, into parts: inout [PatternNode]
  ) throws(Unsupported) {
    switch bytes[position] {
    case UInt8(ascii: "^"): parts.append(syntax(flags.isMultiline ? .lineStart : .textStart, 1))
    case UInt8(ascii: "$"): parts.append(syntax(flags.isMultiline ? .lineEnd : .textEnd, 1))
    case UInt8(ascii: "."):
      position += 1
      parts.append(noted(flags.dotIsAll ? .all : .notNewline))
    case UInt8(ascii: "["): parts.append(noted(try readBrackets(flags)))
    case UInt8(ascii: "\\"): try readEscape(flags, into: &parts)
    default: parts.append(noted(try readLiteral(flags)))
    }
  }

  /// Records the next `count` bytes as a `.syntax` piece, and returns `node`.
  private mutating func syntax(_ node: PatternNode, _ count: Int) -> PatternNode {
    position += count
    noteSyntax(from: position - count)
    return node
  }

  /// Reads a scalar that is matched literally.
  private mutating func readLiteral(_ flags: Flags) throws(Unsupported) -> ScalarSet {
    let scalar = try readScalar()
    return flags.ignoresCase ? .cases(of: scalar) : ScalarSet(scalar)
  }

  mutating func readScalar() throws(Unsupported) -> UInt32 {
    var end = position + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let text = String(decoding: bytes[position..<end], as: UTF8.self)
    guard let scalar = text.unicodeScalars.first else { throw Unsupported() }
    position = end
    return scalar.value
  }

  private mutating func readEscape(
    _ flags: Flags, into parts: inout [PatternNode]
  ) throws(Unsupported) {
    guard position + 1 < bytes.count else { throw Unsupported() }
    let letter = bytes[position + 1]
    switch letter {
    case UInt8(ascii: "Q"):
      position += 2
      while position < bytes.count, !hasText("\\E", at: position) {
        parts.append(noted(try readLiteral(flags)))
      }
      position = min(position + 2, bytes.count)
    case UInt8(ascii: "A"): parts.append(syntax(.textStart, 2))
    case UInt8(ascii: "z"): parts.append(syntax(.textEnd, 2))
    case UInt8(ascii: "b"), UInt8(ascii: "B"):
      hasWordBoundary = true
      dependsOnClasses = true
      parts.append(syntax(.wordBoundary(isNegated: letter == UInt8(ascii: "B")), 2))
    default:
      if let set = try readClassEscape(flags) {
        parts.append(noted(set))
      } else {
        let scalar = try readEscapedScalar()
        parts.append(noted(flags.ignoresCase ? .cases(of: scalar) : ScalarSet(scalar)))
      }
    }
  }

  /// Reads an escape for a class, such as `\d` or `\p{Greek}`; returns `nil` for any other escape.
  mutating func readClassEscape(_ flags: Flags) throws(Unsupported) -> ScalarSet? {
    let start = position
    let letter = bytes[start + 1]
    guard let end = try endOfClassEscape() else { return nil }
    position = end
    if letter | 0x20 != UInt8(ascii: "p") { dependsOnClasses = true }
    let key = NamedClass(text: bytes[start..<end], ignoresCase: flags.ignoresCase)
    for known in named where known.name == key { return known.set }
    var name = bytes[start + 2..<end]
    if name.first == UInt8(ascii: "{") { name = name.dropFirst().dropLast() }
    var isNegated = letter & 0x20 == 0
    if name.first == UInt8(ascii: "^") {
      isNegated.toggle()
      name.removeFirst()
    }
    guard
      let set = PatternClasses.escape(letter | 0x20, classes)
        ?? PatternClasses.property(String(decoding: name, as: UTF8.self))
    else { throw Unsupported() }
    let cased = Self.cased(set, flags, isNegated: isNegated)
    named.append((key, cased))
    return cased
  }

  /// The members of a named class.
  ///
  /// If case is ignored, the members in the other case are added before the class is inverted.
  static func cased(_ set: ScalarSet, _ flags: Flags, isNegated: Bool) -> ScalarSet {
    let set = flags.ignoresCase ? set.addingOtherCases : set
    return isNegated ? set.inverted : set
  }

  /// The end of an escape for a class at `position`; nil if the escape is not for a class.
  private func endOfClassEscape() throws(Unsupported) -> Int? {
    switch bytes[position + 1] | 0x20 {
    case UInt8(ascii: "d"), UInt8(ascii: "s"), UInt8(ascii: "w"): return position + 2
    case UInt8(ascii: "p") where position + 2 < bytes.count:
      guard bytes[position + 2] == UInt8(ascii: "{") else { return position + 3 }
      guard let brace = bytes[position...].firstIndex(of: UInt8(ascii: "}")) else {
        throw Unsupported()
      }
      return brace + 1
    default: return nil
    }
  }

  /// Reads an escape for a single scalar.
  mutating func readEscapedScalar() throws(Unsupported) -> UInt32 {
    guard position + 1 < bytes.count else { throw Unsupported() }
    let letter = bytes[position + 1]
    switch letter {
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      let end = min(position + 4, bytes.count)
      let octal = bytes[position + 1..<end].prefix { (0x30...0x37).contains($0) }
      position += 1 + octal.count
      return octal.reduce(0) { $0 * 8 + UInt32($1 - 0x30) }
    case UInt8(ascii: "x"): return try readHexadecimal()
    case 0x01...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7F:
      position += 1
      return try readScalar()
    default:
      guard let scalar = Self.controls[letter] else { throw Unsupported() }
      position += 2
      return scalar
    }
  }

  private static let controls: [UInt8: UInt32] = [
    UInt8(ascii: "a"): 7, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13,
    UInt8(ascii: "t"): 9, UInt8(ascii: "v"): 11,
  ]

  /// Reads `\x{...}` or `\x` with two digits.
  private mutating func readHexadecimal() throws(Unsupported) -> UInt32 {
    var start = position + 2
    var end = start + 2
    position = end
    if start < bytes.count, bytes[start] == UInt8(ascii: "{") {
      start += 1
      guard let close = bytes[start...].firstIndex(of: UInt8(ascii: "}")) else {
        throw Unsupported()
      }
      end = close
      position = end + 1
    }
    guard end <= bytes.count else { throw Unsupported() }
    let digits = String(decoding: bytes[start..<end], as: UTF8.self)
    guard let scalar = UInt32(digits, radix: 16), scalar <= ScalarSet.last else {
      throw Unsupported()
    }
    return scalar
  }
}
