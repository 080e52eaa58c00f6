import UnicodeText

/// Collects records into segments.
///
/// A format writes cell after cell to the end of `text`: `append` bytes, `endCell`, and at last
/// `endRecord`. Cells that come in another order than the corpus's columns are put right there.
package struct CorpusBuilder: ~Copyable, Sendable {
  /// The text of the segment at hand; a format may write to its end.
  var text = GrowableBuffer<UInt8>()

  /// Where the records of the segment at hand begin, with the end of the last: never empty.
  var starts = GrowableBuffer<UInt32>()

  var table: FieldTable
  var sources = SourceMapBuilder()

  /// Whether bytes outside ASCII may have come since the last segment ended.
  var mayHoldNonASCII = false

  /// The most bytes of a segment.
  let limit: Int

  /// The most bytes of a segment of several records, as far as `endRecord` ends them.
  private let sharedLimit: Int

  /// The number of records in finished segments.
  private var finishedCount = 0
  private var segments: [Segment] = []

  /// The cells of the record at hand, in the order written: their column and end.
  private var cells = GrowableBuffer<Cell>()

  /// Whether the cells are those of the first columns, none left out, so far.
  private var isInOrder = true

  /// Room for putting cells in order.
  private var scratch = GrowableBuffer<UInt8>()

  struct Cell: BitwiseCopyable {
    var column: Int
    var start: Int
    var end: Int
  }

  init(table: FieldTable = FieldTable(), limit: Int = Segment.limit, sharedLimit: Int? = nil) {
    self.table = table
    self.limit = limit
    self.sharedLimit = min(limit, sharedLimit ?? limit)
    starts.append(0)
  }

  /// The number of records.
  var count: Int { finishedCount + starts.count - 1 }

  /// The number of records times that of columns.
  var cellCount: Int { count * table.fields.count }

  /// The bytes of text in all segments, for estimates.
  var textBytes: Int { segments.reduce(text.count) { $0 + $1.text.count } }

  /// Where the record at hand begins in `text`.
  var recordStart: Int { Int(starts[starts.count - 1]) }

  /// Where the cell at hand begins in `text`.
  var cellStart: Int { cells.count == 0 ? recordStart : cells[cells.count - 1].end }

  /// Makes room for `bytes` more of text and as many `records`.
  ///
  /// - Throws: `outOfMemory`.
  mutating func reserve(_ bytes: Int, records: Int) throws(CorpusError) {
    guard text.reserveIfPossible(bytes), starts.reserveIfPossible(records) else {
      throw CorpusError(.outOfMemory)
    }
  }

  /// Ends the cell whose bytes follow the cell before; in an alias field newlines part its values.
  mutating func endCell(_ column: Int) {
    let start = cellStart
    if table.fields[column].isAlias { partValues(of: start..<text.count) }
    text.append(Separator.field)
    isInOrder = isInOrder && column == cells.count
    cells.append(Cell(column: column, start: start, end: text.count))
  }

  /// Drops what was written since the last cell ended.
  mutating func dropCell() { text.truncate(to: cellStart) }

  /// Appends the cells of the first columns to a record that has none.
  ///
  /// - Parameters:
  ///   - bytes: The cells, one byte behind each.
  ///   - ends: Where each ends, as a place in something longer.
  ///   - offset: Where `bytes` begins in that.
  mutating func appendFirstCells(_ bytes: Span<UInt8>, ends: Span<Int>, offset: Int) {
    var start = text.count
    let move = start - offset
    text.append(copying: bytes)
    for column in ends.indices {
      let end = ends[column] + move
      if table.fields[column].isAlias { partValues(of: start..<end) }
      text[end] = Separator.field
      cells.append(Cell(column: column, start: start, end: end + 1))
      start = end + 1
    }
  }

  private mutating func partValues(of cell: Range<Int>) {
    precondition(cell.upperBound <= text.count)
    unsafe text.withUnsafeMutableBufferPointer { bytes in
      for index in cell where unsafe bytes[index] == UInt8(ascii: "\n") {
        // SAFETY: the cell is inside the text.
        unsafe bytes[index] = Separator.value
      }
    }
  }

  /// Ends the record, which begins on `line` of its source.
  ///
  /// - Throws: `recordTooLarge`, without a place.
  mutating func endRecord(line: Int) throws(CorpusError) {
    if !isInOrder { arrangeCells() }
    if text.count == recordStart { text.append(Separator.field) }
    cells.truncate(to: 0)
    isInOrder = true
    if text.count > sharedLimit { try moveRecordToNewSegment() }
    starts.append(UInt32(text.count))
    sources.add(line)
  }

  /// Forgets all of the record at hand.
  mutating func dropRecord() {
    text.truncate(to: recordStart)
    cells.truncate(to: 0)
    isInOrder = true
  }

  /// Writes the cells in column order, the last one for each column, empty ones between.
  private mutating func arrangeCells() {
    let start = recordStart
    scratch.truncate(to: 0)
    text.withSpan { text in scratch.append(copying: text.extracting(start..<text.count)) }
    text.truncate(to: start)
    var latest: [Int: Int] = [:]
    var last = -1
    for index in 0..<cells.count {
      latest[cells[index].column] = index
      last = max(last, cells[index].column)
    }
    for column in stride(from: 0, through: last, by: 1) {
      guard let index = latest[column] else {
        text.append(Separator.field)
        continue
      }
      let cell = cells[index]
      scratch.withSpan { scratch in
        text.append(copying: scratch.extracting((cell.start - start)..<(cell.end - start)))
      }
    }
  }

  private mutating func moveRecordToNewSegment() throws(CorpusError) {
    let start = recordStart
    if text.count - start > limit { throw CorpusError(.recordTooLarge(limit: limit)) }
    if start == 0 { return }
    var next = GrowableBuffer<UInt8>(capacity: text.count - start)
    text.withSpan { next.append(copying: $0.extracting(start..<$0.count)) }
    text.truncate(to: start)
    endSegment()
    text = next
  }

  /// Closes the segment at hand, at the end of its last record.
  mutating func endSegment() {
    if starts.count == 1 { return }
    var fullText = GrowableBuffer<UInt8>()
    var fullStarts = GrowableBuffer<UInt32>()
    swap(&fullText, &text)
    swap(&fullStarts, &starts)
    starts.append(0)
    let added = fullStarts.count - 1
    let isASCII = !mayHoldNonASCII || fullText.withSpan { UTF8Text.isASCII($0) }
    segments.append(
      Segment(
        text: fullText.freeze(), starts: fullStarts.freeze(), firstRecord: finishedCount,
        isASCII: isASCII))
    finishedCount += added
  }

  /// Hands over the records so far; the next one is the first of its corpus.
  mutating func takeRecords() -> Corpus {
    endSegment()
    let fields = table.fields.isEmpty ? [Field(Field.line)] : table.fields
    let corpus = Corpus(name: "", fields: fields, segments: segments, sources: sources.take())
    segments = []
    finishedCount = 0
    return corpus
  }

  /// Ends the last record's segment and hands everything over.
  ///
  /// A corpus without any column gets the one of plain lines.
  mutating func finish(name: String) -> Corpus {
    endSegment()
    let fields = table.fields.isEmpty ? [Field(Field.line)] : table.fields
    return Corpus(name: name, fields: fields, segments: segments, sources: sources.finish())
  }
}

extension Field {
  /// The name of the column of plain lines.
  static let line = "text"
}
