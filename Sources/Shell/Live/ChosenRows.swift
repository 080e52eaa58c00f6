internal import Corpora
internal import Searching

/// A search result that consists of the rows that the user chose from one source in live search.
struct ChosenRows: SearchResult {
  let query: CompiledQuery
  let source: String
  let fields: [Field]
  let hasSingleSource: Bool
  let statistics = SearchStatistics(accessPath: "")
  private let batches: [RowBatch]

  /// Creates a result that consists of `rows`; only the rows that `query` found show their hits.
  init(_ rows: [LiveRow], of loaded: LoadedCorpus, _ query: Query?) {
    source = loaded.name
    fields = loaded.fields
    hasSingleSource = loaded.paths.count == 1
    batches = rows.map { $0.batch(showingHits: $0.query == query) }
    self.query = CompiledQuery.everything
  }

  var knownCount: Int? { batches.count }
  var knownHitCount: Int? { nil }

  func count(_ cancellation: Cancellation) -> Int { batches.count }

  func page(
    _ rows: Range<Int>, _ details: RowDetails, _ cancellation: Cancellation
  ) -> RowBatch {
    RowBatch(joining: rows.clamped(to: 0..<batches.count).map { batches[$0] }, fields: fields)
  }

  func row(notBefore record: RecordID, _ cancellation: Cancellation) -> Int {
    batches.firstIndex { $0.rows[0].record >= record.rawValue } ?? batches.count
  }

  func hitCount(ofFirst rows: Int, _ cancellation: Cancellation) -> Int? { nil }
}
