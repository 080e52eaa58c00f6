internal import Corpora

/// A result that stores all rows of a stream in memory, so that pages of them can be requested.
struct CollectedResult: SearchResult {
  let query: CompiledQuery
  let source: String
  let fields: [Field]
  let statistics: SearchStatistics
  private let batches: [RowBatch]
  private let count: Int

  /// The maximum memory for the rows, in bytes.
  private static let limit = 256 << 20

  /// Collects the rows of a stream.
  ///
  /// - Throws: `tooLarge` if the rows need more memory than `limit`, and any error that the source
  ///   throws.
  init(
    of source: some RecordSource, _ query: CompiledQuery, _ request: ResultRequest,
    _ cancellation: Cancellation
  ) throws(SearchError) {
    self.query = query
    self.source = source.name
    var batches: [RowBatch] = []
    var bytes = 0
    do {
      fields = try source.fields(cancellation)
      let report = try source.stream(
        query, StreamRequest(limit: request.limit), cancellation, render: { $0 },
        deliver: { batch in
          batches.append(batch)
          bytes += batch.memoryBytes
          return bytes <= Self.limit
        })
      statistics = report.statistics
    } catch let error as SearchError {
      throw error
    } catch {
      throw .failed(source: source.name, reason: "\(error)")
    }
    if bytes > Self.limit {
      throw .tooLarge(
        source: source.name, limit: Self.limit, remedy: "narrow the query, or :load the files")
    }
    self.batches = batches
    count = batches.reduce(0) { $0 + $1.count }
  }

  var knownCount: Int? { count }
  var knownHitCount: Int? {
    batches.reduce(0) { sum, batch in
      batch.rows.indices.reduce(sum) { $0 + batch.hits(ofRow: $1).count }
    }
  }

  func count(_ cancellation: Cancellation) -> Int { count }

  func page(
    _ rows: Range<Int>, _ details: RowDetails, _ cancellation: Cancellation
  ) -> RowBatch {
    var builder = RowBatch.Builder(fields: fields)
    for batch in batches {
      let own = batch.firstRow..<batch.firstRow + batch.count
      for index in rows.clamped(to: own) {
        let place = index - batch.firstRow
        builder.append(batch.rows[place], at: place, of: batch)
      }
    }
    var page = builder.finish()
    page.move(to: rows.lowerBound)
    return page
  }

  func row(notBefore record: RecordID, _ cancellation: Cancellation) -> Int {
    for batch in batches {
      for (place, row) in batch.rows.enumerated() where row.record >= record.rawValue {
        return batch.firstRow + place
      }
    }
    return count
  }

  func hitCount(ofFirst rows: Int, _ cancellation: Cancellation) -> Int? {
    var count = 0
    for batch in batches {
      for place in batch.rows.indices where batch.firstRow + place < rows {
        count += batch.hits(ofRow: place).count
      }
    }
    return count
  }
}
