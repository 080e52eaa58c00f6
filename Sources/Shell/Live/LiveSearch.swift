internal import Reporting
internal import Searching
internal import Synchronization
internal import System
internal import Terminal

/// Searches on a thread of its own while somebody types.
///
/// At most one search runs. A newer request ends the one at hand and is the next to be answered; those between are never
/// run, and no answer to an older request is handed out once a newer one is there.
final class LiveSearch: Sendable {
  /// One source, and the query as it is put to it.
  struct Part: Sendable {
    let source: any RecordSource
    let query: CompiledQuery
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
      /// The first records, by source; sources after the last were not looked at.
      case page(ResultRows)
      /// All records, counted.
      case whole(ResultRows)
      case fault(SearchError)
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
    do throws(SearchError) {
      guard let page = try page(of: request, until: Self.firstLook, after: nil) else { return }
      var shown = page
      if isFull(page, request) {
        post(.page(page), to: request)
      } else {
        let patience = Patience(isPosted: page.count == 0)
        let whole = try whole(of: request, after: page) {
          if patience.mustPost(after: Self.patience) { self.post(.page(page), to: request) }
          return patience.elapsed > Self.longPatience
        }
        if let whole { return post(.whole(whole), to: request) }
        guard let second = try self.page(of: request, until: Self.secondLook, after: page) else {
          return
        }
        post(.page(second), to: request)
        shown = second
      }
      if let whole = try whole(of: request, after: shown, or: { false }) {
        post(.whole(whole), to: request)
      }
    } catch {
      post(.fault(error), to: request)
    }
  }

  /// How long a search has gone on, and whether a page was shown meanwhile.
  private final class Patience: Sendable {
    private let start = Platform.monotonicNanoseconds()
    private let isPosted: Atomic<Bool>

    init(isPosted: Bool) { self.isPosted = Atomic(isPosted) }

    var elapsed: UInt64 { Platform.monotonicNanoseconds() - start }

    /// Whether so many nanoseconds have passed and nothing was shown; once.
    func mustPost(after limit: UInt64) -> Bool {
      elapsed > limit && !isPosted.exchange(true, ordering: .relaxed)
    }
  }

  private func isFull(_ page: ResultRows, _ request: Request) -> Bool {
    page.count >= request.rows
  }

  /// The rows, with those of the first page known.
  private func prepared(
    _ results: [any SearchResult], after earlier: ResultRows?, _ request: Request
  ) -> ResultRows {
    let rows = ResultRows(results, sharing: earlier, cancellation: .signals)
    rows.prepare(0..<min(request.rows, rows.count), Cancellation { !self.isCurrent(request) })
    return rows
  }

  /// The beginning of the answer as far as it is found in so many nanoseconds; nil if nobody wants it any more.
  private func page(
    of request: Request, until limit: UInt64, after earlier: ResultRows?
  ) throws(SearchError) -> ResultRows? {
    let start = Platform.monotonicNanoseconds()
    let cancellation = Cancellation {
      !self.isCurrent(request) || Platform.monotonicNanoseconds() - start > limit
    }
    var results: [any SearchResult] = []
    var missing = request.rows
    for part in request.parts where missing > 0 {
      let result: any SearchResult
      do throws(SearchError) {
        result = try part.source.search(
          part.query, ResultRequest(limit: missing, countsHits: false, isPreview: true),
          cancellation)
      } catch {
        // A source may give nothing of an answer that is late; the whole one is asked for next.
        if error == .cancelled { break }
        throw error
      }
      results.append(result)
      missing -= result.knownCount ?? missing
      // What comes after a part that was not searched to its end is not known to come next.
      if result.statistics.completion == .cancelled { break }
    }
    return isCurrent(request) ? prepared(results, after: earlier, request) : nil
  }

  /// The whole answer; nil once `isLate`, or if nobody wants it any more.
  private func whole(
    of request: Request, after page: ResultRows, or isLate: @escaping @Sendable () -> Bool
  ) throws(SearchError) -> ResultRows? {
    let cancellation = Cancellation { !self.isCurrent(request) || isLate() }
    var results: [any SearchResult] = []
    for part in request.parts {
      let result: any SearchResult
      do throws(SearchError) {
        result = try part.source.search(
          part.query, ResultRequest(cacheBytes: request.cacheBytes), cancellation)
      } catch {
        if error == .cancelled { return nil }
        throw error
      }
      if result.statistics.completion != .complete || !isCurrent(request) { return nil }
      results.append(result)
    }
    let rows = prepared(results, after: page, request)
    if rows.knownCount == nil { try rows.finishCount(Cancellation { !self.isCurrent(request) }) }
    return rows
  }
}
