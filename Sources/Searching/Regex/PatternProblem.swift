/// RE2's message about an invalid pattern, which `error(in:)` converts to a `QueryError`.
struct PatternProblem {
  let problem: String
  /// The invalid part of the pattern.
  let fragment: String

  /// The error for `pattern`, with an offset if the position of the fragment is known.
  ///
  /// The position is known if the fragment occurs exactly once, or if it is a trailing backslash.
  func error(in pattern: String) -> QueryError {
    let bytes = Array(pattern.utf8)
    let places = places(in: bytes)
    // RE2 does not quote a trailing backslash, which is always the last byte.
    let last = problem == "trailing \\" && !bytes.isEmpty ? bytes.count - 1 : nil
    let offset = last ?? (places.count == 1 ? places[0] : nil)
    // RE2's fragment is not always long enough to distinguish constructs, so look at the pattern
    // from the start of the fragment on.
    let quoted = places.first.map { String(decoding: bytes[$0...].prefix(4), as: UTF8.self) }
    let code: QueryError.Code =
      construct(quoted ?? fragment).map { .unsupportedPattern($0) }
      ?? .malformedPattern(
        problem: isClassInRange ? Self.classInRange : problem, fragment: fragment)
    return QueryError(code, at: offset, length: offset == nil ? 0 : max(1, fragment.utf8.count))
  }

  /// The message for a range that ends with a class, such as `[a-\d]`.
  ///
  /// RE2 reports such a range as an invalid escape.
  static let classInRange = "a class cannot be the end of a range"

  private func places(in pattern: [UInt8]) -> [Int] {
    let fragment = Array(fragment.utf8)
    guard !fragment.isEmpty, fragment.count <= pattern.count else { return [] }
    return (0...pattern.count - fragment.count).filter {
      pattern[$0...].starts(with: fragment)
    }
  }

  private var isClassInRange: Bool {
    problem == "invalid escape sequence"
      && ["\\d", "\\D", "\\s", "\\S", "\\w", "\\W", "\\p", "\\P"].contains(fragment)
  }

  /// The construct of another dialect that causes the problem; `nil` if there is none.
  ///
  /// `quoted` is the text of the pattern from the fragment on.
  private func construct(_ quoted: String) -> QueryError.PatternConstruct? {
    if problem == "invalid perl operator" || problem == "invalid named capture group" {
      if quoted.hasPrefix("(?=") || quoted.hasPrefix("(?!") { return .lookahead }
      if quoted.hasPrefix("(?>") { return .atomicGroup }
      if quoted.hasPrefix("(?(") { return .conditional }
      if quoted.hasPrefix("(?#") { return .comment }
      if quoted.hasPrefix("(?<=") || quoted.hasPrefix("(?<!") { return .lookbehind }
      if quoted.hasPrefix("(?<") || quoted.hasPrefix("(?'") { return .namedGroup }
      if quoted.hasPrefix("(?P=") { return .backreference("(?P=...)") }
    }
    let bytes = Array(fragment.utf8)
    if problem == "invalid escape sequence", bytes.count >= 2, bytes[0] == UInt8(ascii: "\\"),
      !isClassInRange
    {
      switch bytes[1] {
      case UInt8(ascii: "1")...UInt8(ascii: "9"), UInt8(ascii: "k"), UInt8(ascii: "g"):
        return .backreference(fragment)
      default: return .escape(fragment)
      }
    }
    if bytes.count == 2, bytes[1] == UInt8(ascii: "+"),
      [UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?")].contains(bytes[0])
    {
      return .possessiveQuantifier(fragment)
    }
    return nil
  }
}
