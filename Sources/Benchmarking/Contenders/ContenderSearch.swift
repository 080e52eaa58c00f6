internal import ContenderFrames
internal import Searching
internal import UnicodeText

extension SearchMessage {
  /// Creates a request for a search by a contender; `columns` contains the indices of the fields to
  /// search, or is nil for all fields.
  init(_ contender: String, _ query: Query, columns: [Int]?) {
    let options = query.options
    var separators = ""
    separators.unicodeScalars.append(contentsOf: options.separators.characters)
    let caseMode: CaseMode =
      switch options.caseMode {
      case .ignore: .ignore
      case .smart: .smart
      case .sensitive: .sensitive
      }
    self.init(
      contender: contender, strategy: query.strategy.name, text: query.text,
      grammar: options.grammar.rawValue, separators: separators, caseMode: caseMode,
      ignoresDiacritics: options.diacritics == .ignore, trims: options.trims,
      splitsCamelCase: options.separators.splitsCamelCase, columns: columns)
  }

  /// The request, encoded as a complete frame.
  var frame: [UInt8] {
    var writer = FrameWriter()
    write(to: &writer)
    return writer.frame(.search)
  }
}

extension ContenderInfo {
  init(_ entry: CatalogMessage.Entry) {
    self.init(
      name: entry.name, strategies: entry.strategies, summary: entry.summary,
      dialect: entry.dialect)
  }
}
