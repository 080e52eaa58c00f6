/// A token of a glob.
enum GlobToken: Hashable, Sendable {
  case byte(UInt8)
  /// One byte of a set, such as `[a-z]`, or `?` for any byte except a slash.
  case set(ByteSet)
  /// `*`: any number of bytes, except slashes.
  case anyRun
  /// `**/` at the start of a glob: no bytes, or any bytes followed by a slash.
  case anyFolders
  /// `/**` at the end of a glob: a slash, followed by any bytes.
  case anyRest
  /// `/**/`: one slash, or two slashes with any bytes between them.
  case anyFoldersBetween
  /// `{a,b}`: any of several globs.
  case alternatives([[GlobToken]])

  static let anyByte = GlobToken.set(.inName)
}

/// Parses a glob in the syntax of ripgrep's ignore files.
///
/// A glob is matched byte by byte. `?` matches one byte. If a set contains a multi-byte character,
/// the set matches each byte of that character.
struct GlobParser {
  /// The maximum nesting depth of braces.
  static let nestingLimit = 32

  private let text: [Unicode.Scalar]
  private let allowsUnclosedSet: Bool
  private var next = 0

  /// For each open brace, the complete alternatives and the tokens of the current alternative.
  ///
  /// The first element contains the tokens outside of all braces.
  private var levels: [(alternatives: [[GlobToken]], tokens: [GlobToken])] = [([], [])]
  private var hasUnclosedSet = false

  /// The tokens of `text`; nil if `text` is malformed.
  static func tokens(_ text: [Unicode.Scalar], allowsUnclosedSet: Bool) -> [GlobToken]? {
    var parser = GlobParser(text, allowsUnclosedSet)
    return parser.parse() ? parser.levels[0].tokens : nil
  }

  private init(_ text: [Unicode.Scalar], _ allowsUnclosedSet: Bool) {
    self.text = text
    self.allowsUnclosedSet = allowsUnclosedSet
  }

  private var top: Int { levels.count - 1 }
  private var following: Unicode.Scalar? { next < text.count ? text[next] : nil }

  private mutating func append(_ token: GlobToken) { levels[top].tokens.append(token) }

  private mutating func append(literally scalar: Unicode.Scalar) {
    for byte in UTF8.encode(scalar) ?? UTF8.EncodedScalar() { append(.byte(byte)) }
  }

  private mutating func parse() -> Bool {
    while next < text.count {
      let scalar = text[next]
      next += 1
      switch scalar {
      case "?": append(.anyByte)
      case "*": readStars()
      case "[":
        if hasUnclosedSet {
          append(literally: scalar)
        } else if !readSet() {
          return false
        }
      case "{":
        if levels.count > Self.nestingLimit { return false }
        levels.append(([], []))
      case "}":
        if levels.count == 1 { return false }
        closeBrace()
      case ",":
        if levels.count == 1 {
          append(literally: scalar)
        } else {
          levels[top].alternatives.append(levels[top].tokens)
          levels[top].tokens = []
        }
      case "\\":
        guard let literal = following else { return false }
        next += 1
        append(literally: literal)
      default: append(literally: scalar)
      }
    }
    return levels.count == 1
  }

  private mutating func closeBrace() {
    guard let closed = levels.popLast() else { return }
    append(.alternatives(closed.alternatives + [closed.tokens]))
  }

  /// Reads one or two stars; the first star has already been consumed.
  private mutating func readStars() {
    if following != "*" { return append(.anyRun) }
    let before = next >= 2 ? text[next - 2] : nil
    next += 1
    if levels[top].tokens.isEmpty {
      if let following, following != "/" { return append(.anyRun) }
      next += 1
      return append(.anyFolders)
    }
    let isInBraces = levels.count > 1
    let isEnd = following == nil || isInBraces && (following == "," || following == "}")
    if before != "/" || !isEnd && following != "/" { return append(.anyRun) }
    if !isEnd { next += 1 }
    // The token includes the slash before the stars, unless a previous pair of stars already
    // includes that slash.
    let last = levels[top].tokens.removeLast()
    switch last {
    case .anyFolders, .anyRest: append(last)
    default: append(isEnd ? .anyRest : .anyFoldersBetween)
    }
  }

  /// Reads a set whose opening bracket has already been consumed; returns false if the set is
  /// malformed.
  private mutating func readSet() -> Bool {
    let start = next
    let isNegated = following == "!" || following == "^"
    if isNegated { next += 1 }
    var ranges: [(low: Unicode.Scalar, high: Unicode.Scalar)] = []
    var isRange = false
    while let scalar = following {
      next += 1
      if scalar == "]" && !ranges.isEmpty {
        if isRange { ranges.append(("-", "-")) }
        append(.set(ByteSet(ranges.flatMap { Self.bytes($0.low, $0.high) }, isNegated: isNegated)))
        return true
      }
      if isRange {
        if scalar < ranges[ranges.count - 1].low { return false }
        ranges[ranges.count - 1].high = scalar
        isRange = false
      } else if scalar == "-" && !ranges.isEmpty {
        isRange = true
      } else {
        ranges.append((scalar, scalar))
      }
    }
    next = start
    hasUnclosedSet = true
    append(.byte(UInt8(ascii: "[")))
    return allowsUnclosedSet
  }

  /// The byte ranges of a range of characters in a set.
  ///
  /// The range is parsed byte by byte: the UTF-8 bytes of `low`, a dash, and the UTF-8 bytes of
  /// `high`.
  private static func bytes(
    _ low: Unicode.Scalar, _ high: Unicode.Scalar
  ) -> [ClosedRange<UInt8>] {
    let lows = Array(String(low).utf8)
    let highs = Array(String(high).utf8)
    let singles = low == high ? lows : lows.dropLast() + highs.dropFirst()
    let range = low == high ? [] : [lows[lows.count - 1]...highs[0]]
    return singles.map { $0...$0 } + range
  }
}
