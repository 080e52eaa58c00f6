public import Corpora
public import Searching
internal import Synchronization

/// A source that behaves like one on another machine: slow to count, answering in pages, and able to fail.
///
/// Its answers are those of a corpus in memory. What it was asked is written down.
public final class RemoteSource: RecordSource {
  public let name: String
  public let kind = "remote"
  public let rowsPerPage = 7
  private let searcher: Searcher

  /// What goes wrong.
  public struct Faults: Sendable {
    /// The page calls, from 1, that fail.
    public var pages: Set<Int> = []
    public var failsToSearch = false
    public var failsToCount = false

    /// Whether a search goes on until it is cancelled.
    public var hangs = false

    public init() {}
  }

  public struct Log: Sendable, Equatable {
    public var searches: [String] = []
    public var pages: [Range<Int>] = []
    public var counts = 0
    /// The searches that ended because they were cancelled.
    public var cancelled = 0
  }

  private let state: Mutex<(faults: Faults, log: Log)>

  public init(_ corpus: Corpus, faults: Faults = Faults()) {
    name = corpus.name
    searcher = Searcher(corpus)
    state = Mutex((faults, Log()))
  }

  public var log: Log { state.withLock { $0.log } }

  public var faults: Faults {
    get { state.withLock { $0.faults } }
    set { state.withLock { $0.faults = newValue } }
  }

  /// Nobody knows how many records another machine has.
  public var recordCount: Int? { nil }

  public func fields(_ cancellation: Cancellation) -> [Field] { searcher.corpus.fields }

  public func explain(
    _ query: CompiledQuery, _ cancellation: Cancellation
  ) throws(SearchError) -> Explanation {
    Explanation(
      query: query.query, lines: [Explanation.Line("access path", "remote: asks another machine")])
  }

  public func search(
    _ query: CompiledQuery, _ request: ResultRequest, _ cancellation: Cancellation
  ) throws(SearchError) -> any SearchResult {
    let faults = state.withLock {
      $0.log.searches.append(query.query.text)
      return $0.faults
    }
    if faults.failsToSearch { throw .failed(source: name, reason: "node 2 does not answer") }
    while faults.hangs {
      if cancellation.isCancelled {
        state.withLock { $0.log.cancelled += 1 }
        throw .cancelled
      }
    }
    var request = request
    // What was found is not known here: within a result both queries count.
    if let earlier = request.within as? RemoteResult { request.within = earlier.result }
    return RemoteResult(try searcher.search(query, request, cancellation), of: self)
  }

  public func stream<Product: Sendable>(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    render: @escaping @Sendable (RowBatch) -> Product,
    deliver: (Product) throws -> Bool
  ) throws -> StreamReport {
    try searcher.stream(query, request, cancellation, render: render, deliver: deliver)
  }

  fileprivate func notePage(_ rows: Range<Int>) throws(SearchError) {
    let fails = state.withLock {
      $0.log.pages.append(rows)
      return $0.faults.pages.contains($0.log.pages.count)
    }
    if fails { throw .failed(source: name, reason: "the connection was closed") }
  }

  fileprivate func noteCount() throws(SearchError) {
    let fails = state.withLock {
      $0.log.counts += 1
      return $0.faults.failsToCount
    }
    if fails { throw .failed(source: name, reason: "the count timed out") }
  }
}

/// A result whose rows and count are asked for apart.
private final class RemoteResult: SearchResult {
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
    try cancellation.check()
    try remote.noteCount()
    let count = try result.count(cancellation)
    counted.withLock { $0 = count }
    return count
  }

  func page(
    _ rows: Range<Int>, _ details: RowDetails, _ cancellation: Cancellation
  ) throws(SearchError) -> RowBatch {
    try cancellation.check()
    try remote.notePage(rows)
    return try result.page(rows, details, cancellation)
  }

  func row(notBefore record: RecordID, _ cancellation: Cancellation) throws(SearchError) -> Int {
    try result.row(notBefore: record, cancellation)
  }

  func narrowed(to records: ResultSet) throws(SearchError) -> any SearchResult {
    throw .unsupported(
      source: source, what: "does not number its records", remedy: ":load them to compare")
  }

  func hitCount(ofFirst rows: Int, _ cancellation: Cancellation) -> Int? { nil }
}
