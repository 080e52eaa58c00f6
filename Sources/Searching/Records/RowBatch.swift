public import Corpora
internal import UnicodeText

/// Some rows of a result, with everything needed to show them.
///
/// Cells are stored as in a corpus: each field ends with `Separator.field`, and `Separator.value` separates the values
/// of an alias field. A batch owns its bytes and refers to nothing else.
public struct RowBatch: Sendable {
  /// The properties of one row.
  public struct Entry: Sendable {
    /// The number of the record in its source, from 0; if numbers were not requested, only its order is meaningful.
    public var record: UInt64

    /// The line of the source on which the record begins, from 1.
    public var line: Int

    /// The index of its path in `sources`.
    public var source: Int

    /// Whether the row is shown only as context of a match.
    public var isContext = false

    /// Whether a new group of context begins, because the record before it in its file is not shown.
    public var startsGroup = false

    /// Whether it matches only because its whole name begins with the query (token-prefix).
    public var isFullName = false

    /// The columns of the first hits in the file's line, in bytes from 1, as many as were requested; for other hits, the
    /// column is that in the field.
    public var columns: [Int] = []

    /// The index of its text in the batch; set by the builder.
    fileprivate(set) var place = 0

    /// Creates the properties of a row.
    public init(record: UInt64, line: Int, source: Int, isContext: Bool = false) {
      self.record = record
      self.line = line
      self.source = source
      self.isContext = isContext
    }
  }

  /// The columns.
  public let fields: [Field]

  /// The paths of the rows.
  public let sources: [String]

  /// The properties of the rows, in order.
  public internal(set) var rows: [Entry]

  /// The number of matching rows of the result before this batch.
  public private(set) var firstRow = 0

  fileprivate let text: FrozenBuffer<UInt8>

  /// The offset of each row in `text`, then the end of the last row.
  fileprivate let starts: FrozenBuffer<Int>

  fileprivate let hits: [Hit]

  /// The index of each row's first hit in `hits`, then the number of hits.
  fileprivate let hitStarts: [Int]

  /// The number of rows, context included.
  public var count: Int { rows.count }

  /// Whether there are no rows.
  public var isEmpty: Bool { rows.isEmpty }

  /// The number of rows that are matches, not context.
  public var matchCount: Int { rows.reduce(0) { $0 + ($1.isContext ? 0 : 1) } }

  /// The approximate bytes of memory that the batch takes.
  public var memoryBytes: Int {
    text.count + rows.count * MemoryLayout<Entry>.stride + hits.count * MemoryLayout<Hit>.stride
  }

  /// The places to highlight in a row, in the order of results; empty for context, and if hits were not requested.
  ///
  /// - Complexity: O(1).
  public func hits(ofRow index: Int) -> ArraySlice<Hit> {
    let place = rows[index].place
    if rows[index].isContext { return [] }
    return hits[hitStarts[place]..<hitStarts[place + 1]]
  }

  /// The column of a row's first hit in the file's line, in bytes from 1; 0 without a hit.
  ///
  /// - Complexity: O(1).
  package func firstColumn(ofRow index: Int) -> Int {
    let place = rows[index].place
    if rows[index].isContext || hitStarts[place] == hitStarts[place + 1] { return 0 }
    return rows[index].columns.first ?? hits[hitStarts[place]].range.lowerBound + 1
  }

  /// The path of the file of a row.
  ///
  /// - Complexity: O(1).
  public func source(ofRow index: Int) -> String { sources[rows[index].source] }

  /// Calls `body` with the cells of a row, as they are stored.
  ///
  /// - Complexity: That of `body`.
  public func withRecord<R, E: Error>(
    _ index: Int, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    let place = rows[index].place
    return try text.withSpan(of: starts[place]..<starts[place + 1], body)
  }

  /// The number of bytes of a row, as it is stored.
  ///
  /// - Complexity: O(1).
  public func size(ofRow index: Int) -> Int {
    starts[rows[index].place + 1] - starts[rows[index].place]
  }

  /// The text of one field, with its values joined by newlines; empty if the record does not have the field.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the row.
  public func text(ofRow index: Int, field: Int) -> String {
    withRecord(index) { record in
      StoredRecord.text(of: field, isAlias: fields[field].isAlias, in: record)
    }
  }

  /// A batch with one row.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the row.
  public func row(at index: Int, showingHits: Bool = true) -> RowBatch {
    var builder = Builder(fields: fields)
    var row = rows[index]
    row.source = builder.place(ofSource: sources[row.source])
    withRecord(index) { builder.append(row, $0, hits: showingHits ? hits(ofRow: index) : []) }
    return builder.finish()
  }

  /// Sets the number of the first row in the result.
  ///
  /// - Complexity: O(1).
  public mutating func move(to row: Int) { firstRow = row }

  /// The same batch with only some of its rows.
  func with(_ rows: some Sequence<Entry>) -> RowBatch {
    var batch = self
    batch.rows = Array(rows)
    return batch
  }

  /// The rows up to the last of the first `matches` matches.
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

  /// The number of matches in each file, in order.
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

extension RowBatch {
  /// Joins the rows of several batches with the same columns.
  public init(joining batches: some Sequence<RowBatch>, fields: [Field]) {
    var builder = Builder(fields: fields)
    for batch in batches {
      for index in batch.rows.indices {
        var row = batch.rows[index]
        row.source = builder.place(ofSource: batch.sources[row.source])
        batch.withRecord(index) { builder.append(row, $0, hits: batch.hits(ofRow: index)) }
      }
    }
    self = builder.finish()
  }
}

extension RowBatch {
  /// Builds a batch.
  public struct Builder: ~Copyable {
    let fields: [Field]
    private(set) var sources: [String] = []
    private(set) var rows: [Entry] = []
    private(set) var hits: [Hit] = []
    private(set) var hitStarts = [0]
    private var text = GrowableBuffer<UInt8>()
    private var starts = GrowableBuffer<Int>()

    /// Creates a builder without rows.
    public init(fields: [Field]) {
      self.fields = fields
      starts.append(0)
    }

    /// The number of rows added so far.
    public var count: Int { rows.count }

    /// The bytes of text added so far.
    public var textBytes: Int { text.count }

    /// The index of a path in `sources`; adds the path if it is new.
    ///
    /// - Complexity: O(1) for the path of the row before; otherwise, O(*n*), where *n* is the number of paths.
    public mutating func place(ofSource path: String) -> Int {
      if let last = sources.last, last == path { return sources.count - 1 }
      if let known = sources.firstIndex(of: path) { return known }
      sources.append(path)
      return sources.count - 1
    }

    /// Adds a row, given as stored.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes of the record.
    public mutating func append(_ row: Entry, _ record: Span<UInt8>, hits: some Sequence<Hit> = [])
    {
      var row = row
      row.place = rows.count
      rows.append(row)
      text.append(copying: record)
      starts.append(text.count)
      self.hits.append(contentsOf: hits)
      hitStarts.append(self.hits.count)
    }

    /// Adds a row from cells, one for each of the first fields.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes of the cells.
    public mutating func append(_ row: Entry, cells: [String], hits: some Sequence<Hit> = []) {
      var record = GrowableBuffer<UInt8>()
      for (index, cell) in cells.enumerated() {
        let isAlias = fields[index].isAlias
        for byte in cell.utf8 {
          record.append(isAlias && byte == UInt8(ascii: "\n") ? Separator.value : byte)
        }
        record.append(Separator.field)
      }
      if record.count == 0 { record.append(Separator.field) }
      record.withSpan { append(row, $0, hits: hits) }
    }

    /// The batch with the rows added.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes of text, if memory has to be moved.
    public consuming func finish() -> RowBatch {
      RowBatch(
        fields: fields, sources: sources, rows: rows, text: text.freeze(), starts: starts.freeze(),
        hits: hits, hitStarts: hitStarts)
    }
  }
}
