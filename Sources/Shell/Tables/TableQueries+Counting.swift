internal import Basics
internal import Corpora
internal import Reporting
internal import Searching
internal import Tables
internal import Terminal

extension TableQueries {
  /// `:count [by F,...]`: writes the number of records in the last result, or in each group of the
  /// result.
  ///
  /// A group consists of the records that have equal cells in the given columns.
  func count(_ request: CountRequest) throws {
    let outcome = try cursor.last()
    guard !request.columns.isEmpty else {
      return try console.writeLine(String(outcome.rows.count))
    }
    var tally = Tally(by: request.columns)
    func isCounted(_ result: any StreamedResult) throws -> Bool {
      guard let counts = try Self.counts(of: result, by: request.columns) else { return false }
      tally.add(Tally.part(of: counts, by: request.columns))
      return true
    }
    try readRecords(of: outcome, for: ":count", unless: isCounted) { records, corpus in
      tally.add(records, of: corpus, isCancelled: { Signals.isCancelled })
    } addingRows: {
      tally.add(Tally.part(of: $0, by: request.columns))
    }
    let writer = CountWriter(console: console, settings: workspace.settings, request: request)
    try console.paged(settings: workspace.settings) { try writer.write(tally) }
  }

  /// `:histogram F`: writes a histogram of the numbers or times in a column of the last result.
  func histogram(_ request: CountRequest) throws {
    var histogram = Histogram(of: request.columns.first ?? "")
    try readRecords(of: try cursor.last(), for: ":histogram") { records, corpus in
      histogram.add(records, of: corpus, isCancelled: { Signals.isCancelled })
    } addingRows: {
      histogram.add($0)
    }
    let writer = CountWriter(console: console, settings: workspace.settings, request: request)
    try console.paged(settings: workspace.settings) { try writer.write(histogram) }
  }

  private static func counts(
    of result: any StreamedResult, by columns: [String]
  ) throws -> RowCounts? {
    do throws(SearchError) {
      return try result.counts(by: columns, .signals)
    } catch {
      throw ShellError(error)
    }
  }

  /// Passes the records of a result to `body`, one corpus at a time.
  ///
  /// `body` returns false if it was canceled.
  ///
  /// Records that are not in memory are not passed to `body`. Instead, `isCounted` either counts
  /// these records and returns true, or returns false. If it returns false, `addRows` receives the
  /// rows of these records in batches.
  private func readRecords(
    of outcome: Outcome, for command: String,
    unless isCounted: (any StreamedResult) throws -> Bool = { _ in false },
    _ body: (ResultSet, Corpus) -> Bool,
    addingRows addRows: (RowBatch) -> Void
  ) throws {
    for part in outcome.parts {
      if let result = part.result as? any StreamedResult {
        if try isCounted(result) { continue }
        do throws(SearchError) {
          try result.forEachBatch(RowDetails(hits: false), .signals) {
            addRows($0)
            return true
          }
        } catch {
          throw ShellError(error)
        }
        continue
      }
      let corpus = try part.loaded.inMemory(for: command).corpus
      guard body(try part.result.allRecords() ?? .all(of: 0), corpus) else {
        throw ShellError.interrupted
      }
    }
  }
}

/// The command `:count [by F,...] [--top N]`.
struct CountCommand: SessionCommand {
  var request = CountRequest()
  private var words: [String] = []

  static let form = Form<Self>(
    "count", "count the records of the last result, or each group of them",
    usage: "[by F,...] [--top N] [--chart FILE]",
    [
      .rest(
        "by F,...", kind: .fields, help: "The columns to count by.", change: { $0.words.append($1) }
      )
    ],
    .group(
      [CountRequest.by, CountRequest.top, CountRequest.chart, CountRequest.force],
      in: { try $1(&$0.request) }))

  mutating func validate() throws {
    if words.first == "by" { words.removeFirst() }
    for word in words { request.add(word) }
    words = []
    try request.check()
  }

  mutating func run(in tables: TableQueries) throws { try tables.count(request) }
}

/// The command `:histogram F [--by WIDTH]`.
struct HistogramCommand: SessionCommand {
  var request = CountRequest()

  static let form = Form<Self>(
    "histogram", "count the records of the last result by a number or a time",
    usage: "F [--by WIDTH] [--chart FILE]",
    [
      .argument(
        "F", kind: .fields, help: "The column of numbers or times.",
        change: {
          $0.request.columns = [$1]
        })
    ],
    .group(
      [CountRequest.width, CountRequest.chart, CountRequest.force], in: { try $1(&$0.request) }))

  mutating func run(in tables: TableQueries) throws { try tables.histogram(request) }
}
