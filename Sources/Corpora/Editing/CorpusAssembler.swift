internal import UnicodeText

/// Makes a corpus of cells of bytes that are known to be valid UTF-8.
///
///     var assembler = CorpusAssembler(fields: [Field("name"), Field("note")])
///     assembler.beginSource("list.csv")
///     assembler.appendCell(bytes.span, column: 0)
///     try assembler.endRecord(line: 2)
///     let corpus = assembler.finish(name: "list")
///
/// Segments are small, so that an edit makes few bytes anew.
package struct CorpusAssembler: ~Copyable, Sendable {
  private var builder: CorpusBuilder
  private var path = ""
  private var lastLine = 0

  /// The column after the furthest that has a cell: what is left out before the next cell is empty.
  private var nextColumn = 0

  /// Where the last record ended in its segment.
  private var lastEnd = 0

  /// The bytes of text since the free memory was looked at.
  private var unchecked = 0

  /// Starts without records, with the columns `fields`.
  ///
  /// A segment that several records share has at most `segmentBytes`.
  ///
  /// - Precondition: each field has a name of its own.
  package init(fields: [Field], segmentBytes: Int = Segment.editableSize) {
    self.init(fields: fields, segmentBytes: segmentBytes, limit: Segment.limit)
  }

  /// With another limit of a record's bytes, for tests.
  init(fields: [Field], segmentBytes: Int, limit: Int) {
    precondition(Set(fields.map(\.name)).count == fields.count, "each field needs its own name")
    builder = CorpusBuilder(
      table: FieldTable(fields: fields), limit: limit, sharedLimit: segmentBytes)
    builder.mayHoldNonASCII = true
  }

  /// The number of records.
  package var count: Int { builder.count }

  /// The bytes of all text, separators included, with those of the record at hand.
  package var textBytes: Int { builder.textBytes }

  /// Says that the records that follow are of the source at `path`.
  package mutating func beginSource(_ path: String) {
    if path == self.path { return }
    self.path = path
    lastLine = 0
    builder.sources.begin(path, at: builder.count)
  }

  /// Appends a cell to the record at hand; in an alias field newlines part its values.
  ///
  /// Columns that come in ascending order are quickest; of two cells of one column the last counts.
  package mutating func appendCell(_ bytes: Span<UInt8>, column: Int) {
    fill(before: column)
    builder.text.append(copying: bytes)
    builder.endCell(column)
  }

  /// Appends the cells of the first columns to a record that has none yet, quicker than one by one.
  ///
  /// - Parameters:
  ///   - bytes: The cells one after the other, each followed by one byte, whatever it is.
  ///   - ends: Where each ends, as a place in something longer.
  ///   - offset: Where `bytes` begins in that.
  package mutating func appendFirstCells(_ bytes: Span<UInt8>, ends: Span<Int>, offset: Int) {
    precondition(nextColumn == 0, "the record has cells")
    if ends.count == 0 { return }
    precondition(bytes.count == ends[ends.count - 1] - offset + 1, "the last end is another")
    builder.appendFirstCells(bytes, ends: ends, offset: offset)
    nextColumn = ends.count
  }

  private mutating func fill(before column: Int) {
    while nextColumn < column {
      builder.endCell(nextColumn)
      nextColumn += 1
    }
    // A cell of a column further back says nothing of those after it.
    nextColumn = max(nextColumn, column + 1)
  }

  /// Ends the record, which begins on `line` of its source, from 1.
  ///
  /// A record without cells is one too.
  ///
  /// - Throws: `recordTooLarge`, and then the record is left out; `outOfMemory`.
  package mutating func endRecord(line: Int) throws(CorpusError) {
    // Lines are kept as what they rise by.
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

  /// Notes that a segment is full and another one begun.
  private mutating func noteSegment(of bytes: Int) throws(CorpusError) {
    // The next is likely to become as large.
    try builder.reserve(bytes, records: 0)
    unchecked += bytes
    if unchecked < LoadMonitor.memoryStep { return }
    unchecked = 0
    try LoadMonitor.checkMemory()
  }

  /// Hands over the corpus; without any column it gets the one of plain lines.
  package mutating func finish(name: String) -> Corpus { builder.finish(name: name) }
}

extension Segment {
  /// The bytes of text in a segment that is to be edited: few enough to be made anew for each edit.
  package static let editableSize = 8 << 20
}
