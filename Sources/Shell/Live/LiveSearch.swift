internal import Reporting
internal import Searching
internal import Synchronization
internal import System
internal import Terminal

/// Searches on a background thread while the user types.
///
/// At most one search runs at a time. A new request cancels the running search and replaces the
/// waiting request. Answers to older requests are discarded.
final class LiveSearch: Sendable {
  /// A source, and the query restricted to the fields of this source.
  struct Part: Sendable {
    let source: any RecordSource
    let query: CompiledQuery
  }

  struct Request: Sendable {
    /// The number of the request, which its answer repeats; newer requests have higher numbers.
    var number: Int
    let parts: [Part]
    /// The number of rows in a page.
    let rows: Int
    /// The memory limit, in bytes, of the cache of recent results.
    let cacheBytes: Int
  }

  struct Answer: Sendable {
    enum Content: Sendable {
      /// The first page of rows; some sources may not have been searched yet.
      case page(ResultRows)
      /// All rows, with the final counts.
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

  /// The time limit, in nanoseconds, of the first search for a page of rows.
  private static let firstPageTimeLimit: UInt64 = 3_000_000

  /// The time limit, in nanoseconds, of the first search for a page if files are searched in place.
  ///
  /// This limit exceeds `firstPageTimeLimit`, because a block must first be read from a file.
  private static let firstPageTimeLimitInPlace: UInt64 = 50_000_000

  /// The time, in nanoseconds, after which a running full search posts an incomplete page.
  private static let pageDelay: UInt64 = 6_000_000

  /// The time, in nanoseconds, after which the first full search stops.
  ///
  /// The second search for a page follows, and then a full search without a time limit.
  private static let secondPageDelay: UInt64 = 100_000_000

  /// The time limit, in nanoseconds, of the second search for a page of rows.
  private static let secondPageTimeLimit: UInt64 = 60_000_000

  /// The pipe that becomes readable when an answer may be available.
  let wakeUp: WakeUp

  private let latest = Atomic<Int>(0)
  private let state = Mutex(State())

  /// Creates a search that has no request yet; nil if the system cannot create a pipe.
  init?() {
    guard let wakeUp = WakeUp() else { return nil }
    self.wakeUp = wakeUp
  }

  /// Submits a request, which replaces all earlier requests.
  ///
  /// - Returns: whether the request will be answered; false if no thread can be created.
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

  /// Cancels the running search, and discards the pending request and answer.
  func cancel() {
    latest.store(.max, ordering: .sequentiallyConsistent)
    state.withLock {
      $0.pending = nil
      $0.answer = nil
    }
  }

  /// Removes and returns the latest answer; nil if no answer is waiting.
  func takeAnswer() -> Answer? {
    wakeUp.clear()
    return state.withLock { $0.answer.take() }
  }

  // MARK: Background thread

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

  /// Answers a request, first with a page, then with the full result.
  ///
  /// A full page is posted immediately. An incomplete page is posted only if the full search takes
  /// longer than `pageDelay`.
  private func answer(_ request: Request) {
    do throws(SearchError) {
      let isInPlace = request.parts.contains { $0.source is SnapshotSource }
      let limit = isInPlace ? Self.firstPageTimeLimitInPlace : Self.firstPageTimeLimit
      guard let page = try page(of: request, until: limit, after: nil) else { return }
      var shown = page
      if isFull(page, request) {
        post(.page(page), to: request)
      } else {
        let timer = PostingTimer(isPosted: page.count == 0)
        let whole = try whole(of: request, after: page) {
          if timer.mustPost(after: Self.pageDelay) { self.post(.page(page), to: request) }
          return timer.elapsed > Self.secondPageDelay
        }
        if let whole { return post(.whole(whole), to: request) }
        guard let second = try self.page(of: request, until: Self.secondPageTimeLimit, after: page)
        else {
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

  /// Measures how long a search has run, and records whether it has posted a page.
  private final class PostingTimer: Sendable {
    private let start = Platform.monotonicNanoseconds()
    private let isPosted: Atomic<Bool>

    init(isPosted: Bool) { self.isPosted = Atomic(isPosted) }

    var elapsed: UInt64 { Platform.monotonicNanoseconds() - start }

    /// Returns true, at most once, if the search has run for `limit` nanoseconds without posting a
    /// page.
    func mustPost(after limit: UInt64) -> Bool {
      elapsed > limit && !isPosted.exchange(true, ordering: .relaxed)
    }
  }

  private func isFull(_ page: ResultRows, _ request: Request) -> Bool {
    page.count >= request.rows
  }

  /// Fetches the first page of rows.
  private func prepare(_ rows: ResultRows, _ request: Request) {
    rows.prepare(0..<min(request.rows, rows.count), Cancellation { !self.isCurrent(request) })
  }

  /// The first rows that are found within `limit` nanoseconds; nil if the request was replaced.
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
        // The source found no rows before the time limit; the full search that follows finds the
        // rows.
        if error == .cancelled { break }
        throw error
      }
      results.append(result)
      missing -= result.knownCount ?? missing
      // The current source can have more rows, which must come before the rows of the next source.
      if result.statistics.completion == .cancelled { break }
    }
    guard isCurrent(request) else { return nil }
    let rows = ResultRows(results, sharing: earlier, cancellation: .signals)
    prepare(rows, request)
    return rows
  }

  /// The full result; nil if the search was stopped by `isLate` or a newer request.
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
    let rows = ResultRows(results, sharing: page, cancellation: .signals)
    if rows.knownCount == nil {
      // For a source on a server, ignore `isLate`, because a later search would count the rows
      // again.
      let isPatient = results.contains { $0.rowsPerPage > 1 }
      let counting = isPatient ? Cancellation { !self.isCurrent(request) } : cancellation
      do throws(SearchError) {
        try rows.finishCount(counting)
      } catch {
        if error == .cancelled { return nil }
        throw error
      }
    }
    prepare(rows, request)
    return rows
  }
}
