/// A pattern of paths as a .gitignore has it.
///
/// `*` and `?` match inside one part of a path, `**` any number of parts, `[a-z]` and `[!a-z]` one
/// character. A pattern with a slash before its end is tried from the folder it belongs to, any other
/// one on the last part of a path. A slash at the end asks for a folder, `!` at the start turns the
/// meaning around, a backslash takes the next character literally.
struct PathPattern: Sendable {
  typealias Name = [Unicode.Scalar]

  let isNegated: Bool
  let matchesFoldersOnly: Bool
  private let parts: [Part]

  private enum Part: Sendable {
    /// `**`: any number of parts, at least one at the end of a pattern.
    case anyDepth
    case name([Token])
  }

  private enum Token: Sendable {
    case character(Unicode.Scalar)
    case anyCharacter
    case anyRun
    case set(isNegated: Bool, [ClosedRange<Unicode.Scalar>])
  }

  /// Nil for a malformed pattern, or an empty one.
  init?(_ text: some StringProtocol) {
    var rest = Array(text.unicodeScalars)[...]
    isNegated = rest.first == "!"
    if isNegated { rest = rest.dropFirst() }
    matchesFoldersOnly = rest.last == "/" && rest.count > 1
    if matchesFoldersOnly { rest = rest.dropLast() }
    let isAnchored = rest.contains("/")
    if rest.first == "/" { rest = rest.dropFirst() }
    if rest.isEmpty { return nil }
    var parts: [Part] = isAnchored ? [] : [.anyDepth]
    for part in rest.split(separator: "/", omittingEmptySubsequences: false) {
      if Array(part) == ["*", "*"] {
        parts.append(.anyDepth)
      } else {
        guard let tokens = Self.tokens(of: part) else { return nil }
        parts.append(.name(tokens))
      }
    }
    self.parts = parts
  }

  /// The pattern of a line of a .gitignore; nil for a comment and an empty or malformed line.
  init?(ignoreLine line: some StringProtocol) {
    var text = String(line)
    if text.unicodeScalars.last == "\r" { text.unicodeScalars.removeLast() }
    while text.hasSuffix(" ") && !text.hasSuffix("\\ ") { text.removeLast() }
    if text.hasPrefix("#") { return nil }
    self.init(text)
  }

  private static func tokens(of part: ArraySlice<Unicode.Scalar>) -> [Token]? {
    var tokens: [Token] = []
    var rest = part
    while let scalar = rest.popFirst() {
      switch scalar {
      case "*":
        if case .anyRun = tokens.last { continue }
        tokens.append(.anyRun)
      case "?": tokens.append(.anyCharacter)
      case "[":
        guard let set = set(&rest) else { return nil }
        tokens.append(set)
      case "\\":
        guard let literal = rest.popFirst() else { return nil }
        tokens.append(.character(literal))
      default: tokens.append(.character(scalar))
      }
    }
    return tokens
  }

  /// Reads a set, from after its opening bracket on.
  private static func set(_ rest: inout ArraySlice<Unicode.Scalar>) -> Token? {
    let isNegated = rest.first == "!" || rest.first == "^"
    if isNegated { rest = rest.dropFirst() }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    var isFirst = true
    while let scalar = rest.popFirst() {
      if scalar == "]" && !isFirst { return .set(isNegated: isNegated, ranges) }
      isFirst = false
      guard let low = scalar == "\\" ? rest.popFirst() : scalar else { return nil }
      var high = low
      if rest.first == "-" && rest.dropFirst().first != "]" {
        rest = rest.dropFirst()
        guard let end = rest.popFirst() else { return nil }
        guard let literal = end == "\\" ? rest.popFirst() : end else { return nil }
        high = literal
      }
      if low <= high { ranges.append(low...high) }
    }
    return nil
  }
}

extension PathPattern {
  /// Whether the path, given as its parts from the pattern's folder on, matches.
  ///
  /// - Complexity: O(*n* · *m*) in the parts of path and pattern.
  func matches(_ path: ArraySlice<Name>, isFolder: Bool) -> Bool {
    if matchesFoldersOnly && !isFolder { return false }
    return Self.matches(
      path, parts,
      skips: { if case .anyDepth = $0 { true } else { false } },
      fits: { name, part in
        guard case .name(let tokens) = part else { return false }
        return Self.matches(name, tokens)
      })
  }

  private static func matches(_ name: Name, _ tokens: [Token]) -> Bool {
    matches(
      name[...], tokens, acceptsEmptyEnd: true,
      skips: { if case .anyRun = $0 { true } else { false } },
      fits: { scalar, token in
        switch token {
        case .character(let wanted): return scalar == wanted
        case .anyCharacter: return true
        case .anyRun: return false
        case .set(let isNegated, let ranges):
          return ranges.contains { $0.contains(scalar) } != isNegated
        }
      })
  }

  /// Matches a list against a pattern, some elements of which stand for any run of elements.
  ///
  /// On a mismatch the last such element takes one more: what came before it need not be tried again.
  private static func matches<Element, Pattern>(
    _ list: ArraySlice<Element>, _ pattern: [Pattern], acceptsEmptyEnd: Bool = false,
    skips: (Pattern) -> Bool, fits: (Element, Pattern) -> Bool
  ) -> Bool {
    var (at, next) = (list.startIndex, 0)
    var retry: (at: Int, next: Int)?
    while at < list.endIndex {
      if next < pattern.count && skips(pattern[next]) {
        next += 1
        retry = (at, next)
        // At the end of a pattern of paths, `**` stands for at least one part.
        if next == pattern.count { return true }
      } else if next < pattern.count && fits(list[at], pattern[next]) {
        at += 1
        next += 1
      } else if let (start, resumed) = retry {
        at = start + 1
        next = resumed
        retry = (at, resumed)
      } else {
        return false
      }
    }
    while acceptsEmptyEnd && next < pattern.count && skips(pattern[next]) { next += 1 }
    return next == pattern.count
  }
}
