internal import UnicodeText

/// Matches records in which each word of the query begins a different token, in any order.
package struct TokenPrefixStrategy: SearchStrategy {
  package let name = "prefix"
  package let summary = "Records in which each query word starts a different token, in any order."

  package func compile(_ text: String, in context: CompileContext) throws(QueryError) -> any Matcher
  {
    let words = Tokenizer.whitespaceTokens(in: text.utf8.span).map { range in
      String(decoding: text.utf8.span.extracting(range))
    }
    let folding = context.folding(forLiterals: words)
    let query = TokenPrefixQuery(
      words, folding, context.options.separators, allowsFullName: true)
    return TokenPrefixMatcher(
      query, scope: context.scope, text: text, histogram: context.histogram(folding))
  }

  package func partialWord(
    atEndOf query: String, options: SearchOptions, fields: Set<String>
  ) -> PartialWord? {
    var word = PartialWord.afterLastBlank(of: query)
    word?.separators = options.separators
    return word
  }
}
