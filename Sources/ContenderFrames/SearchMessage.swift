/// The content of a `search` frame.
package struct SearchMessage: Equatable {
  /// Whether case matters.
  package enum CaseMode: UInt8, Sendable {
    case ignore
    /// Smart case: the search is case-sensitive if a literal letter of the query is upper-case.
    case smart
    case sensitive
  }

  package var contender: String
  package var strategy: String
  package var text: String
  package var grammar: String

  /// The characters that separate tokens, in ascending order.
  package var separators: String

  package var caseMode: CaseMode
  package var ignoresDiacritics: Bool
  package var trims: Bool
  package var splitsCamelCase: Bool

  /// The indices of the columns to search; nil means all columns.
  package var columns: [Int]?

  package init(
    contender: String, strategy: String, text: String, grammar: String, separators: String,
    caseMode: CaseMode, ignoresDiacritics: Bool, trims: Bool, splitsCamelCase: Bool,
    columns: [Int]?
  ) {
    self.contender = contender
    self.strategy = strategy
    self.text = text
    self.grammar = grammar
    self.separators = separators
    self.caseMode = caseMode
    self.ignoresDiacritics = ignoresDiacritics
    self.trims = trims
    self.splitsCamelCase = splitsCamelCase
    self.columns = columns
  }

  /// Decodes the message; nil if the content is malformed.
  package init?(_ reader: inout FrameReader) {
    guard let contender = reader.text(), let strategy = reader.text(), let text = reader.text(),
      let grammar = reader.text(), let separators = reader.text(),
      let caseMode = reader.byte().flatMap(CaseMode.init),
      let ignoresDiacritics = reader.flag(), let trims = reader.flag(),
      let splitsCamelCase = reader.flag(), let hasColumns = reader.flag()
    else { return nil }
    var columns: [Int]?
    if hasColumns {
      columns = reader.numbers()
      if columns == nil { return nil }
    }
    if !reader.isAtEnd { return nil }
    self.init(
      contender: contender, strategy: strategy, text: text, grammar: grammar,
      separators: separators, caseMode: caseMode, ignoresDiacritics: ignoresDiacritics,
      trims: trims, splitsCamelCase: splitsCamelCase, columns: columns)
  }

  package func write(to frame: inout FrameWriter) {
    for text in [contender, strategy, text, grammar, separators] { frame.write(text) }
    frame.write(caseMode.rawValue)
    for flag in [ignoresDiacritics, trims, splitsCamelCase, columns != nil] { frame.write(flag) }
    guard let columns else { return }
    frame.write(UInt32(columns.count))
    for column in columns { frame.write(UInt32(column)) }
  }
}
