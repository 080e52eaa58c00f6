internal import UnicodeText

/// Collects records that arrive from another machine, cell by cell, into small corpora.
package struct RecordCollector: ~Copyable {
  private var builder: CorpusBuilder
  private let columns: Int
  private var source: String?
  private var lastLine = 0

  /// The number of ill-formed UTF-8 sequences that were replaced.
  package private(set) var invalidSequences = 0

  /// Creates a collector of records with these fields, whose names must be unique.
  ///
  /// - Throws: `tooManyFields`, `longFieldName`.
  package init(fields: [Field]) throws(CorpusError) {
    columns = fields.count
    var table = FieldTable(aliases: fields.filter(\.isAlias).map(\.name))
    for field in fields { _ = try table.entry(named: field.name) }
    builder = CorpusBuilder(table: table)
    builder.mayHoldNonASCII = true
  }

  /// The number of records.
  package var count: Int { builder.count }

  /// The number of bytes of text in the collected records.
  package var textBytes: Int { builder.textBytes }

  /// Begins a record that comes from the source file `path`.
  package mutating func begin(source path: String) {
    if source == path { return }
    source = path
    lastLine = 0
    builder.sources.begin(path, at: builder.count)
  }

  /// Appends the next cell; values of an alias field are separated by newlines.
  package mutating func append(cell: Span<UInt8>, _ column: Int) {
    let start = builder.text.count
    builder.text.append(copying: cell)
    if builder.text.withSpan({ Kernels.validPrefix(of: $0, from: start) }) + start
      != builder.text.count
    {
      builder.text.truncate(to: start)
      var repaired = GrowableBuffer<UInt8>()
      invalidSequences += UTF8Text.appendRepaired(cell, to: &repaired)
      repaired.withSpan { builder.text.append(copying: $0) }
    }
    builder.endCell(column)
  }

  /// Appends all cells of a record, in the format in which a corpus stores them.
  package mutating func append(storedCells record: Span<UInt8>) {
    builder.text.append(copying: record)
  }

  /// Ends a record that begins on line `line` of its source.
  ///
  /// - Throws: `recordTooLarge`.
  package mutating func endRecord(line: Int) throws(CorpusError) {
    // Line numbers must not decrease within a source, but the other machine may send them in any
    // order.
    if line < lastLine, let source { builder.sources.begin(source, at: builder.count) }
    lastLine = line
    try builder.endRecord(line: line)
  }

  /// Removes the records collected so far, and returns them; the next record begins a new corpus.
  package mutating func takeRecords() -> Corpus {
    source = nil
    return builder.takeRecords()
  }
}
