internal import Reporting
internal import Searching
internal import Synchronization
internal import System
internal import Terminal

/// Finds the number of a hit, or the hit with a given number, on a background thread.
///
/// Each new question replaces the previous question.
final class HitLocator: Sendable {
  enum Question: Equatable, Sendable {
    /// Asks for the number of hits before a row.
    case hitsBefore(row: Int)
    /// Asks for the position of the hit with this number; the first hit has the number 0.
    case place(ofHit: Int)
  }

  struct Answer: Sendable {
    /// The number of the search request that produced the result.
    let result: Int
    let question: Question
    /// The number of hits before the row; nil if a source cannot count its hits.
    var hitsBefore: Int?
    /// The position of the hit, or of the last hit if the number is too large; nil if it is
    /// unknown.
    var place: HitPlace?
  }

  private struct State {
    var pending: (question: Question, rows: ResultRows, result: Int)?
    var isRunning = false
    var answer: Answer?
  }

  private let wakeUp: WakeUp
  private let latest = Atomic<Int>(0)
  private let state = Mutex(State())

  /// Creates a locator that signals `wakeUp` when an answer is available.
  init(wakeUp: WakeUp) { self.wakeUp = wakeUp }

  /// Submits a question about `rows`, the result of the search request with the number `result`.
  func submit(_ question: Question, about rows: ResultRows, of result: Int) {
    let mustStart = state.withLock { state in
      latest.add(1, ordering: .sequentiallyConsistent)
      state.pending = (question, rows, result)
      state.answer = nil
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if !mustStart || BackgroundWork({ self.work() }) != nil { return }
    state.withLock { $0.isRunning = false }
  }

  /// Stops counting, and discards the pending question and answer.
  func cancel() {
    state.withLock {
      latest.add(1, ordering: .sequentiallyConsistent)
      $0.pending = nil
      $0.answer = nil
    }
  }

  func takeAnswer() -> Answer? { state.withLock { $0.answer.take() } }

  private func work() {
    while true {
      let next = state.withLock { state in
        let next = state.pending.take()
        state.isRunning = next != nil
        return next.map { ($0, latest.load(ordering: .sequentiallyConsistent)) }
      }
      guard let (next, number) = next else { return }
      let isReplaced = Cancellation { self.latest.load(ordering: .relaxed) != number }
      // If a source cannot deliver its rows, post an answer that has neither a count nor a
      // position.
      let answer =
        (try? Self.answer(next.question, next.rows, next.result, isReplaced))
        ?? Answer(result: next.result, question: next.question)
      let isPosted = state.withLock { state in
        guard !isReplaced.isCancelled else { return false }
        state.answer = answer
        return true
      }
      if isPosted { wakeUp.signal() }
    }
  }

  // MARK: Counting

  static func answer(
    _ question: Question, _ rows: ResultRows, _ result: Int, _ cancellation: Cancellation
  ) throws(SearchError) -> Answer {
    var answer = Answer(result: result, question: question)
    switch question {
    case .hitsBefore(let row): answer.hitsBefore = try rows.hitCount(ofFirst: row, cancellation)
    case .place(let hit): answer.place = try place(ofHit: hit, rows, cancellation)
    }
    return answer
  }

  /// The maximum number of candidate rows that a linear search for a hit examines.
  private static let walkedRows = 256

  /// The position of the hit with this number, or of the last hit if the number is too large.
  ///
  /// Returns nil if there are no hits, or if a source cannot count its hits.
  ///
  /// - Complexity: Counts the hits of at most 2 log *n* prefixes of the rows, because the search
  ///   alternates between interpolation and bisection.
  private static func place(
    ofHit number: Int, _ rows: ResultRows, _ cancellation: Cancellation
  ) throws(SearchError) -> HitPlace? {
    var low = (row: 0, hits: 0)
    var counted = rows.knownHitCount
    if counted == nil { counted = try rows.hitCount(ofFirst: rows.count, cancellation) }
    guard let total = counted, total > 0 else { return nil }
    var high = (row: rows.count, hits: total)
    let wanted = max(0, min(number, total - 1))
    var bisects = false
    while high.row - low.row > walkedRows {
      let width = high.row - low.row
      let share = Double(wanted - low.hits) / Double(max(1, high.hits - low.hits))
      let offset = bisects ? width / 2 : Int(share * Double(width))
      let row = low.row + max(1, min(offset, width - 1))
      guard let before = try rows.hitCount(ofFirst: row, cancellation) else { return nil }
      if before <= wanted { low = (row, before) } else { high = (row, before) }
      bisects.toggle()
    }
    var before = low.hits
    for row in low.row..<high.row {
      try cancellation.check()
      let count = rows.hits(ofRow: row).count
      if wanted < before + count { return HitPlace(row: row, hit: wanted - before) }
      before += count
    }
    return nil
  }
}
