internal import Corpora
internal import Synchronization
internal import System

/// Searches a snapshot, and finds records only when they are requested.
///
/// A request for the first rows finds only the first records. A request for later rows finds all
/// records.
final class SnapshotSearch: Sendable {
  let query: CompiledQuery
  let source: SnapshotSource

  /// The matcher that finds the ranges to highlight in records.
  let matcher: any Matcher

  /// The records to search; `nil` to search all records.
  private let within: ResultSet?
  private let limit: Int?
  private let countsHits: Bool

  private struct State {
    /// The first records of the result, as far as they have been found.
    var first: [UInt32] = []
    /// All records of the result; `nil` until all of them have been found.
    var all: ResultSet?
    var hits: Int?
    var statistics = SearchStatistics(accessPath: "stored index")
  }

  private let state = Mutex(State())

  /// The maximum number of rows that can be requested without a search for all records.
  ///
  /// If more rows are requested, the search finds all records.
  private static let maximumOnFirstPage = 1_024

  init(
    _ query: CompiledQuery, _ request: ResultRequest, within: ResultSet?,
    of source: SnapshotSource
  ) throws(SearchError) {
    do throws(QueryError) { matcher = try query.matcher(for: source.snapshot.fields) } catch {
      throw .query(error)
    }
    self.query = query
    self.source = source
    self.within = within
    limit = request.limit
    countsHits = request.countsHits
    state.withLock { $0.statistics.timings.parse = query.parseNanoseconds }
  }

  /// All records of the result, if they have been found.
  var known: ResultSet? { state.withLock { $0.all } }

  var hitCount: Int? { state.withLock { $0.hits } }

  var statistics: SearchStatistics { state.withLock { $0.statistics } }

  /// Finds all records.
  ///
  /// - Throws: `failed` if a file has changed; `cancelled` if the caller cancels.
  func all(_ cancellation: Cancellation) throws(SearchError) -> ResultSet {
    if let known { return known }
    let found = try find(limit: limit, isPreview: false, cancellation)
    return state.withLock { state in
      state.all = state.all ?? found
      return state.all ?? found
    }
  }

  /// Finds the first `count` records, which become the whole result.
  ///
  /// If the search is canceled, the result consists of the records found until then.
  func findFirst(_ count: Int, _ cancellation: Cancellation) throws(SearchError) {
    let found = try find(limit: count, isPreview: true, cancellation)
    state.withLock { $0.all = found }
  }

  /// The record numbers of some rows, ascending; the list is shorter if the result ends within the
  /// range of rows.
  func records(
    ofRows rows: Range<Int>, _ cancellation: Cancellation
  ) throws(SearchError) -> [Int] {
    func numbers(_ found: some RandomAccessCollection<UInt32>) -> [Int] {
      found.dropFirst(rows.lowerBound).prefix(rows.count).map { Int($0) }
    }
    if known == nil, within == nil, rows.upperBound <= Self.maximumOnFirstPage {
      let first = state.withLock { $0.first }
      if rows.upperBound <= first.count { return numbers(first) }
      if first.isEmpty {
        let wanted = max(rows.upperBound, Self.maximumOnFirstPage / 8)
        let found = try find(limit: wanted, isPreview: false, cancellation)
        guard found.count < wanted else {
          let first = found.map { UInt32($0.rawValue) }
          state.withLock { $0.first = first }
          return numbers(first)
        }
        state.withLock { $0.all = found }
      }
    }
    let all = try all(cancellation)
    return rows.clamped(to: 0..<all.count).map { Int(all[$0].rawValue) }
  }

  /// The numbers of the records, and the number of hits, that one task of a search found.
  private struct Part: Sendable {
    var numbers: [UInt32]
    var hits = 0
  }

  /// Finds up to `limit` records.
  ///
  /// The search finds fewer records only if the result has fewer records, or if `isPreview` is true
  /// and the search is canceled.
  private func find(
    limit: Int?, isPreview: Bool, _ cancellation: Cancellation
  ) throws(SearchError) -> ResultSet {
    let start = Platform.monotonicNanoseconds()
    var numbers: [UInt32] = []
    var hits = 0
    var request = StreamRequest(limit: within == nil ? limit : nil)
    request.details.hits = false
    let countsHits = countsHits && !isPreview
    var completion = SearchStatistics.Completion.complete
    var report: StreamReport?
    let within = within
    do {
      report = try source.files.run(query, request, wantsRows: true, cancellation) {
        (findings, base, run: FileSearchRun<Part>) in
        guard let found = run.found(in: findings, base) else { return nil }
        var part = Part(numbers: [])
        var places = found.numbers
        var matches: [RecordID] = []
        for id in found.matches.prefix(base.wanted) {
          let record = places.place(of: id).record
          if within?.contains(RecordID(record)) == false { continue }
          part.numbers.append(UInt32(record))
          if countsHits { matches.append(id) }
        }
        if !matches.isEmpty, let matcher = run.matchers.matcher(for: found.corpus.fields) {
          let isAll = matches.count == found.matches.count
          let matches = isAll ? nil : ResultSet(matches, of: found.corpus.count)
          part.hits = matcher.hitCount(in: found.corpus, among: matches)
        }
        return (part, 4 * part.numbers.count)
      } deliver: { part in
        numbers += part.numbers
        hits += part.hits
        return limit.map { numbers.count < $0 } ?? true
      }
    } catch let error as SearchError {
      guard isPreview, error == .cancelled else { throw error }
      completion = .cancelled
    } catch {
      throw .failed(source: source.name, reason: "\(error)")
    }
    if let report { _ = try source.checked(report) }
    if let limit, numbers.count >= limit {
      numbers.removeLast(numbers.count - limit)
      completion = .stoppedEarly
    }
    let found = ResultSet(
      numbers.lazy.map { RecordID(UInt64($0)) }, of: source.snapshot.recordCount)
    note(
      found, report, completion, hits: countsHits && completion == .complete ? hits : nil,
      Int(Platform.monotonicNanoseconds() - start))
    return found
  }

  private func note(
    _ found: ResultSet, _ report: StreamReport?, _ completion: SearchStatistics.Completion,
    hits: Int?, _ nanoseconds: Int
  ) {
    let limit = limit
    let recordCount = source.snapshot.recordCount
    state.withLock { state in
      state.hits = hits
      state.statistics.hits = hits
      state.statistics.matches = found.count
      state.statistics.timings.search += nanoseconds
      // If the request has no limit, report the search as complete even if it stops after the first
      // page.
      let isFirstPage = completion == .stoppedEarly && limit == nil
      state.statistics.completion = isFirstPage ? .complete : completion
      state.statistics.examined = recordCount
      guard let report else { return }
      state.statistics.bytes += report.statistics.bytes
      state.statistics.undecided = report.statistics.undecided
      state.statistics.storedIndex = report.statistics.storedIndex
    }
  }
}
