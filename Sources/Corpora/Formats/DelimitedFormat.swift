/// CSV and TSV (RFC 4180): rows of cells; the first row names the columns.
///
/// A quoted cell may contain the delimiter, line ends and doubled quotes. A quote inside an
/// unquoted cell is ordinary text. A row ends with LF or CR LF; the last row may lack a line end. A
/// row may have fewer cells than there are columns. Empty lines are skipped, unless there is only
/// one column.
package struct DelimitedFormat: CorpusFormat {
  package let name: String
  package let summary: String
  package let fileExtensions: [String]
  package let continues = true
  private let delimiter: UInt8

  package static let csv = DelimitedFormat(
    name: "csv", summary: "rows of cells separated by commas; the first row names the fields",
    delimiter: UInt8(ascii: ","))

  package static let tsv = DelimitedFormat(
    name: "tsv", summary: "rows of cells separated by tabs; the first row names the fields",
    delimiter: UInt8(ascii: "\t"))

  private init(name: String, summary: String, delimiter: UInt8) {
    self.name = name
    self.summary = summary
    self.fileExtensions = [name]
    self.delimiter = delimiter
  }

  package func read(
    _ input: inout InputWindow, into builder: inout CorpusBuilder, options: LoadOptions
  ) throws(CorpusError) {
    var reader = RowReader(
      delimiter: try delimiter(options), isLenient: options.isLenient, hasHeader: options.hasHeader,
      columnNames: input.columnNames)
    defer { input.columnNames = reader.columnNames }
    while true {
      if !input.isASCII { builder.mayHoldNonASCII = true }
      try reader.readRows(&input, into: &builder)
      try input.endPiece(of: &builder)
      if input.isAtEnd || input.batches?.wantsFieldsOnly == true && reader.knowsColumns { return }
      try input.refill()
    }
  }

  /// The byte that separates cells.
  func delimiter(_ options: LoadOptions) throws(CorpusError) -> UInt8 {
    guard let wanted = options.delimiter else { return delimiter }
    let unfit = [UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"), 0]
    if wanted >= 0x80 || unfit.contains(wanted) { throw CorpusError(.badDelimiter) }
    return wanted
  }
}
