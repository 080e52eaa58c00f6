internal import UnicodeText

/// Builds a corpus from cells; the caller guarantees that their bytes are valid UTF-8.
///
///     var assembler = CorpusAssembler(fields: [Field("name"), Field("note")])
///     assembler.beginSource("list.csv")
///     assembler.appendCell(bytes.span, column: 0)
///     try assembler.endRecord(line: 2)
///     let corpus = assembler.finish(name: "list")
///
/// Segments are small, so that an edit rebuilds few bytes.
package struct CorpusAssembler: ~Copyable, Sendable {
  private var builder: CorpusBuilder
  private var path = ""
  private var lastLine = 0

  /// One more than the highest column that has a cell in the current record; skipped columns get
  /// empty cells.
  private var nextColumn = 0

  /// The end of the last record, as an offset in the text of its segment.
  private var lastEnd = 0

  /// The number of bytes of text added since free memory was last checked.
  private var unchecked = 0

  /// Creates an assembler for records with the columns `fields`.
  ///
  /// A segment that contains several records has at most `segmentBytes` bytes.
  ///
  /// - Precondition: no two fields have the same name.
  package init(fields: [Field], segmentBytes: Int = Segment.editableSize) {
    self.init(fields: fields, segmentBytes: segmentBytes, limit: Segment.limit)
  }

  /// Creates an assembler; tests choose the maximum number of bytes in a record.
  init(fields: [Field], segmentBytes: Int, limit: Int) {
    precondition(Set(fields.map(\.name)).count == fields.count, "field names must be unique")
    builder = CorpusBuilder(
      table: FieldTable(fields: fields), limit: limit, sharedLimit: segmentBytes)
    builder.mayHoldNonASCII = true
  }

  /// The number of records.
  package var count: Int { builder.count }

  /// The number of bytes of text, including separators and the current record.
  package var textBytes: Int { builder.textBytes }

  /// Sets the source of the records that follow.
  package mutating func beginSource(_ path: String) {
    if path == self.path { return }
    self.path = path
    lastLine = 0
    builder.sources.begin(path, at: builder.count)
  }

  /// Appends a cell to the current record; in an alias field, newlines separate values.
  ///
  /// Appending cells in ascending column order is fastest. If a column gets several cells, only the
  /// last cell is used.
  package mutating func appendCell(_ bytes: Span<UInt8>, column: Int) {
    fill(before: column)
    builder.text.append(copying: bytes)
    builder.endCell(column)
  }

  /// Appends the cells of the first columns to a record without cells; this is faster than
  /// appending one cell at a time.
  ///
  /// - Parameters:
  ///   - bytes: The text of the cells; one arbitrary byte follows each cell.
  ///   - ends: The end of each cell, as an offset in a larger text that contains `bytes`.
  ///   - offset: The offset of `bytes` in that text.
  package mutating func appendFirstCells(_ bytes: Span<UInt8>, ends: Span<Int>, offset: Int) {
    precondition(nextColumn == 0, "the record already has cells")
    if ends.count == 0 { return }
    precondition(bytes.count == ends[ends.count - 1] - offset + 1, "ends do not match the bytes")
    builder.appendFirstCells(bytes, ends: ends, offset: offset)
    nextColumn = ends.count
  }

  private mutating func fill(before column: Int) {
    while nextColumn < column {
      builder.endCell(nextColumn)
      nextColumn += 1
    }
    // A cell of an earlier column must not decrease `nextColumn`.
    nextColumn = max(nextColumn, column + 1)
  }

  /// Ends the record that begins on line `line` of its source; the first line is line 1.
  ///
  /// A record may have no cells.
  ///
  /// - Throws: `recordTooLarge`, after dropping the record; `outOfMemory`.
  package mutating func endRecord(line: Int) throws(CorpusError) {
    // The source map stores differences of consecutive line numbers, which must not be negative.
    // Therefore, if a line number is lower than the previous one, start a new source.
    if line < lastLine { builder.sources.begin(path, at: builder.count) }
    nextColumn = 0
    do throws(CorpusError) {
      try builder.endRecord(line: line)
    } catch {
      builder.dropRecord()
      throw error
    }
    lastLine = line
    let end = builder.text.count
    if end < lastEnd { try noteSegment(of: lastEnd) }
    lastEnd = end
  }

  /// Reserves memory for the next segment, and checks free memory; `bytes` is the size of the
  /// segment that has just ended.
  private mutating func noteSegment(of bytes: Int) throws(CorpusError) {
    // The next segment is likely to become as large as the segment that has just ended.
    try builder.reserve(bytes, records: 0)
    unchecked += bytes
    if unchecked < LoadMonitor.memoryStep { return }
    unchecked = 0
    try LoadMonitor.checkMemory()
  }

  /// Returns the corpus; a corpus without columns gets the column `text`, like a corpus of plain
  /// lines.
  package mutating func finish(name: String) -> Corpus { builder.finish(name: name) }
}

extension Segment {
  /// The size, in bytes, of a segment in a corpus that will be edited.
  ///
  /// The size is small, because an edit rebuilds whole segments.
  package static let editableSize = 8 << 20
}
