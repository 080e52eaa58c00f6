package import Corpora
internal import UnicodeText

/// Interprets the texts of queries, and compiles them to matchers.
///
/// To add a strategy, write a type that conforms to this protocol, and list the type in
/// `StrategyCatalog.all`.
package protocol SearchStrategy: Sendable {
  /// The name of the strategy in settings, commands and files.
  var name: String { get }

  /// A one-line summary for the help.
  var summary: String { get }

  /// Compiles a query's text to a matcher.
  ///
  /// - Throws: the error in the query, with its position.
  func compile(_ text: String, in context: CompileContext) throws(QueryError) -> any Matcher

  /// Compiles several queries to one matcher; a record matches if it matches any of the queries.
  ///
  /// The default implementation compiles each query and combines the matchers.
  ///
  /// - Throws: the error in one of the queries, with its position in the text of that query.
  func compile(any texts: [String], in context: CompileContext) throws(QueryError) -> any Matcher

  /// The word at the end of `query`, which can be completed with tokens of the corpus.
  ///
  /// Returns `nil` if the query does not end in a word.
  ///
  /// `fields` are the names of the fields in scope. The default implementation returns the text
  /// after the last whitespace.
  func partialWord(
    atEndOf query: String, options: SearchOptions, fields: Set<String>
  ) -> PartialWord?
}

extension SearchStrategy {
  package func compile(any texts: [String], in context: CompileContext) throws(QueryError)
    -> any Matcher
  {
    var matchers: [any Matcher] = []
    for text in texts { matchers.append(try compile(text, in: context)) }
    if Set(matchers.compactMap(\.folding)).count > 1 {
      // With smart case, an upper-case letter in any of the queries makes all queries
      // case-sensitive.
      let sensitive = context.sensitive
      matchers = []
      for text in texts { matchers.append(try compile(text, in: sensitive)) }
    }
    let any = AnyMatcher(matchers)
    return AnySubstringMatcher(any) ?? any
  }

  package func partialWord(
    atEndOf query: String, options: SearchOptions, fields: Set<String>
  ) -> PartialWord? {
    .afterLastBlank(of: query)
  }
}

/// The options and fields that a query is compiled for.
package struct CompileContext {
  package private(set) var options: SearchOptions
  package let fields: [Field]

  /// The fields to search.
  let scope: FieldScope

  /// Returns how often each byte occurs in a sample of the corpus, folded with a given folding.
  let histogram: (Folding) -> ByteHistogram

  init(
    options: SearchOptions, fields: [Field],
    histogram: @escaping (Folding) -> ByteHistogram = { _ in .english }
  ) throws(QueryError) {
    self.options = options
    self.fields = fields
    self.scope = try FieldScope(of: fields, named: options.fields)
    self.histogram = histogram
  }

  /// The same context, but case-sensitive.
  var sensitive: CompileContext {
    var context = self
    context.options.caseMode = .sensitive
    return context
  }

  /// The folding for a query with the literal texts `literals`.
  func folding<S: Sequence<String>>(forLiterals literals: S) -> Folding {
    let ignoresCase =
      switch options.caseMode {
      case .ignore: true
      case .sensitive: false
      case .smart: !literals.contains(where: Self.hasUpperCase)
      }
    return Folding(
      ignoresCase: ignoresCase, ignoresDiacritics: options.diacritics == .ignore)
  }

  private static func hasUpperCase(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.isUppercase }
  }
}
