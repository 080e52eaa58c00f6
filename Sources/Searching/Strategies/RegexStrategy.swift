internal import Basics
internal import UnicodeText

/// Matches a regular expression, in RE2's or PCRE2's dialect.
package struct RegexStrategy: SearchStrategy {
  package let name = "regex"
  package let summary = "Records that match a regular expression (RE2 syntax), in linear time."

  package func compile(_ text: String, in context: CompileContext) throws(QueryError) -> any Matcher
  {
    if context.options.regexEngine == .pcre2 { return try compile(any: [text], in: context) }
    let syntax = try Self.syntax(of: text)
    let folding = context.folding(forLiterals: [syntax.literals])
    if Whitespace.trimmed(text).isEmpty { return Self.everything(in: context) }
    let plain = try Self.matcher(text, syntax, folding, in: context)
    if context.options.bounds == .anywhere { return plain }
    return try Self.bounded(Self.group(text, folding), folding, in: context)
  }

  package func compile(any texts: [String], in context: CompileContext) throws(QueryError)
    -> any Matcher
  {
    var literals: [String] = []
    for text in texts { literals.append(try Self.syntax(of: text).literals) }
    let folding = context.folding(forLiterals: literals)
    if texts.contains(where: { Whitespace.trimmed($0).isEmpty }) {
      return Self.everything(in: context)
    }
    if context.options.regexEngine == .pcre2 {
      return try PCREStrategy.compile(texts, folding, in: context)
    }
    var groups: [String] = []
    for text in texts {
      // Each pattern is also compiled separately, so that an error is reported with its position in
      // the pattern's own text.
      _ = try Pattern(text, ignoresCase: folding.ignoresCase)
      groups.append(try Self.group(text, folding))
    }
    let joined = groups.joined(separator: "|")
    return try Self.bounded("(?:\(joined))", folding, in: context)
  }

  private static func syntax(of text: String) throws(QueryError) -> PatternSyntax {
    let syntax = PatternSyntax(text)
    guard let place = syntax.anyByte else { return syntax }
    throw QueryError(.unsupportedPattern(.anyByte), at: place, length: 2)
  }

  private static func everything(in context: CompileContext) -> any Matcher {
    SubstringMatcher(need: .nothing, foldsBy: nil, scope: context.scope)
  }

  private static func matcher(
    _ text: String, _ syntax: PatternSyntax, _ folding: Folding, in context: CompileContext
  ) throws(QueryError) -> RegexMatcher {
    if PatternTask.abandonedCount >= PatternTask.limit {
      throw QueryError(.regexBusy(PatternTask.abandonedCount))
    }
    return try RegexMatcher(
      text, syntax, ignoresCase: folding.ignoresCase, context.options.classes,
      scope: context.scope)
  }

  /// Encloses a pattern in a group.
  ///
  /// If the pattern ends inside a quotation (`\Q...`), the function closes the quotation before it
  /// closes the group.
  private static func group(_ text: String, _ folding: Folding) throws(QueryError) -> String {
    let group = "(?:\(text))"
    guard text.hasOccurrence(of: #"\Q"#) else { return group }
    do throws(QueryError) {
      _ = try Pattern(group, ignoresCase: folding.ignoresCase)
      return group
    } catch {
      return #"(?:\#(text)\E)"#
    }
  }

  /// A matcher for `group` that finds only hits that the option `bounds` allows.
  private static func bounded(
    _ group: String, _ folding: Folding, in context: CompileContext
  ) throws(QueryError) -> any Matcher {
    switch context.options.bounds {
    case .anywhere: return try matcher(group, PatternSyntax(group), folding, in: context)
    case .all:
      let text = #"\A\#(group)\z"#
      return try matcher(text, PatternSyntax(text), folding, in: context)
    case .words:
      let text = WordPatternMatcher.pattern(for: group)
      let base = try matcher(text, PatternSyntax(text), folding, in: context)
      let inside = WordPatternMatcher.patternInside(for: group)
      return WordPatternMatcher(
        base, inside: try Pattern(inside, ignoresCase: base.ignoresCase, base.classes))
    }
  }

  package func partialWord(
    atEndOf query: String, options: SearchOptions, fields: Set<String>
  ) -> PartialWord? {
    PartialLiteral.word(atEndOf: query)
  }
}
