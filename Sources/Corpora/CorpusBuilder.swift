internal import Basics
import UnicodeText

/// Collects records into segments.
///
/// A format appends the bytes of a cell to `text`, calls `endCell`, and after the last cell calls
/// `endRecord`. If cells arrive out of column order, `endRecord` reorders them.
package struct CorpusBuilder: ~Copyable, Sendable {
  /// The text of the current segment; formats append to it.
  var text = GrowableBuffer<UInt8>()

  /// The offset of each record in `text`, followed by the end of the last record; never empty.
  var starts = GrowableBuffer<UInt32>()

  var table: FieldTable
  var sources = SourceMapBuilder()

  /// The file positions of the cells of the current segment.
  var places = CellPlacesBuilder()

  /// Whether non-ASCII bytes may have been appended since the last segment ended.
  var mayHoldNonASCII = false

  /// The maximum number of bytes in a segment.
  let limit: Int

  /// The maximum number of bytes in a segment that contains several records; the size is checked
  /// when a record ends.
  private let sharedLimit: Int

  /// The number of records in finished segments.
  private var finishedCount = 0
  private var segments: [Segment] = []

  /// The cells of the current record, in the order in which they were written.
  private var cells = GrowableBuffer<Cell>()

  /// Whether the cells of the current record have arrived in column order, without skipped columns.
  private var isInOrder = true

  /// A scratch buffer for reordering cells.
  private var scratch = GrowableBuffer<UInt8>()

  struct Cell: BitwiseCopyable {
    var column: Int
    var start: Int
    var end: Int
    var place: CellPlaces.Packed
  }

  init(table: FieldTable = FieldTable(), limit: Int = Segment.limit, sharedLimit: Int? = nil) {
    self.table = table
    self.limit = limit
    self.sharedLimit = min(limit, sharedLimit ?? limit)
    starts.append(0)
  }

  /// The number of records.
  var count: Int { finishedCount + starts.count - 1 }

  /// The number of records times the number of columns.
  var cellCount: Int { count * table.fields.count }

  /// The number of bytes of text in all segments, for estimates.
  var textBytes: Int { segments.reduce(text.count) { $0 + $1.text.count } }

  /// The offset of the current record in `text`.
  var recordStart: Int { Int(starts[starts.count - 1]) }

  /// The offset of the current cell in `text`.
  var cellStart: Int { cells.count == 0 ? recordStart : cells[cells.count - 1].end }

  /// Reserves capacity for `bytes` more bytes of text and `records` more records.
  ///
  /// - Throws: `outOfMemory`.
  mutating func reserve(_ bytes: Int, records: Int) throws(CorpusError) {
    guard text.reserveIfPossible(bytes), starts.reserveIfPossible(records) else {
      throw CorpusError(.outOfMemory)
    }
  }

  /// Ends the cell that consists of the bytes appended since the previous cell ended.
  ///
  /// In an alias field, newlines separate values.
  ///
  /// `place` is the position of the cell in its file; it is ignored if `endRecord` is then called
  /// without an offset.
  mutating func endCell(_ column: Int, at place: CellPlaces.Packed = .unknown) {
    let start = cellStart
    if table.fields[column].isAlias {
      if !table.aliasSeparator.isEmpty { splitValues(from: start) }
      separateValues(of: start..<text.count)
    }
    text.append(Separator.field)
    isInOrder = isInOrder && column == cells.count
    cells.append(Cell(column: column, start: start, end: text.count, place: place))
  }

  /// Removes the bytes that were appended since the last cell ended.
  mutating func dropCell() { text.truncate(to: cellStart) }

  /// Appends the cells of the first columns, in order, to a record that has no cells yet.
  ///
  /// - Parameters:
  ///   - bytes: The text of the cells; one arbitrary byte follows each cell.
  ///   - ends: The end of each cell, as an offset in a larger text that contains `bytes`.
  ///   - offset: The offset of `bytes` in that text.
  mutating func appendFirstCells(_ bytes: Span<UInt8>, ends: Span<Int>, offset: Int) {
    var start = text.count
    let move = start - offset
    text.append(copying: bytes)
    for column in ends.indices {
      let end = ends[column] + move
      if table.fields[column].isAlias { separateValues(of: start..<end) }
      text[end] = Separator.field
      cells.append(Cell(column: column, start: start, end: end + 1, place: .unknown))
      start = end + 1
    }
  }

  private mutating func separateValues(of cell: Range<Int>) {
    precondition(cell.upperBound <= text.count)
    for index in cell where text[index] == UInt8(ascii: "\n") { text[index] = Separator.value }
  }

  /// Splits the last cell into values, and trims whitespace around them; `start` is the start of
  /// the cell.
  private mutating func splitValues(from start: Int) {
    let cell: [UInt8] = text.withSpan { text in
      (start..<text.count).map { text[$0] == UInt8(ascii: "\n") ? Separator.value : text[$0] }
    }
    var rest = cell[...]
    text.truncate(to: start)
    while true {
      let found = rest.firstRange(of: table.aliasSeparator)
      let value = found.map { rest[..<$0.lowerBound] } ?? rest
      for part in value.split(separator: Separator.value) {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        guard let first = part.firstIndex(where: { !isBlank($0) }),
          let last = part.lastIndex(where: { !isBlank($0) })
        else { continue }
        if text.count > start { text.append(Separator.value) }
        for byte in part[first...last] { text.append(byte) }
      }
      guard let found else { return }
      rest = rest[found.upperBound...]
    }
  }

  /// Ends the record that begins on line `line` of its source.
  ///
  /// `offset` is the offset of the record in its line, in bytes; nil if the record is stored
  /// unchanged, or if its position is unknown.
  ///
  /// - Throws: `recordTooLarge`, without a path or line.
  mutating func endRecord(line: Int, at offset: Int? = nil) throws(CorpusError) {
    if !isInOrder { arrangeCells() }
    if text.count == recordStart { text.append(Separator.field) }
    if text.count > sharedLimit { try moveRecordToNewSegment() }
    if let offset {
      for index in 0..<cells.count { places.append(cells[index].place) }
      places.endRecord(starts.count - 1, at: offset)
    }
    cells.truncate(to: 0)
    isInOrder = true
    starts.append(UInt32(text.count))
    sources.add(line)
  }

  /// Ends a record whose only cell is in the first column.
  ///
  /// The cell consists of the bytes that were appended since the previous record. The first column
  /// must not be an alias field.
  ///
  /// - Throws: `recordTooLarge`, without a path or line.
  mutating func endRecordOfOneCell(line: Int) throws(CorpusError) {
    text.append(Separator.field)
    if text.count > sharedLimit { try moveRecordToNewSegment() }
    starts.append(UInt32(text.count))
    sources.add(line)
  }

  /// Whether the text so far fits into a segment that contains several records.
  var sharesSegment: Bool { text.count <= sharedLimit }

  /// Ends a record of one cell at `end`; the byte before `end` becomes the separator.
  ///
  /// - Precondition: the text up to `end` fits into a segment that contains several records.
  mutating func endRecordOfOneCell(line: Int, at end: Int) {
    text[end - 1] = Separator.field
    starts.append(UInt32(end))
    sources.add(line)
  }

  /// Removes everything written for the current record.
  mutating func dropRecord() {
    text.truncate(to: recordStart)
    cells.truncate(to: 0)
    isInOrder = true
  }

  /// Rewrites the record so that its cells are in column order.
  ///
  /// If a column has several cells, only the last cell is used. Columns without a cell get an empty
  /// cell.
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
    var arranged = GrowableBuffer<Cell>(capacity: last + 1)
    for column in stride(from: 0, through: last, by: 1) {
      let begin = text.count
      let cell = latest[column].map { cells[$0] }
      if let cell {
        scratch.withSpan { scratch in
          text.append(copying: scratch.extracting((cell.start - start)..<(cell.end - start)))
        }
      } else {
        text.append(Separator.field)
      }
      arranged.append(
        Cell(column: column, start: begin, end: text.count, place: cell?.place ?? .unknown))
    }
    swap(&cells, &arranged)
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

  /// Closes the current segment at the end of its last complete record.
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
        isASCII: isASCII, places: places.take()))
    finishedCount += added
  }

  /// Removes the records collected so far, and returns them as a corpus.
  ///
  /// The next record becomes record 0 of the next corpus.
  mutating func takeRecords() -> Corpus {
    endSegment()
    let fields = table.fields.isEmpty ? [Field(Field.line)] : table.fields
    let corpus = Corpus(name: "", fields: fields, segments: segments, sources: sources.take())
    segments = []
    finishedCount = 0
    return corpus
  }

  /// Ends the last segment and returns the corpus.
  ///
  /// A corpus without columns gets the column `text`, like a corpus of plain lines.
  mutating func finish(name: String) -> Corpus {
    endSegment()
    let fields = table.fields.isEmpty ? [Field(Field.line)] : table.fields
    return Corpus(name: name, fields: fields, segments: segments, sources: sources.finish())
  }
}

extension Field {
  /// The name of the column for plain lines.
  static let line = "text"
}
