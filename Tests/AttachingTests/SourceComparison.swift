import Corpora
import Searching
import TestSupport
import Testing

/// Compares the results of a remote source with results from the same records in memory.
struct SourceComparison {
  let remote: any RecordSource
  let local: Searcher

  /// The number of compared queries, and how many of them matched some records but not all.
  private(set) var queries = 0
  private(set) var selective = 0

  init(_ remote: any RecordSource, _ local: Searcher) {
    (self.remote, self.local) = (remote, local)
  }

  /// The value that `body` returns, or the error that it throws.
  private static func outcome<Value>(_ body: () throws -> Value) -> Result<Value, SearchError> {
    do { return .success(try body()) } catch let error as SearchError {
      return .failure(error)
    } catch let error as QueryError {
      return .failure(.query(error))
    } catch {
      return .failure(.failed(source: "", reason: "\(error)"))
    }
  }

  /// Requires that both sources give the same streamed rows, pages, counts and positions.
  ///
  /// In one of four calls, the streamed rows are the records that do not match the query.
  mutating func check(_ query: Query, within earlier: Query?, _ random: inout SeededGenerator) {
    let note: Comment = "\(query) within \(earlier?.text ?? "all")"
    queries += 1
    var request = StreamRequest(
      isInverted: random.oneIn(4), limit: random.oneIn(4) ? 1 + random.below(6) : nil)
    if isNumbered, random.oneIn(3) {
      (request.details.before, request.details.after) = Self.around(&random)
    }
    let near = Self.outcome { try FoundAnswer(local, query, request).rows }
    let far = Self.outcome { try FoundAnswer(remote, query, request).rows }
    #expect(far == near, note)
    if case .success(let rows) = near, !rows.isEmpty, rows.count < local.corpus.count {
      selective += 1
    }
    do { try checkResult(query, within: earlier, &random, note) } catch {
      // `checkResult` may fail only if the local stream failed too.
      let isExpected = if case .failure = near { true } else { false }
      #expect(isExpected, "\(note): \(error)")
    }
  }

  /// Whether the remote source can return records by record number.
  private var isNumbered: Bool { remote.numbered != nil }

  private static func around(_ random: inout SeededGenerator) -> (before: Int, after: Int) {
    (random.below(3), random.below(3))
  }

  /// Chooses random rows, and requires that both sources return the same page if the rows are
  /// requested in source order or in random order.
  private func checkChosen(
    _ near: any SearchResult, _ far: any SearchResult, _ random: inout SeededGenerator,
    _ note: Comment
  ) throws {
    guard let records = near.records, isNumbered else { return }
    let chosen = ResultSet(records.filter { _ in random.oneIn(2) }, of: records.universe)
    let order = chosen.map { UInt32($0.rawValue) }.shuffled(using: &random)
    var details = RowDetails()
    (details.before, details.after) = Self.around(&random)
    for isOrdered in [false, true] {
      let near = isOrdered ? try near.ordered(as: order) : try near.narrowed(to: chosen)
      let far = isOrdered ? try far.ordered(as: order) : try far.narrowed(to: chosen)
      let rows = 0..<1 + random.below(9)
      let page = try near.page(rows, details, .never).foundRows
      #expect(try far.page(rows, details, .never).foundRows == page, note)
    }
  }

  private func checkResult(
    _ query: Query, within earlier: Query?, _ random: inout SeededGenerator, _ note: Comment
  ) throws {
    let compiled = try CompiledQuery(query)
    var narrowed: (near: any SearchResult, far: any SearchResult)?
    if let earlier, let first = try? CompiledQuery(earlier),
      let near = try? local.search(first, ResultRequest(), .never)
    {
      narrowed = (near, try remote.search(first, ResultRequest(), .never))
    }
    let limit = random.oneIn(4) ? 1 + random.below(8) : nil
    let near = try local.search(
      compiled, ResultRequest(within: narrowed?.near, limit: limit), .never)
    let far = try remote.search(
      compiled, ResultRequest(within: narrowed?.far, limit: limit), .never)
    let count = try near.count(.never)
    for _ in 0..<2 {
      let start = random.below(count + 2)
      let range = start..<start + 1 + random.below(12)
      var details = RowDetails()
      if isNumbered, random.oneIn(3) {
        (details.before, details.after) = Self.around(&random)
      }
      let nearPage = try near.page(range, details, .never)
      let farPage = try far.page(range, details, .never)
      #expect(farPage.foundRows == nearPage.foundRows, note)
      #expect(farPage.isEmpty || farPage.firstRow == start, note)
    }
    #expect(try far.count(.never) == count, note)
    switch random.below(4) {
    case 3: try checkChosen(near, far, &random, note)
    case 0:
      let record = RecordID(UInt64(random.below(local.corpus.count + 2)))
      #expect(
        try far.row(notBefore: record, .never) == near.row(notBefore: record, .never),
        "\(note), before \(record)")
    case 1:
      let rows = random.below(count + 1)
      #expect(
        try far.hitCount(ofFirst: rows, .never) == near.hitCount(ofFirst: rows, .never), note)
    default:
      let request = StreamRequest(isInverted: random.oneIn(3))
      #expect(
        try Self.counts(remote, compiled, request) == Self.counts(local, compiled, request), note)
    }
  }

  /// The number of matches in each file, without the paths.
  private static func counts(
    _ source: some RecordSource, _ query: CompiledQuery, _ request: StreamRequest
  ) throws -> [Int] {
    var counts: [Int] = []
    _ = try source.countByFile(query, request, .never) { _, count in
      counts.append(count)
      return true
    }
    return counts
  }
}
