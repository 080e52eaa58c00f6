public import Corpora
internal import UnicodeText

extension RowBatch {
  /// Builds a batch.
  public struct Builder: ~Copyable {
    let fields: [Field]
    private(set) var sources: [String] = []
    private var sourceColumns: [[Int]?] = []
    private(set) var rows: [Entry] = []
    private(set) var hits: [Hit] = []
    private(set) var hitStarts = [0]
    private var columns = FileColumnList()
    private var text = GrowableBuffer<UInt8>()

    /// The text that contains all rows; nil if each row is copied to `text` instead.
    private var shared: FrozenBuffer<UInt8>?

    /// Creates a builder without rows.
    public init(fields: [Field]) { self.fields = fields }

    /// Creates a builder without rows; all rows will be ranges of `text`, which is not copied.
    init(fields: [Field], sharing text: FrozenBuffer<UInt8>) {
      self.fields = fields
      shared = text
    }

    /// The number of rows added so far.
    public var count: Int { rows.count }

    /// The number of bytes of text added so far.
    public var textBytes: Int { text.count }

    /// The index of a path in `sources`; adds the path if it is new.
    ///
    /// `columns` lists the columns that all rows of the file have. The value is nil if the rows of
    /// the file have different columns.
    ///
    /// - Complexity: O(1) for the path of the previous row; otherwise, O(*n*), where *n* is the
    ///   number of paths.
    public mutating func place(ofSource path: String, columns: [Int]? = nil) -> Int {
      if let last = sources.last, last == path { return sources.count - 1 }
      if let known = sources.firstIndex(of: path) { return known }
      sources.append(path)
      sourceColumns.append(columns)
      return sources.count - 1
    }

    /// Adds a row from the stored bytes of a record.
    ///
    /// `fileColumns` lists the column numbers of the record's first hits in the line of the file.
    /// The list is empty if the hits have the same column numbers in the line as in their fields.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes of the record.
    public mutating func append(
      _ row: Entry, _ record: Span<UInt8>, hits: some Sequence<Hit> = [],
      fileColumns: some Collection<Int> = []
    ) {
      if !fileColumns.isEmpty { columns.append(fileColumns, ofRow: rows.count) }
      append(row, record) {
        $0.append(contentsOf: hits)
        return row.isFullName
      }
    }

    /// Adds a row from a record; `appendHits` appends the hits of the record to a list.
    ///
    /// `appendHits` returns whether the row matches only because a full name (a run of text without
    /// whitespace) begins with the query.
    @inline(__always)
    mutating func append(
      _ row: Entry, _ record: Span<UInt8>, _ appendHits: (inout [Hit]) -> Bool
    ) {
      var row = row
      row.place = rows.count
      row.isFullName = appendHits(&hits)
      row.start = text.count
      text.append(copying: record)
      row.end = text.count
      rows.append(row)
      hitStarts.append(hits.count)
    }

    /// Copies row `index` of another batch with the same columns; `row` gives the row's properties.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes of the record.
    package mutating func append(
      _ row: Entry, at index: Int, of batch: RowBatch, showingHits: Bool = true
    ) {
      var row = row
      row.source = place(
        ofSource: batch.sources[row.source], columns: batch.sourceColumns[row.source])
      batch.withRecord(index) {
        append(
          row, $0, hits: showingHits ? batch.hits(ofRow: index) : [],
          fileColumns: batch.fileColumns(ofRow: index))
      }
    }

    /// Reserves capacity for `count` more rows.
    mutating func reserve(_ count: Int) { rows.reserveCapacity(rows.count + count) }

    /// Adds a row whose record is a range of the shared text; `takeHits` adds its hits later.
    mutating func append(_ row: Entry, at record: Range<Int>) {
      var row = row
      row.place = rows.count
      row.start = record.lowerBound
      row.end = record.upperBound
      rows.append(row)
    }

    /// Adds the hits of all rows that are ranges of the shared text.
    mutating func takeHits(_ found: RowHits) {
      precondition(found.starts.count == rows.count + 1)
      hits = found.hits
      hitStarts = found.starts
      for index in found.fullNames { rows[index].isFullName = true }
    }

    /// Adds a row from its cells; `cells` has the text of each field, but may omit the last fields.
    ///
    /// - Complexity: O(*n*), where *n* is the number of bytes of the cells.
    public mutating func append(
      _ row: Entry, cells: [String], hits: some Sequence<Hit> = [],
      fileColumns: some Collection<Int> = []
    ) {
      var record = GrowableBuffer<UInt8>()
      for (index, cell) in cells.enumerated() {
        let isAlias = fields[index].isAlias
        for byte in cell.utf8 {
          record.append(isAlias && byte == UInt8(ascii: "\n") ? Separator.value : byte)
        }
        record.append(Separator.field)
      }
      if record.count == 0 { record.append(Separator.field) }
      record.withSpan { append(row, $0, hits: hits, fileColumns: fileColumns) }
    }

    /// Returns a batch of all added rows.
    ///
    /// - Complexity: O(*n*) if the text has to be moved in memory, where *n* is the number of bytes
    ///   of the text.
    public consuming func finish() -> RowBatch {
      let (fields, sources, rows, columns) = (fields, sources, rows, columns)
      let sourceColumns = sourceColumns
      let (hits, hitStarts, shared) = (hits, hitStarts, shared)
      let copied = self.text.freeze()
      return RowBatch(
        fields: fields, sources: sources, sourceColumns: sourceColumns, rows: rows,
        text: shared ?? copied, hits: hits, hitStarts: hitStarts, columns: columns)
    }
  }
}

extension RowBatch {
  /// Joins the rows of several batches with the same columns.
  public init(joining batches: some Sequence<RowBatch>, fields: [Field]) {
    var builder = Builder(fields: fields)
    for batch in batches {
      for (index, row) in batch.rows.enumerated() { builder.append(row, at: index, of: batch) }
    }
    self = builder.finish()
  }
}
