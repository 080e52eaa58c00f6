internal import Corpora
internal import Searching
internal import UnicodeText

/// Reads the rows of a table in order, while the table's source is still being read.
struct StreamCursor: ~Copyable {
  private let table: RecordTable
  private let keptRows: KeptRows?
  private var records: StreamedRecords?
  private var scan: StreamedRecords.Scan?

  /// The batches of the scan so far; nil if they need too much memory.
  private var gathered: [ScannedBatch]?
  private var gatheredBytes = 0

  /// The records of the current batch; nil if queries need only the cells.
  private var batch: FoundBatch?
  private var hasBatch = false
  private var numbers: FoundBatch.Numbers?
  private var reader: CellRows.Reader?

  /// Whether every record of the batch matches; if false, `matches` returns the matches after the
  /// current record.
  private var areAll = true
  private var matches: ResultSet.Iterator?

  /// The index of the current record in its batch, or in the source if there are no batches.
  private var record = 0

  /// The record number and line of the current record in the source; nil until a query reads them.
  private var place: (record: UInt64, line: Int)?
  private(set) var isAtEnd = true

  /// The range of record numbers that the query can return.
  private var wanted = 0..<Int.max

  /// The number of rows left to return if the source only counted the rows; otherwise nil.
  private var countedRows: Int?

  private var cells: [CellWriter.Cell] = []

  /// For each column, the index of its cell among the cells that queries read from a record.
  ///
  /// The index is negative if the column is not a field, or if queries do not read the column.
  private var places: [Int] = []
  private var writer = CellWriter(copies: true)
  private var foundHits: [Hit]?

  /// All rows, sorted by the column `orderColumn`; nil if the plan does not sort the rows.
  private var ordered: OrderedRows?
  private var orderColumn = 0
  private var orderedCells = 0

  init(_ table: RecordTable) {
    self.table = table
    keptRows = table.keptRows?.claim() == true ? table.keptRows : nil
  }

  // MARK: Rows

  /// Starts reading the rows of a plan.
  ///
  /// - Throws: `SearchError`.
  mutating func start(_ plan: TablePlan, _ arguments: [SQLValue]) throws(SearchError) {
    var query = ""
    var strategy: String?
    for (step, argument) in zip(plan.steps, arguments) {
      if step == .query { query = argument.text }
      if step == .strategy { strategy = argument.isNull ? nil : argument.text }
    }
    let records: StreamedRecords
    switch table.source {
    case .streamed(let known): records = known
    case .streamedSearch(_, let search): records = try search(query, strategy)
    case .parts, .search: return
    }
    self.records = records
    countedRows = nil
    if plan.onlyCounts {
      let count = try records.counted(table.cancellation)
      countedRows = count
      isAtEnd = count == 0
      return
    }
    cells = table.columns.map { column in
      guard case .field(let fields) = column.content, let field = fields[0] else {
        return CellWriter.Cell(field: -1, type: .text, isAlias: false)
      }
      return CellWriter.Cell(
        field: field, type: records.types[field], isAlias: records.fields[field].isAlias)
    }
    places = cells.map { cell in records.use.fields.firstIndex(of: cell.field) ?? -1 }
    ordered = nil
    wanted = 0..<Int.max
    var needle: StreamedRecords.Needle?
    for (step, argument) in zip(plan.steps, arguments) {
      narrow(by: step, argument)
      let found = Self.needle(step, argument, cells)
      if found?.text.utf8.count ?? 0 > needle?.text.utf8.count ?? 0 { needle = found }
    }
    // End a scan that is still running before the next scan starts.
    scan = nil
    scan = try records.scan(needle, table.cancellation)
    gathered = nil
    if case .stream(_, isWhole: true) = scan, keptRows == nil { gathered = [] }
    gatheredBytes = 0
    batch = nil
    reader = nil
    record = -1
    areAll = true
    isAtEnd = false
    try advanceRecord()
    if let order = plan.order { try sort(by: order, records) }
  }

  private mutating func narrow(by step: TablePlan.Step, _ argument: SQLValue) {
    guard case .record(let comparison) = step, case .integer(let number) = argument else { return }
    wanted = wanted.clamped(to: comparison.indices(number))
  }

  private static func needle(
    _ step: TablePlan.Step, _ argument: SQLValue, _ cells: [CellWriter.Cell]
  ) -> StreamedRecords.Needle? {
    switch step {
    case .equals(let column), .like(let column), .glob(let column):
      guard case .text(let pattern) = argument, cells[column].field >= 0,
        cells[column].type == .text, let text = LikePattern.needle(of: pattern, step)
      else { return nil }
      return StreamedRecords.Needle(text: text, field: cells[column].field)
    case .query, .strategy, .record: return nil
    }
  }

  /// Advances to the next row.
  mutating func advance() throws(SearchError) {
    if let countedRows {
      self.countedRows = countedRows - 1
      isAtEnd = countedRows <= 1
    } else if ordered != nil {
      writer.startRecord()
      isAtEnd = ordered?.advance(cells: orderedCells) != true
    } else {
      try advanceRecord()
    }
  }

  /// Advances to the next record.
  private mutating func advanceRecord() throws(SearchError) {
    while true {
      writer.startRecord()
      place = nil
      foundHits = nil
      while !advanceInBatch() {
        guard try advanceBatch() else {
          isAtEnd = true
          return
        }
      }
      if wanted == 0..<Int.max { return }
      let number = Int(location().record)
      if wanted.contains(number) { return }
      if number >= wanted.upperBound, records?.isAscending == true {
        isAtEnd = true
        return
      }
    }
  }

  private mutating func advanceInBatch() -> Bool {
    guard reader?.advance() == true else { return false }
    if areAll {
      record += 1
      return true
    }
    guard let next = matches?.next() else { return false }
    record = Int(next.rawValue)
    return true
  }

  /// Advances to the next batch; returns false after the last batch.
  private mutating func advanceBatch() throws(SearchError) -> Bool {
    guard let next = try nextBatch() else {
      keptRows?.leave()
      batch = nil
      reader = nil
      return false
    }
    reader = CellRows.Reader(next.cells, fields: records?.use.fields.count ?? 0)
    batch = next.batch
    hasBatch = next.batch != nil
    if let found = next.batch {
      keptRows?.enter(found)
      areAll = found.matches.count == found.corpus.count
      matches = areAll ? nil : found.matches.makeIterator()
      record = -1
      numbers = found.numbers
    }
    return true
  }

  private mutating func nextBatch() throws(SearchError) -> ScannedBatch? {
    switch scan {
    case .kept(let batches, let next):
      guard next < batches.count else { return nil }
      scan = .kept(batches, next: next + 1)
      return batches[next]
    case .stream(let stream, _):
      guard let batch = try stream.next() else {
        records?.finish(stream.report, gathered)
        scan = nil
        return nil
      }
      gatheredBytes += batch.memoryBytes
      if gatheredBytes <= StreamedRecords.keptBytes(of: batch) {
        gathered?.append(batch)
      } else {
        gathered = nil
      }
      return batch
    case nil: return nil
    }
  }

  private mutating func location() -> (record: UInt64, line: Int) {
    if let place { return place }
    if !hasBatch { return (UInt64(record), 0) }
    let found = numbers?.place(of: RecordID(UInt64(record))) ?? (0, 0)
    place = found
    return found
  }

  /// The SQL row ID of the current row, which encodes the record number.
  mutating func rowID() -> Int64 {
    let id = RowID(part: 0, record: Int(location().record)).rawValue
    keptRows?.visit(record, id: id)
    return id
  }

  // MARK: Order

  /// Reads all records, and sorts them by the bytes of a column.
  ///
  /// - Throws: `tooLarge` if the columns that the query reads need too much memory.
  private mutating func sort(
    by order: TablePlan.Order, _ records: StreamedRecords
  ) throws(SearchError) {
    orderColumn = order.column
    let others = cells.indices.filter {
      $0 != order.column && order.used & 1 << UInt64(min($0, 63)) != 0
    }
    var rows = OrderedRows(limit: records.orderingBytes)
    while !isAtEnd {
      reader?.withCell(places[order.column]) { rows.appendRow($0) }
      for column in others { reader?.withCell(places[column]) { rows.append($0) } }
      if rows.isTooLarge {
        records.recordMemoryShortage()
        throw .tooLarge(
          source: "SQL", limit: records.orderingBytes, remedy: "select fewer columns")
      }
      try advanceRecord()
    }
    rows.start(isDescending: order.isDescending)
    for (place, column) in others.enumerated() { cells[column].field = place }
    orderedCells = others.count
    isAtEnd = !rows.advance(cells: orderedCells)
    ordered = consume rows
    writer.startRecord()
  }

  // MARK: Cells

  /// Passes the value of a column of the current row to SQLite.
  mutating func write(column: Int, to result: SQLResult) {
    guard column < cells.count else { return result.setNull() }
    let cell = cells[column]
    if cell.field < 0 { return writeFixed(column, to: result) }
    if ordered != nil {
      if column == orderColumn {
        ordered?.withKey { writer.write($0, cell, to: result) }
      } else {
        ordered?.withRow { writer.write(cell, of: $0, to: result) }
      }
      return
    }
    precondition(places[column] >= 0, "SQLite reads only the columns that it named before")
    reader?.withCell(places[column]) { writer.write($0, cell, to: result) }
  }

  private mutating func writeFixed(_ column: Int, to result: SQLResult) {
    guard let records else { return result.setNull() }
    let id = RecordID(UInt64(record))
    switch table.columns[column].content {
    case .corpus: result.set(records.source.name)
    case .record: result.set(Int64(location().record) + 1)
    case .source: result.set(batch?.corpus.location(of: id).source ?? "")
    case .line: result.set(Int64(location().line))
    case .hits: result.set(Int64(hits(in: id).count))
    case .matched: result.set(hits(in: id).map(\.field).min().map { records.fields[$0].name } ?? "")
    case .column: result.set(Int64(firstHitColumn(in: id)))
    case .field: result.setNull()
    }
  }

  private mutating func hits(in id: RecordID) -> [Hit] {
    if let foundHits { return foundHits }
    let hits = records?.hasHits == true ? batch?.hits(in: id) ?? [] : []
    foundHits = hits
    return hits
  }

  /// The position of the first hit in the first field that contains hits, in grapheme clusters from
  /// 1; 0 if there are no hits.
  private mutating func firstHitColumn(in id: RecordID) -> Int {
    let hits = hits(in: id)
    guard let field = hits.map(\.field).min(), let hit = hits.first(where: { $0.field == field }),
      let corpus = batch?.corpus
    else { return 0 }
    return corpus.withRecord(id) { record in
      let cell = record.extracting(StoredRecord.bounds(of: field, in: record))
      return Graphemes.column(of: min(hit.range.lowerBound, cell.count), in: cell)
    }
  }
}
