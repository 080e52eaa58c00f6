internal import Corpora
internal import Searching
internal import UnicodeText

/// Reads the rows of a table one after another.
///
/// Each thread has its own cursor. Reading a row does not change the reference counts of objects
/// that several threads use.
struct RecordCursor: ~Copyable {
  private let table: RecordTable
  private var parts: [RecordTable.Part] = []
  private var orders: [RowOrder] = []

  /// The index in `parts` of the part that contains the current row.
  ///
  /// `left` contains the rows of this part that have not been read yet.
  private var part = 0
  private var left = Left.range(0..<0)

  /// The number of the current record.
  private var record = 0
  private(set) var isAtEnd = true

  /// For each column, the field to read and its type in the current corpus.
  private var cells: [CellWriter.Cell] = []
  private let recordColumn: Int?

  /// The range of all records in the current record's segment.
  private var segment = 0..<0
  private var text: PinnedBuffer<UInt8>?
  private var starts: PinnedBuffer<UInt32>?

  /// The cells of a corpus never move, and the table keeps the corpus alive until the connection
  /// closes, so SQLite need not copy cells.
  private var writer = CellWriter(copies: false)
  private var foundHits: (row: Int64, hits: [Hit])?

  private enum Left {
    case range(Range<Int>)
    case set(ResultSet.Iterator)
    case list([UInt32], next: Int)
  }

  init(_ table: RecordTable) {
    self.table = table
    recordColumn = table.columns.firstIndex { if case .record = $0.content { true } else { false } }
  }

  // MARK: Rows

  /// Starts reading the rows of a plan.
  ///
  /// - Throws: `SearchError`, if the plan includes a search and the search fails.
  mutating func start(_ plan: TablePlan, _ arguments: [SQLValue]) throws(SearchError) {
    var query = ""
    var strategy: String?
    for (step, argument) in zip(plan.steps, arguments) {
      if step == .query { query = argument.text }
      if step == .strategy { strategy = argument.isNull ? nil : argument.text }
    }
    switch table.source {
    case .parts(let known): parts = known
    case .search(let search): parts = try search(query, strategy)
    case .streamed, .streamedSearch: parts = []
    }
    orders = parts.map(\.rows)
    for (step, argument) in zip(plan.steps, arguments) { try narrow(by: step, argument) }
    if let order = plan.order { try sort(by: order) }
    part = -1
    left = .range(0..<0)
    isAtEnd = false
    advance()
  }

  /// Advances to the next row.
  mutating func advance() {
    writer.startRecord()
    switch left {
    case .range(let range) where !range.isEmpty:
      record = range.lowerBound
      left = .range(record + 1..<range.upperBound)
      return
    case .list(let records, let next) where next < records.count:
      record = Int(records[next])
      left = .list(records, next: next + 1)
      return
    case .set(var rest):
      if let next = rest.next() {
        record = Int(next.rawValue)
        left = .set(rest)
        return
      }
    default: break
    }
    advanceToNextPart()
  }

  private mutating func advanceToNextPart() {
    part += 1
    guard part < orders.count else {
      isAtEnd = true
      return
    }
    left =
      switch orders[part] {
      case .range(let range): .range(range)
      case .set(let records): .set(records.makeIterator())
      case .list(let records): .list(records, next: 0)
      }
    cells = table.columns.map { column in
      guard case .field(let fields) = column.content, let field = fields[part] else {
        return CellWriter.Cell(field: -1, type: .text, isAlias: false)
      }
      return CellWriter.Cell(
        field: field, type: parts[part].types[field],
        isAlias: parts[part].searcher.corpus.fields[field].isAlias)
    }
    segment = 0..<0
    advance()
  }

  /// Finds the segment of the current record.
  private mutating func locateSegment() {
    let corpus = parts[part].searcher.corpus
    let found = corpus.segments[corpus.segmentIndex(of: RecordID(UInt64(record)))]
    segment = found.firstRecord..<found.firstRecord + found.count
    text = PinnedBuffer(found.text)
    starts = PinnedBuffer(found.starts)
  }

  /// The SQL row ID of the current row, which encodes the index of the row's corpus and the record
  /// number.
  var rowID: Int64 { RowID(part: part, record: record).rawValue }

  // MARK: Constraints

  private mutating func narrow(by step: TablePlan.Step, _ argument: SQLValue) throws(SearchError) {
    switch step {
    case .query, .strategy: break
    case .record(let comparison):
      guard case .integer(let number) = argument else { return }
      let indices = comparison.indices(number)
      orders = orders.map { $0.clamped(to: indices) }
    case .equals(let column), .like(let column), .glob(let column):
      guard case .text(let pattern) = argument,
        case .field(let fields) = table.columns[column].content,
        let needle = LikePattern.needle(of: pattern, step)
      else { return }
      for (index, part) in parts.enumerated() {
        guard let field = fields[index], part.types[field] == .text else { continue }
        orders[index] = orders[index].intersection(
          try records(
            of: part, holding: needle, inFieldNamed: part.searcher.corpus.fields[field].name))
      }
    }
  }

  /// The records that contain a needle in one field, ignoring case.
  private func records(
    of part: RecordTable.Part, holding needle: String, inFieldNamed field: String
  ) throws(SearchError) -> ResultSet {
    var options = SearchOptions()
    options.fields = [field]
    let query = try CompiledQuery(checking: Query(needle, .substring, options: options))
    let result = try part.searcher.search(
      query, ResultRequest(countsHits: false), table.cancellation)
    try table.cancellation.check()
    return result.records ?? .all(of: part.searcher.corpus.count)
  }

  /// Sorts the rows by the bytes of a column; rows with equal cells keep the order of their
  /// records.
  private mutating func sort(by order: TablePlan.Order) throws(SearchError) {
    guard case .field(let fields) = table.columns[order.column].content, parts.count == 1,
      let field = fields[0]
    else { return }
    let corpus = parts[0].searcher.corpus
    var texts = TextTable()
    var numbers: [UInt32] = []
    var records: [UInt32] = []
    numbers.reserveCapacity(orders[0].count)
    records.reserveCapacity(orders[0].count)
    var isCancelled = false
    orders[0].visit { record in
      let number = corpus.withRecord(RecordID(UInt64(record))) { bytes in
        texts.number(of: bytes.extracting(StoredRecord.bounds(of: field, in: bytes)))
      }
      numbers.append(UInt32(number))
      records.append(UInt32(record))
      if records.count & 0xFFF == 0 { isCancelled = table.cancellation.isCancelled }
      return !isCancelled
    }
    if isCancelled { throw .cancelled }
    let places = texts.places(isDescending: order.isDescending)
    // Use a counting sort, which keeps the order of records with equal cells.
    var starts = [Int](repeating: 0, count: texts.count + 1)
    for number in numbers { starts[places[Int(number)] + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    var ordered = [UInt32](repeating: 0, count: records.count)
    for (index, number) in numbers.enumerated() {
      ordered[starts[places[Int(number)]]] = records[index]
      starts[places[Int(number)]] += 1
    }
    orders[0] = .list(ordered)
  }

  // MARK: Cells

  /// Passes the value of a column of the current row to SQLite.
  mutating func write(column: Int, to result: SQLResult) {
    guard column < cells.count else { return result.setNull() }
    let cell = cells[column]
    if cell.field < 0 { return writeFixed(column, to: result) }
    if !segment.contains(record) { locateSegment() }
    guard let text, let starts else { return result.setNull() }
    let index = record - segment.lowerBound
    text.withSpan(of: Int(starts[index])..<Int(starts[index + 1])) { record in
      writer.write(cell, of: record, to: result)
    }
  }

  private mutating func writeFixed(_ column: Int, to result: SQLResult) {
    if column == recordColumn { return result.set(Int64(record) + 1) }
    let searcher = parts[part].searcher
    let id = RecordID(UInt64(record))
    switch table.columns[column].content {
    case .corpus: result.set(searcher.corpus.name)
    case .record: result.set(Int64(record) + 1)
    case .source: result.set(searcher.corpus.location(of: id).source)
    case .line: result.set(Int64(searcher.corpus.location(of: id).line))
    case .hits: result.set(Int64(hits().count))
    case .matched:
      result.set(hits().map(\.field).min().map { searcher.corpus.fields[$0].name } ?? "")
    case .column: result.set(Int64(firstHitColumn()))
    case .field: result.setNull()
    }
  }

  private mutating func hits() -> [Hit] {
    if let known = foundHits, known.row == rowID { return known.hits }
    let hits = parts[part].result?.hits(of: RecordID(UInt64(record))) ?? []
    foundHits = (rowID, hits)
    return hits
  }

  /// The position of the first hit in the first field that contains hits, in grapheme clusters from
  /// 1; 0 if there are no hits.
  private mutating func firstHitColumn() -> Int {
    let hits = hits()
    guard let field = hits.map(\.field).min(), let hit = hits.first(where: { $0.field == field })
    else { return 0 }
    return parts[part].searcher.corpus.withRecord(RecordID(UInt64(record))) { record in
      let cell = record.extracting(StoredRecord.bounds(of: field, in: record))
      return Graphemes.column(of: min(hit.range.lowerBound, cell.count), in: cell)
    }
  }
}
