internal import Searching
internal import Synchronization
internal import Terminal

/// Searches on a thread of its own while somebody types.
///
/// At most one search runs. A newer request ends the one at hand and is the next to be answered; those between are never
/// run, and no answer to an older request is handed out once a newer one is there.
final class LiveSearch: Sendable {
  /// One corpus, and the query as it is put to it.
  struct Part: Sendable {
    let searcher: Searcher
    let query: Query
  }

  struct Request: Sendable {
    /// Ascending; the answer carries it.
    var number: Int
    let parts: [Part]
    /// How many rows are a page.
    let rows: Int
    /// The bytes that results of recent queries may take.
    let cacheBytes: Int
  }

  struct Answer: Sendable {
    enum Content: Sendable {
      /// The first records, by corpus; corpora behind the last were not looked at.
      case page([LiveFinding])
      /// All records, counted.
      case whole([LiveFinding])
      case fault(QueryError)
    }
    let number: Int
    let content: Content
  }

  private struct State {
    var pending: Request?
    var isRunning = false
    var answer: Answer?
  }

  /// How long the first look for a page takes at most, in nanoseconds.
  private static let firstLook: UInt64 = 3_000_000

  /// How long the whole search may go on before a page that is not full is shown.
  private static let patience: UInt64 = 6_000_000

  /// How long the whole search may go on before a second look for a page is worth its time.
  private static let longPatience: UInt64 = 100_000_000

  /// How long the second look for a page takes at most.
  private static let secondLook: UInt64 = 60_000_000

  /// Can be read from when an answer may be there.
  let wakeUp: WakeUp

  private let latest = Atomic<Int>(0)
  private let state = Mutex(State())

  /// Nil if the system has no pipe left.
  init?() {
    guard let wakeUp = WakeUp() else { return nil }
    self.wakeUp = wakeUp
  }

  /// Asks for an answer, instead of all that was asked before.
  ///
  /// - Returns: whether it will be answered; there may be no thread for it.
  func submit(_ request: Request) -> Bool {
    latest.store(request.number, ordering: .sequentiallyConsistent)
    let mustStart = state.withLock { state in
      state.pending = request
      state.answer = nil
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if !mustStart || BackgroundWork({ self.work() }) != nil { return true }
    state.withLock { $0.isRunning = false }
    return false
  }

  /// Ends the search at hand; what was asked for is not answered any more.
  func cancel() {
    latest.store(.max, ordering: .sequentiallyConsistent)
    state.withLock {
      $0.pending = nil
      $0.answer = nil
    }
  }

  /// The newest answer that was not taken yet.
  func takeAnswer() -> Answer? {
    wakeUp.clear()
    return state.withLock { $0.answer.take() }
  }

  // MARK: On the thread

  private func work() {
    while let request = next() { answer(request) }
  }

  private func next() -> Request? {
    state.withLock { state in
      let request = state.pending.take()
      state.isRunning = request != nil
      return request
    }
  }

  private func isCurrent(_ request: Request) -> Bool {
    latest.load(ordering: .relaxed) == request.number
  }

  private func post(_ content: Answer.Content, to request: Request) {
    let isPosted = state.withLock { state in
      guard isCurrent(request) else { return false }
      state.answer = Answer(number: request.number, content: content)
      return true
    }
    if isPosted { wakeUp.signal() }
  }

  /// Answers a request: with a page as soon as there is a full one, or a part of one when the whole takes long, and with
  /// the whole.
  private func answer(_ request: Request) {
    let caches = request.parts.map { _ in HitCache() }
    do throws(QueryError) {
      guard let page = try page(of: request, until: Self.firstLook) else { return }
      if isFull(page, request) {
        post(page: page, caches, to: request)
      } else {
        let start = Platform.monotonicNanoseconds()
        var isPosted = !page.contains { $0.results.count > 0 }
        let whole = try whole(
          of: request,
          or: {
            let elapsed = Platform.monotonicNanoseconds() - start
            if elapsed > Self.patience, !isPosted {
              isPosted = true
              post(page: page, caches, to: request)
            }
            return elapsed > Self.longPatience
          })
        if let whole { return post(whole: whole, caches, to: request) }
        guard let page = try self.page(of: request, until: Self.secondLook) else { return }
        post(page: page, caches, to: request)
      }
      if let whole = try whole(of: request, or: { false }) {
        post(whole: whole, caches, to: request)
      }
    } catch {
      post(.fault(error), to: request)
    }
  }

  private func post(page reports: [SearchReport], _ caches: [HitCache], to request: Request) {
    post(.page(findings(reports, caches, request)), to: request)
  }

  private func post(whole reports: [SearchReport], _ caches: [HitCache], to request: Request) {
    post(.whole(findings(reports, caches, request)), to: request)
  }

  /// The findings, with the hits of the first page known.
  private func findings(
    _ reports: [SearchReport], _ caches: [HitCache], _ request: Request
  ) -> [LiveFinding] {
    var left = request.rows
    for (report, cache) in zip(reports, caches) {
      for record in report.results.prefix(left) where isCurrent(request) {
        _ = cache.hits(of: record, in: report)
      }
      left = max(0, left - report.results.count)
    }
    return zip(reports, caches).map { LiveFinding(report: $0, cache: $1) }
  }

  private func isFull(_ page: [SearchReport], _ request: Request) -> Bool {
    page.reduce(0) { $0 + $1.results.count } >= request.rows
  }

  /// The beginning of the answer as far as it is found in so many nanoseconds; nil if nobody wants it any more.
  private func page(of request: Request, until limit: UInt64) throws(QueryError) -> [SearchReport]?
  {
    let start = Platform.monotonicNanoseconds()
    var reports: [SearchReport] = []
    var missing = request.rows
    for part in request.parts where missing > 0 {
      let report = try part.searcher.firstRecords(
        matching: part.query, limit: missing,
        isCancelled: {
          !self.isCurrent(request) || Platform.monotonicNanoseconds() - start > limit
        })
      reports.append(report)
      missing -= report.results.count
      // What comes after a part that was not searched to its end is not known to come next.
      if report.completion == .cancelled { break }
    }
    return isCurrent(request) ? reports : nil
  }

  /// The whole answer; nil once `isLate`, or if nobody wants it any more.
  private func whole(
    of request: Request, or isLate: () -> Bool
  ) throws(QueryError) -> [SearchReport]? {
    var reports: [SearchReport] = []
    for part in request.parts {
      let report = try part.searcher.run(
        part.query, keeping: request.cacheBytes, isCancelled: { !isCurrent(request) || isLate() })
      if !report.isComplete || !isCurrent(request) { return nil }
      reports.append(report)
    }
    return reports
  }
}
