public import Corpora
internal import UnicodeText

/// Some rows of a result, with everything needed to show them.
///
/// Cells are stored as in a corpus: each field ends with `Separator.field`, and `Separator.value`
/// separates the values of an alias field. A batch owns its bytes and keeps no reference to its
/// source.
public struct RowBatch: Sendable {
  /// The properties of one row.
  public struct Entry: BitwiseCopyable, Sendable {
    /// The number of the record in its source, from 0.
    ///
    /// If record numbers were not requested, only the order of the numbers is meaningful.
    public var record: UInt64

    /// The line of the source on which the record begins, from 1.
    public var line: Int

    /// The index of the row's path in `sources`.
    public var source: Int

    /// Whether the row is shown only as context of a match.
    public var isContext = false

    /// Whether the row begins a new group of rows: the record before it in the file is not shown.
    public var startsGroup = false

    /// Whether the row matches only because a full name begins with the query.
    ///
    /// A full name is a run of text without whitespace. The value can be `true` only with the
    /// strategy `prefix`.
    public var isFullName = false

    /// The index of the row in `hitStarts` and `columns` of the batch; set by the builder.
    var place = 0

    /// The bounds of the row in the text of the batch; set by the builder.
    var start = 0
    var end = 0

    /// Creates the properties of a row.
    public init(record: UInt64, line: Int, source: Int, isContext: Bool = false) {
      self.record = record
      self.line = line
      self.source = source
      self.isContext = isContext
    }
  }

  /// The columns of the records.
  public let fields: [Field]

  /// The paths of the files that the rows come from.
  public let sources: [String]

  /// For each source, the columns that all its rows have, in the order of the file.
  ///
  /// An element is nil if the rows of its source have different columns.
  package let sourceColumns: [[Int]?]

  /// The properties of the rows, in order.
  public internal(set) var rows: [Entry]

  /// The number of matching rows of the result that precede this batch.
  public private(set) var firstRow = 0

  let text: FrozenBuffer<UInt8>

  let hits: [Hit]

  /// The index of each row's first hit in `hits`, followed by the total number of hits.
  let hitStarts: [Int]

  /// The column numbers of the hits in the lines of the files; see `fileColumns(ofRow:)`.
  let columns: FileColumnList

  /// The number of rows, including context rows.
  public var count: Int { rows.count }

  /// Whether there are no rows.
  public var isEmpty: Bool { rows.isEmpty }

  /// The number of matching rows, without the context rows.
  public var matchCount: Int { rows.reduce(0) { $0 + ($1.isContext ? 0 : 1) } }

  /// The approximate memory use of the batch, in bytes.
  public var memoryBytes: Int {
    text.count + rows.count * MemoryLayout<Entry>.stride + hits.count * MemoryLayout<Hit>.stride
  }

  /// The ranges to highlight in a row, in output order.
  ///
  /// A context row has no hits. No row has hits if none were requested.
  ///
  /// - Complexity: O(1).
  public func hits(ofRow index: Int) -> ArraySlice<Hit> {
    let place = rows[index].place
    if rows[index].isContext { return [] }
    return hits[hitStarts[place]..<hitStarts[place + 1]]
  }

  /// The column number of a row's first hit in the line of the file, counted in bytes from 1; 0 if
  /// there is no hit.
  ///
  /// - Complexity: O(1).
  package func firstColumn(ofRow index: Int) -> Int {
    let place = rows[index].place
    if rows[index].isContext || hitStarts[place] == hitStarts[place + 1] { return 0 }
    return columns[place].first ?? hits[hitStarts[place]].range.lowerBound + 1
  }

  /// The column numbers of a row's first hits in the line of the file, counted in bytes from 1.
  ///
  /// A hit that is not in the list has the same column number in the line as in its field.
  ///
  /// - Complexity: O(1).
  public func fileColumns(ofRow index: Int) -> ArraySlice<Int> { columns[rows[index].place] }

  /// The path of the file that a row comes from.
  ///
  /// - Complexity: O(1).
  public func source(ofRow index: Int) -> String { sources[rows[index].source] }

  /// Calls `body` with the stored bytes of a row, which contain its cells and separators.
  ///
  /// - Complexity: The cost of `body`.
  public func withRecord<R, E: Error>(
    _ index: Int, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    try text.withSpan(of: rows[index].start..<rows[index].end, body)
  }

  /// Calls `body` with the text of the batch; `range(ofRow:)` returns the range of a row in this
  /// text.
  package func withText(_ body: (Span<UInt8>) -> Void) { text.withSpan(body) }

  /// The range of a row's stored cells in the text of the batch.
  ///
  /// - Complexity: O(1).
  package func range(ofRow index: Int) -> Range<Int> { rows[index].start..<rows[index].end }

  /// The hits of all rows; `hitRange(ofRow:)` returns the indices of a row's hits.
  package var allHits: [Hit] { hits }

  /// The indices of a row's hits in `allHits`; empty for a context row.
  ///
  /// - Complexity: O(1).
  package func hitRange(ofRow index: Int) -> Range<Int> {
    let row = rows[index]
    let start = hitStarts[row.place]
    return start..<(row.isContext ? start : hitStarts[row.place + 1])
  }

  /// Whether the batch stores, for some hits, the column number in the line of the file.
  package var hasFileColumns: Bool { !columns.isEmpty }

  /// The number of stored bytes of a row, including separators.
  ///
  /// - Complexity: O(1).
  public func size(ofRow index: Int) -> Int {
    rows[index].end - rows[index].start
  }

  /// The text of one field, with its values joined by newlines.
  ///
  /// The result is empty if the record does not have the field.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the row.
  public func text(ofRow index: Int, field: Int) -> String {
    withRecord(index) { record in
      StoredRecord.text(of: field, isAlias: fields[field].isAlias, in: record)
    }
  }

  /// A batch that contains only a copy of row `index`.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the row.
  public func row(at index: Int, showingHits: Bool = true) -> RowBatch {
    var builder = Builder(fields: fields)
    builder.append(rows[index], at: index, of: self, showingHits: showingHits)
    return builder.finish()
  }

  /// Sets `firstRow`, the number of matching rows of the result that precede this batch.
  ///
  /// - Complexity: O(1).
  public mutating func move(to row: Int) { firstRow = row }

  /// A copy of the batch with `rows` instead of its own rows.
  func with(_ rows: some Sequence<Entry>) -> RowBatch {
    var batch = self
    batch.rows = Array(rows)
    return batch
  }

  /// The rows of the batch up to and including its first `matches` matches.
  ///
  /// - Complexity: O(*n*), where *n* is the number of rows.
  public func prefix(matches: Int) -> RowBatch {
    var left = matches
    let end = rows.firstIndex { row in
      if left <= 0 { return true }
      if !row.isContext { left -= 1 }
      return false
    }
    return end.map { with(rows[..<$0]) } ?? self
  }

  /// The number of matches in each file, in the order of the rows.
  public var sourceCounts: [(path: String, count: Int)] {
    var counts: [(path: String, count: Int)] = []
    var last = -1
    for row in rows where !row.isContext {
      if row.source == last {
        counts[counts.count - 1].count += 1
      } else {
        counts.append((sources[row.source], 1))
        last = row.source
      }
    }
    return counts
  }
}
