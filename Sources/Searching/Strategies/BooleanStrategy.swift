internal import Corpora
internal import UnicodeText

/// Matches boolean queries: texts combined with AND, OR, NOT and parentheses.
package struct BooleanStrategy: SearchStrategy {
  package let name = "bool"
  package let summary = "Words and quoted phrases combined with AND, OR, NOT and parentheses."

  package func compile(_ text: String, in context: CompileContext) throws(QueryError) -> any Matcher
  {
    let tree = try Self.parse(text, in: context)
    let folding = context.folding(forLiterals: tree.leaves.map(\.text))
    let histogram = context.histogram(folding)
    let form = Normalizer.normalForm(
      of: tree, rarity: { histogram.information(of: $0.span) }, fold: { folding.fold($0) })
    return BooleanMatcher(tree, form, folding, in: context)
  }

  /// Parses a query in the grammar that the options name.
  ///
  /// - Throws: the error in the query, with its position.
  static func parse(_ text: String, in context: CompileContext) throws(QueryError) -> BooleanTree {
    switch context.options.grammar {
    case .classic: try ClassicParser.parse(text)
    case .words: AllWords.parse(text)
    case .standard: try StandardParser.parse(text, fields: Set(context.fields.map(\.name)))
    }
  }

  /// The operators and parentheses of a query that the classic grammar reads as text.
  ///
  /// These are operators without an operand, unbalanced parentheses, and empty pairs of
  /// parentheses.
  package static func takenAsText(_ text: String) -> [String] { ClassicParser.takenAsText(text) }

  package func partialWord(
    atEndOf query: String, options: SearchOptions, fields: Set<String>
  ) -> PartialWord? {
    options.grammar == .words
      ? TokenPrefixStrategy().partialWord(atEndOf: query, options: options, fields: fields)
      : PartialLeaf.word(atEndOf: query, grammar: options.grammar, fields: fields)
  }
}
