extension SearchRequest {
  /// Decodes a request from the rest of a frame, after the contender's name; nil if it is malformed.
  init?(_ reader: inout FrameReader) {
    guard let strategy = reader.text(), let text = reader.text(), let grammar = reader.text(),
      let separators = reader.text(),
      let caseMode = reader.number(UInt8.self).flatMap(CaseMode.init),
      let ignoresDiacritics = reader.flag(), let trims = reader.flag(),
      let splitsCamelCase = reader.flag(), let hasColumns = reader.flag()
    else { return nil }
    self.init(text, by: strategy)
    self.grammar = grammar
    self.separators = Set(separators.unicodeScalars)
    self.caseMode = caseMode
    self.ignoresDiacritics = ignoresDiacritics
    self.trims = trims
    self.splitsCamelCase = splitsCamelCase
    if hasColumns {
      guard let columns = reader.numbers() else { return nil }
      self.columns = columns
    }
    if !reader.isAtEnd { return nil }
  }
}
