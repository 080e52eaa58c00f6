internal import Corpora
internal import Searching
internal import UnicodeText

/// Reads the rows of a table in order, one window after another.
///
/// A window is a range of record numbers. The server sorts only the rows of one window at a time.
/// A window with few rows is followed by a wider window, and a window with many rows by a narrower
/// window.
struct RowStream {
  let table: RemoteTable
  let engine: RemoteEngine
  let judge: RecordJudge
  var condition: SQLExpression

  /// Whether the server's condition selects exactly the matching records; if false, `judge` tests
  /// each record that the server sends.
  var isExact: Bool
  let isInverted: Bool
  let cancellation: Cancellation

  /// A batch of matching records, in order.
  struct Found {
    let corpus: Corpus
    let numbers: [UInt64]
    let records: ResultSet
    let undecided: Int
  }

  /// If the number of rows in a window is in this range, the next window has the same width.
  private static let usualRows = 16_384...131_072

  /// The maximum number of records in a batch for `judge`; `batchBytes` is the maximum size of the
  /// batch in bytes.
  private static let batchRecords = 4_096
  private static let batchBytes = 1 << 21

  /// Calls `body` with batches of the matching records from `start` on, until `body` returns
  /// `false`.
  ///
  /// - Parameters:
  ///   - start: the number of the first record to read.
  ///   - limit: the number of matches to read; `nil` for all.
  ///   - enough: if the first window has at least this many matches, no other window is read.
  ///   - body: gets batches of records that match.
  /// - Returns: whether all matches from `start` on were read.
  /// - Throws: `RemoteFailure`.
  func run(
    from start: UInt64, limit: Int?, enough: Int = .max,
    _ body: (Found) throws(RemoteFailure) -> Bool
  ) throws(RemoteFailure) -> Bool {
    let first = max(start, table.ids.lowerBound)
    var next = first
    let end = table.ids.upperBound
    var left = limit ?? .max
    let all = left
    var width = firstWidth(wanting: limit)
    while next < end, left > 0 {
      let window = next..<(end - next > width ? next + width : end)
      var rows = 0
      var shouldContinue = true
      try read(window, limit: isExact && left < .max ? left : nil) {
        found, read throws(RemoteFailure) in
        rows += read
        left -= found.records.count
        shouldContinue = try body(found)
        return shouldContinue
      }
      if !shouldContinue { return false }
      next = window.upperBound
      if window.lowerBound == first, all - left >= enough, next < end { return false }
      if rows < Self.usualRows.lowerBound {
        // After a window with very few rows, read a much wider window, because each statement takes
        // several milliseconds.
        let factor = UInt64(min(max(Self.usualRows.upperBound / max(rows, 1), 4), 64))
        let (wider, isTooWide) = width.multipliedReportingOverflow(by: factor)
        width = isTooWide ? .max : wider
      } else if rows > Self.usualRows.upperBound {
        width = max(1, width / 2)
      }
    }
    return left > 0
  }

  /// The width of the first window, counted in record numbers.
  private func firstWidth(wanting limit: Int?) -> UInt64 {
    let ids = table.ids
    let span = ids.upperBound - ids.lowerBound
    // If the table is small, a single statement over all records is the fastest way to read a page.
    let records: UInt64 = limit == nil ? 65_536 : isExact ? 2_000_000 : 100_000
    guard table.recordCount > records else { return .max }
    return max(1, UInt64(Double(span) / Double(table.recordCount) * Double(records)))
  }

  /// Reads one window; `body` gets the matching records, and the number of records that were read.
  func read(
    _ window: Range<UInt64>, limit: Int? = nil,
    _ body: (Found, _ read: Int) throws(RemoteFailure) -> Bool
  ) throws(RemoteFailure) {
    var select = Select(table.rowValues, from: table.name)
    select.condition = .all([table.within(window), condition])
    select.order = table.order
    select.limit = limit
    var batch = try Batch(table)
    var isOver = false
    try engine.ask(select.statement, cancellation) { source throws(RemoteFailure) in
      var reader = BinaryReader()
      while try reader.hasRow(source) {
        try batch.add(&reader, source)
        if batch.count >= Self.batchRecords || batch.textBytes >= Self.batchBytes {
          let read = batch.count
          isOver = try !body(try judged(batch.take()), read)
          if isOver { return }
        }
      }
    }
    if isOver || batch.count == 0 { return }
    let read = batch.count
    _ = try body(try judged(batch.take()), read)
  }

  private func judged(
    _ read: (corpus: Corpus, numbers: [UInt64])
  ) throws(RemoteFailure) -> Found {
    if isExact {
      return Found(
        corpus: read.corpus, numbers: read.numbers, records: .all(of: read.corpus.count),
        undecided: 0)
    }
    let verdict = judge.verdict(
      on: read.corpus, isInverted: isInverted, { cancellation.isCancelled })
    guard let verdict else { throw .cancelled }
    return Found(
      corpus: read.corpus, numbers: read.numbers, records: verdict.records,
      undecided: verdict.undecided)
  }
}

/// The records of a response that `judge` has not yet tested.
private struct Batch: ~Copyable {
  private var collector: RecordCollector
  private var numbers: [UInt64] = []
  private let columns: Int
  private let namesSources: Bool
  private let fallback: String
  private let ids: Range<UInt64>
  private var last: UInt64?
  private let hasUniqueIDs: Bool

  init(_ table: RemoteTable) throws(RemoteFailure) {
    do throws(CorpusError) {
      collector = try RecordCollector(fields: table.fields)
    } catch {
      throw .changed("the columns of the table cannot be read: \(error.message)")
    }
    columns = table.fields.count
    namesSources = table.namesSources
    fallback = table.name.description
    ids = table.ids
    hasUniqueIDs = table.hasUniqueIDs
  }

  var count: Int { collector.count }
  var textBytes: Int { collector.textBytes }

  /// Reads one row.
  mutating func add(
    _ reader: inout BinaryReader, _ source: BinaryReader.Source
  ) throws(RemoteFailure) {
    let number = try reader.number(source)
    // A ClickHouse server sends only rows with requested record numbers, in order. Reject any other
    // response. A half-open range cannot include `UInt64.max`, so check this record number
    // separately.
    let isKnown = ids.contains(number) || number == .max && ids.upperBound == .max
    guard isKnown, last.map({ hasUniqueIDs ? $0 < number : $0 <= number }) ?? true
    else { throw .malformed }
    last = number
    var path = fallback
    var line = Int(clamping: number) + 1
    if namesSources {
      path = try reader.string(source)
      line = Int(clamping: try reader.number(source))
    }
    collector.begin(source: path)
    for column in 0..<columns {
      try reader.text(source) { collector.append(cell: $0, column) }
    }
    do throws(CorpusError) {
      try collector.endRecord(line: line)
    } catch {
      throw .changed(error.message)
    }
    numbers.append(number)
  }

  mutating func take() -> (corpus: Corpus, numbers: [UInt64]) {
    defer { numbers = [] }
    return (collector.takeRecords(), numbers)
  }
}
