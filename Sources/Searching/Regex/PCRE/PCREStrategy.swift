internal import UnicodeText

/// Compiles queries of the strategy regex for the engine PCRE2.
enum PCREStrategy {
  /// Compiles one or more queries; a record matches if it matches any of the queries.
  ///
  /// - Throws: `engineMissing`, or the error in one of the queries, with its position in the text
  ///   of that query.
  static func compile(
    _ texts: [String], _ folding: Folding, in context: CompileContext
  ) throws(QueryError) -> any Matcher {
    guard let library = PCRELibrary.shared else { throw QueryError(.engineMissing) }
    let classes = context.options.classes
    func text(_ text: String) throws(QueryError) -> PCREText {
      try PCREText(text, ignoresCase: folding.ignoresCase, classes, by: library)
    }
    var plain: [PCREText] = []
    for each in texts { plain.append(try text(each)) }
    if plain.count == 1, context.options.bounds == .anywhere {
      return PCREMatcher(plain[0], scope: context.scope)
    }
    let groups = plain.map { self.group($0.text) }
    // In a joined pattern, a group call such as (?1) would call a group of the first query.
    if plain.count > 1, !texts.contains(where: callsGroups) {
      // Alternatives in `(?|` number their groups independently, so that \1 keeps its meaning in
      // each query. However, `(?|` does not allow groups with different names to share a number. So
      // if no query refers to groups by number, also try `(?:`, which numbers the groups of all
      // alternatives consecutively.
      let openings = texts.contains(where: refersToGroups) ? ["(?|"] : ["(?|", "(?:"]
      for opening in openings {
        for end in Self.ends {
          let joined = "\(opening)\(groups.map { $0 + end }.joined(separator: "|")))"
          if let whole = try? text(bounded(joined, context.options.bounds)) {
            return PCREMatcher(whole, scope: context.scope)
          }
        }
      }
    }
    var matchers: [any Matcher] = []
    for (index, group) in groups.enumerated() {
      var error: QueryError?
      for end in Self.ends {
        do throws(QueryError) {
          let whole = try text(bounded(group + end, context.options.bounds))
          matchers.append(PCREMatcher(whole, scope: context.scope))
          error = nil
          break
        } catch let problem {
          error = QueryError(problem.code)
        }
      }
      if let error { throw QueryError(error.code, at: 0, length: texts[index].utf8.count) }
    }
    return matchers.count == 1 ? matchers[0] : AnyMatcher(matchers)
  }

  /// The endings to try for a group: `\E` closes an open quotation, and a newline closes an open
  /// comment.
  private static let ends = [#"\E)"#, "\\E\n)"]

  /// Whether a pattern may refer to one of its groups by number: `\1`, `\g1`, `(?(1)...)`.
  private static func refersToGroups(_ text: String) -> Bool {
    hasPair(text, UInt8(ascii: "\\")) { (0x31...0x39).contains($0) || $0 == UInt8(ascii: "g") }
      || hasPair(text, UInt8(ascii: "?")) { $0 == UInt8(ascii: "(") }
  }

  /// Whether a pattern may call one of its groups or itself: `(?1)`, `(?-1)`, `(?R)`, `(?&n)`,
  /// `(?P>n)`, `\g<n>`.
  private static func callsGroups(_ text: String) -> Bool {
    hasPair(text, UInt8(ascii: "?")) { (0x30...0x39).contains($0) || "R&P+-".utf8.contains($0) }
      || hasPair(text, UInt8(ascii: "\\")) { $0 == UInt8(ascii: "g") }
  }

  /// Whether a text contains `first` directly before a byte for which `isSecond` is true.
  private static func hasPair(
    _ text: String, _ first: UInt8, _ isSecond: (UInt8) -> Bool
  ) -> Bool {
    zip(text.utf8, text.utf8.dropFirst()).contains { $0 == first && isSecond($1) }
  }

  private static func group(_ text: String) -> String { "(?:" + text }

  private static func bounded(_ group: String, _ bounds: HitBounds) -> String {
    let word = "[\(WordCharacters.pattern)]"
    return switch bounds {
    case .anywhere: group
    case .words: "(?<!\(word))\(group)(?!\(word))"
    case .all: #"\A\#(group)\z"#
    }
  }
}
