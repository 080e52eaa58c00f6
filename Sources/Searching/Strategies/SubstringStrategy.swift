internal import UnicodeText

/// Matches records that contain the query text; no character of this text is special.
package struct SubstringStrategy: SearchStrategy {
  package let name = "substring"
  package let summary = "Records that contain the query; no character is special."

  package func compile(_ text: String, in context: CompileContext) throws(QueryError) -> any Matcher
  {
    let trimmed = Whitespace.trimmed(text)
    let literal = context.options.trims ? String(trimmed) : text
    let folding = context.folding(forLiterals: [literal])
    let bytes = folding.fold(literal)
    let need: SubstringMatcher.Need =
      if literal.isEmpty {
        .nothing
      } else if bytes.isEmpty {
        .impossible
      } else {
        .needle(Needle(bytes, context.histogram(folding)))
      }
    return SubstringMatcher(
      need: need, foldsBy: folding, scope: context.scope, bounds: context.options.bounds)
  }

  package func partialWord(
    atEndOf query: String, options: SearchOptions, fields: Set<String>
  ) -> PartialWord? {
    var word = PartialWord.afterLastBlank(of: query)
    if !options.trims { word?.suffix = "" }
    return word
  }
}
