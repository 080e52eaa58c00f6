/// What the library says is wrong with a pattern, made into an error with a place and, where there is one, a way out.
struct PatternProblem {
  let problem: String
  /// The part of the pattern that is to blame.
  let fragment: String

  /// The error for a pattern; its place is where the fragment stands, none if that is not a single place.
  func error(in pattern: String) -> QueryError {
    let bytes = Array(pattern.utf8)
    let places = places(in: bytes)
    // A final backslash is quoted by nothing, but there is only one place for it.
    let last = problem == "trailing \\" && !bytes.isEmpty ? bytes.count - 1 : nil
    let offset = last ?? (places.count == 1 ? places[0] : nil)
    // The library does not always quote enough to tell one construct from another.
    let quoted = places.first.map { String(decoding: bytes[$0...].prefix(4), as: UTF8.self) }
    let code: QueryError.Code =
      construct(quoted ?? fragment).map { .unsupportedPattern($0) }
      ?? .malformedPattern(problem: problem, fragment: fragment)
    return QueryError(code, at: offset, length: offset == nil ? 0 : max(1, fragment.utf8.count))
  }

  private func places(in pattern: [UInt8]) -> [Int] {
    let fragment = Array(fragment.utf8)
    guard !fragment.isEmpty, fragment.count <= pattern.count else { return [] }
    return (0...pattern.count - fragment.count).filter {
      pattern[$0...].starts(with: fragment)
    }
  }

  /// The construct of other dialects that the fragment is, or begins, being followed in the pattern as `quoted` says.
  private func construct(_ quoted: String) -> QueryError.PatternConstruct? {
    if problem == "invalid perl operator" || problem == "invalid named capture group" {
      if quoted.hasPrefix("(?=") || quoted.hasPrefix("(?!") { return .lookahead }
      if quoted.hasPrefix("(?>") { return .atomicGroup }
      if quoted.hasPrefix("(?(") { return .conditional }
      if quoted.hasPrefix("(?#") { return .comment }
      if quoted.hasPrefix("(?<=") || quoted.hasPrefix("(?<!") { return .lookbehind }
      if quoted.hasPrefix("(?<") || quoted.hasPrefix("(?'") { return .namedGroup }
    }
    let bytes = Array(fragment.utf8)
    if problem == "invalid escape sequence", bytes.count >= 2, bytes[0] == UInt8(ascii: "\\") {
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
