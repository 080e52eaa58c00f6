internal import UnicodeText

/// Matches a regular expression in RE2's dialect.
package struct RegexStrategy: SearchStrategy {
  package let name = "regex"
  package let summary = "A regular expression (RE2 syntax) matches, in time linear in the text."

  package func compile(_ text: String, in context: CompileContext) throws(QueryError) -> any Matcher
  {
    let syntax = PatternSyntax(text)
    if let place = syntax.anyByte {
      throw QueryError(.unsupportedPattern(.anyByte), at: place, length: 2)
    }
    let folding = context.folding(forLiterals: [syntax.literals])
    if Blanks.trimmed(text).isEmpty {
      return SubstringMatcher(need: .nothing, foldsBy: nil, scope: context.scope)
    }
    if PatternTask.leftBehind >= PatternTask.limit {
      throw QueryError(.regexBusy(PatternTask.leftBehind))
    }
    return try RegexMatcher(
      text, syntax, ignoresCase: folding.ignoresCase, scope: context.scope)
  }

  package func partialWord(
    atEndOf query: String, options: SearchOptions, fields: Set<String>
  ) -> PartialWord? {
    PartialLiteral.word(atEndOf: query)
  }
}
