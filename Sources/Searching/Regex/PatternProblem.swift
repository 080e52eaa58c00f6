/// What the library says is wrong with a pattern, made into an error with a place and, where there is one, a way out.
struct PatternProblem {
  let problem: String
  /// The part of the pattern that is to blame.
  let fragment: String

  /// The error for a pattern; its place is where the fragment stands, none if that is not a single place.
  func error(in pattern: String) -> QueryError {
    let offset = place(in: Array(pattern.utf8))
    let code: QueryError.Code =
      construct.map { .unsupportedPattern($0) }
      ?? .malformedPattern(problem: problem, fragment: fragment)
    return QueryError(code, at: offset, length: offset == nil ? 0 : fragment.utf8.count)
  }

  private func place(in pattern: [UInt8]) -> Int? {
    let fragment = Array(fragment.utf8)
    guard !fragment.isEmpty, fragment.count <= pattern.count else { return nil }
    var place: Int?
    for start in 0...pattern.count - fragment.count
    where pattern[start...].starts(with: fragment) {
      if place != nil { return nil }
      place = start
    }
    return place
  }

  /// The construct of other dialects that the fragment is.
  private var construct: QueryError.PatternConstruct? {
    if fragment.hasPrefix("(?=") || fragment.hasPrefix("(?!") { return .lookahead }
    if fragment.hasPrefix("(?>") { return .atomicGroup }
    if fragment.hasPrefix("(?(") { return .conditional }
    if fragment.hasPrefix("(?#") { return .comment }
    if fragment.hasPrefix("(?<=") || fragment.hasPrefix("(?<!") { return .lookbehind }
    if fragment.hasPrefix("(?<") || fragment.hasPrefix("(?'") { return .namedGroup }
    let bytes = Array(fragment.utf8)
    if bytes.count >= 2, bytes[0] == UInt8(ascii: "\\") {
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
