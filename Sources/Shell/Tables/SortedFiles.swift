internal import Corpora
internal import Searching
internal import Tables
internal import Terminal

/// The rows of a source, sorted by some columns (`search --sort`).
///
/// All rows are buffered in memory until the last row is found. If the rows need more than `limit`
/// bytes, the search fails.
struct SortedFiles<Rows: RecordSource>: RecordSource {
  let rows: Rows
  let tables: FileTables
  let keys: [SortedRows.Key]

  /// The memory limit for the rows, in bytes.
  let limit: Int

  var name: String { rows.name }
  var kind: String { rows.kind }
  var recordCount: Int? { nil }
  var hasSingleSource: Bool { rows.hasSingleSource }

  func fields(_ cancellation: Cancellation) -> [Field] { tables.fields }

  func stream<Product: Sendable>(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    render: @escaping @Sendable (RowBatch) -> Product,
    deliver: (Product) throws -> Bool
  ) throws -> StreamReport {
    var all = request
    all.limit = nil
    all.enoughPerFile = nil
    // Sorted rows have no context, because adjacent rows are not adjacent in the file.
    (all.details.before, all.details.after) = (0, 0)
    all.details.recordNumbers = true
    if keys.contains(where: { $0.needsHits }) {
      all.details.hits = true
      all.details.isFirstHitEnough = false
    }
    var sorted = SortedRows(by: keys)
    var report = try rows.stream(
      query, all, cancellation, render: { $0 },
      deliver: { batch in
        sorted.add(batch)
        return sorted.bytes <= limit
      })
    if sorted.bytes > limit {
      throw SearchError.tooLarge(
        source: "--sort", limit: limit,
        remedy: "narrow the query, or allow more memory with --cache BYTES")
    }
    for batch in sorted.sorted(limit: request.limit, perFile: request.enoughPerFile) {
      try cancellation.check()
      if try !deliver(render(batch)) { break }
    }
    report.failures =
      tables.failures.all + report.failures.filter { !tables.failures.all.contains($0) }
    return report
  }

  func countByFile(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    deliver: (_ path: String, _ count: Int) throws -> Bool
  ) throws -> StreamReport {
    if hasSingleSource {
      return try rows.countByFile(query, request, cancellation, deliver: deliver)
    }
    // List the files in the order in which their first rows appear among the sorted rows.
    var counts: [(path: String, count: Int)] = []
    var places: [String: Int] = [:]
    var request = request
    request.enoughPerFile = nil
    request.details = RowDetails(hits: false)
    let report = try stream(
      query, request, cancellation, render: { $0.sourceCounts },
      deliver: { found in
        for (path, count) in found {
          if let place = places[path] {
            counts[place].count += count
          } else {
            places[path] = counts.count
            counts.append((path, count))
          }
        }
        return true
      })
    for (path, count) in counts where try !deliver(path, count) { break }
    return report
  }

  func explain(
    _ query: CompiledQuery, _ cancellation: Cancellation
  ) throws(SearchError) -> Explanation { try rows.explain(query, cancellation) }

  func search(
    _ query: CompiledQuery, _ request: ResultRequest, _ cancellation: Cancellation
  ) throws(SearchError) -> any SearchResult {
    throw .unsupported(source: name, what: "keeps no rows", remedy: "read them as a stream")
  }
}
