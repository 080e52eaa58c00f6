package import Corpora
package import UnicodeText

/// A query that has been checked: its strategy, settings and syntax are valid.
///
/// A compiled query does not depend on a corpus: each record source compiles its own matcher for
/// the fields of its records.
public struct CompiledQuery: Sendable {
  /// The query that was compiled.
  public private(set) var query: Query

  private let strategy: any SearchStrategy

  /// The matcher for records that have one field, `text`.
  let lines: any Matcher

  /// The duration of the checks, in nanoseconds.
  package let parseNanoseconds: Int

  /// Checks a query.
  ///
  /// - Throws: the error in the query, with its position. An unknown field name is reported later,
  ///   by the record source.
  public init(_ query: Query) throws(QueryError) {
    var watch = Stopwatch()
    self.query = query
    for text in [query.text] + query.alternatives {
      if let offset = MarkRuns.excess(in: text) {
        throw QueryError(.tooManyMarks(limit: MarkRuns.limit), at: offset)
      }
    }
    strategy = try StrategyCatalog.strategy(named: query.strategy.name)
    _ = try AccessPathCatalog.path(for: query.options.accessPath)
    var options = query.options
    options.fields = nil
    lines = try Self.compile(
      query, strategy, in: CompileContext(options: options, fields: [Field("text")]))
    parseNanoseconds = watch.lap()
  }

  /// Checks a query; an error in the query is thrown as a `SearchError`.
  ///
  /// - Throws: `SearchError.query` if the query has an error.
  public init(checking query: Query) throws(SearchError) {
    do throws(QueryError) { try self.init(query) } catch { throw .query(error) }
  }

  /// The empty query, which every record matches.
  public static let everything: CompiledQuery = {
    guard let query = try? CompiledQuery(Query("")) else { preconditionFailure("it has no syntax") }
    return query
  }()

  /// The matcher for records with these fields.
  ///
  /// - Parameters:
  ///   - fields: the columns of the records.
  ///   - histogram: returns how often each byte occurs in a sample of the text, folded with the
  ///     given folding; if `nil`, the byte frequencies of English text are assumed.
  /// - Returns: the matcher.
  /// - Throws: `unknownField` if the options or the query name a field that is not in `fields`, and
  ///   other errors that depend on the fields.
  package func matcher(
    for fields: [Field], histogram: ((Folding) -> ByteHistogram)? = nil
  ) throws(QueryError) -> any Matcher {
    if histogram == nil, query.options.fields == nil, fields == [Field("text")] { return lines }
    let context = try CompileContext(
      options: query.options, fields: fields, histogram: histogram ?? { _ in .english })
    return try Self.compile(query, strategy, in: context)
  }

  private static func compile(
    _ query: Query, _ strategy: any SearchStrategy, in context: CompileContext
  ) throws(QueryError) -> any Matcher {
    if query.alternatives.isEmpty { return try strategy.compile(query.text, in: context) }
    return try strategy.compile(any: [query.text] + query.alternatives, in: context)
  }

  /// A copy of the query without the names of unknown fields (fields that are not in `fields`).
  ///
  /// Returns `nil` if no name remains. A query for all fields is returned unchanged.
  package func scoped(to fields: [Field]) -> CompiledQuery? {
    guard let wanted = query.options.fields, !wanted.contains("*") else { return self }
    let known = wanted.filter { name in fields.contains { $0.name == name } }
    if known.isEmpty { return nil }
    if known.count == wanted.count { return self }
    var scoped = self
    scoped.query.options.fields = known
    return scoped
  }

  /// Whether the folded texts of both queries are equal, so that both find the same records and
  /// hits.
  package func findsTheSame(as other: CompiledQuery) -> Bool {
    var renamed = query
    renamed.text = other.query.text
    guard renamed == other.query, query.alternatives.isEmpty, query.strategy.name != "regex",
      lines.folding == other.lines.folding
    else { return false }
    switch (lines.narrowingKey, other.lines.narrowingKey) {
    case (.substring(let new), .substring(let old)): return !new.isEmpty && new == old
    case (.tokens(let new), .tokens(let old)): return !new.isEmpty && new == old
    // `lines` is compiled for one field, `text`. Comparing `lines` therefore does not show whether
    // a query names a field of the corpus.
    case (.conjuncts(let new), .conjuncts(let old)):
      return !new.isEmpty && new == old && !dependsOnFields && !other.dependsOnFields
    default: return false
    }
  }

  /// Whether the matches may depend on the names of the fields.
  package var dependsOnFields: Bool {
    if let fields = query.options.fields, !fields.contains("*") { return true }
    return query.strategy.name == "bool" && query.options.grammar == .standard
      && query.text.contains(":")
  }

  /// Whether the query is a regular expression that matches an empty field.
  var matchesEmptyFields: Bool {
    query.strategy.name == "regex" && lines.matches([UInt8]().span, folded: [UInt8]().span)
  }
}
