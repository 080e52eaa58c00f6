package import Corpora
package import Searching
internal import Synchronization

/// A fake remote source that delivers rows in pages, counts only on request, and can be slow, fail
/// or hang.
///
/// The results come from a corpus in memory. The source logs every call.
package final class RemoteSource: NumberedSource {
  package let name: String
  package let kind = "remote"
  package let rowsPerPage = 7
  private let searcher: Searcher

  /// An entry of the log: a call to the source, or a cancellation.
  package enum Call: Hashable, Sendable {
    /// A search or a stream for a query with the given text.
    case search(String)
    case stream(String)

    /// A page of rows of a result or stream.
    case page(Range<Int>)

    case count

    /// The previous call was canceled; unlike the other cases, this entry is not a call.
    case cancelled
  }

  /// The failures, hangs and delays of calls, as a test configures them.
  package struct Faults: Sendable {
    /// The numbers of the page calls that fail, counted from 1.
    package var pages: Set<Int> = []
    package var failsToSearch = false
    package var failsToStream = false
    package var failsToCount = false

    /// Whether a search hangs until it is canceled.
    package var hangs = false
    package var hangsInStream = false
    package var hangsInCount = false

    /// The numbers of the page calls that hang, counted from 1.
    package var hangingPages: Set<Int> = []

    /// Called when a call starts to hang, for example to press Ctrl-C.
    package var meanwhile: (@Sendable () -> Void)?

    /// The number of cancellation checks in each call, at least 1; a larger number makes calls
    /// slower.
    package var slowness = 1

    package init() {}

    /// Whether a call hangs, and the reason if it fails.
    ///
    /// `page` is the number of page calls so far, including this call.
    fileprivate func fate(of call: Call, page: Int) -> (hangs: Bool, failure: String?) {
      switch call {
      case .search: (hangs, failsToSearch ? "node 2 does not answer" : nil)
      case .stream: (hangsInStream, failsToStream ? "node 2 does not answer" : nil)
      case .page:
        (hangingPages.contains(page), pages.contains(page) ? "the connection was closed" : nil)
      case .count: (hangsInCount, failsToCount ? "the count timed out" : nil)
      case .cancelled: (false, nil)
      }
    }
  }

  /// The calls so far.
  package struct Log: Sendable, Equatable {
    /// All calls and cancellations, in order.
    package fileprivate(set) var calls: [Call] = []

    /// The query texts of the searches.
    package var searches: [String] {
      calls.compactMap { call -> String? in
        guard case .search(let text) = call else { return nil }
        return text
      }
    }

    /// The row ranges of the page calls.
    package var pages: [Range<Int>] {
      calls.compactMap { call -> Range<Int>? in
        guard case .page(let rows) = call else { return nil }
        return rows
      }
    }

    /// The number of count calls.
    package var counts: Int { calls.count { $0 == .count } }

    /// The number of canceled calls.
    package var cancelled: Int { calls.count { $0 == .cancelled } }
  }

  /// The number of cancellation checks after which a hanging call ends, so that the test fails.
  private static let maximumChecks = 100_000_000

  private let state: Mutex<(faults: Faults, log: Log)>

  package init(_ corpus: Corpus, faults: Faults = Faults()) {
    name = corpus.name
    searcher = Searcher(corpus)
    state = Mutex((faults, Log()))
  }

  package var log: Log { state.withLock { $0.log } }

  package var faults: Faults {
    get { state.withLock { $0.faults } }
    set { state.withLock { $0.faults = newValue } }
  }

  /// A remote source does not know its number of records.
  package var recordCount: Int? { nil }

  package func fields(_ cancellation: Cancellation) -> [Field] { searcher.corpus.fields }

  package var numberedCount: Int? { searcher.corpus.count }

  package func rows(
    of records: ResultSet, hitsOf query: CompiledQuery?, _ cancellation: Cancellation
  ) throws(SearchError) -> RowBatch {
    let everything = try CompiledQuery(checking: Query("", .substring))
    let result = try searcher.search(query ?? everything, ResultRequest(), .never)
      .narrowed(to: records)
    return try result.page(
      0..<records.count, RowDetails(hits: query != nil), .never)
  }

  package func explain(
    _ query: CompiledQuery, _ cancellation: Cancellation
  ) throws(SearchError) -> Explanation {
    Explanation(
      query: query.query, lines: [Explanation.Line("access path", "remote: asks another machine")])
  }

  package func search(
    _ query: CompiledQuery, _ request: ResultRequest, _ cancellation: Cancellation
  ) throws(SearchError) -> any SearchResult {
    try begin(.search(query.query.text), cancellation)
    var request = request
    // The earlier result wraps a result in memory; search within the wrapped result.
    if let earlier = request.within as? RemoteResult { request.within = earlier.result }
    return RemoteResult(try searcher.search(query, request, .never), of: self)
  }

  /// Delivers the rows page by page; each page is a call.
  package func stream<Product: Sendable>(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    render: @escaping @Sendable (RowBatch) -> Product,
    deliver: (Product) throws -> Bool
  ) throws -> StreamReport {
    try begin(.stream(query.query.text), cancellation)
    var matches = 0
    return try searcher.stream(
      query, request, .never, render: { $0 },
      deliver: { (batch: RowBatch) in
        for start in stride(from: 0, to: batch.count, by: rowsPerPage) {
          let places = start..<min(start + rowsPerPage, batch.count)
          var page = RowBatch(joining: places.map { batch.row(at: $0) }, fields: batch.fields)
          page.move(to: matches)
          matches += page.matchCount
          try begin(.page(page.firstRow..<matches), cancellation)
          if try !deliver(render(page)) { return false }
        }
        return true
      })
  }

  /// Logs a call, then fails, hangs or delays it as configured.
  fileprivate func begin(_ call: Call, _ cancellation: Cancellation) throws(SearchError) {
    let (faults, page) = state.withLock { state in
      state.log.calls.append(call)
      return (state.faults, state.log.pages.count)
    }
    let fate = faults.fate(of: call, page: page)
    if let reason = fate.failure { throw .failed(source: name, reason: reason) }
    if fate.hangs { faults.meanwhile?() }
    let checks = fate.hangs ? Self.maximumChecks : max(1, faults.slowness)
    for _ in 0..<checks where cancellation.isCancelled {
      state.withLock { $0.log.calls.append(.cancelled) }
      throw .cancelled
    }
    if fate.hangs { throw .failed(source: name, reason: "nobody cancelled the call") }
  }
}

/// A result whose rows and count are requested separately.
private final class RemoteResult: StreamedResult {
  let result: any SearchResult
  private let remote: RemoteSource
  private let counted = Mutex<Int?>(nil)

  init(_ result: any SearchResult, of remote: RemoteSource) {
    self.result = result
    self.remote = remote
  }

  var query: CompiledQuery { result.query }
  var source: String { remote.name }
  var fields: [Field] { result.fields }
  var statistics: SearchStatistics { SearchStatistics(accessPath: "remote") }
  var knownCount: Int? { counted.withLock { $0 } }
  var knownHitCount: Int? { nil }
  var hasSingleSource: Bool { true }
  var rowsPerPage: Int { remote.rowsPerPage }

  func count(_ cancellation: Cancellation) throws(SearchError) -> Int {
    try remote.begin(.count, cancellation)
    let count = try result.count(.never)
    counted.withLock { $0 = count }
    return count
  }

  func page(
    _ rows: Range<Int>, _ details: RowDetails, _ cancellation: Cancellation
  ) throws(SearchError) -> RowBatch {
    try remote.begin(.page(rows), cancellation)
    return try result.page(rows, details, .never)
  }

  func row(notBefore record: RecordID, _ cancellation: Cancellation) throws(SearchError) -> Int {
    try result.row(notBefore: record, cancellation)
  }

  var universe: Int? { remote.numberedCount }

  func narrowed(to records: ResultSet) throws(SearchError) -> any SearchResult {
    ListedResult(self, records, of: remote)
  }

  func ordered(as records: [UInt32]) throws(SearchError) -> any SearchResult {
    ListedResult(self, ordered: records, of: remote)
  }

  func hitCount(ofFirst rows: Int, _ cancellation: Cancellation) -> Int? { nil }
}
