import Corpora
import Searching

/// A hand-made result: some records of a corpus, with arbitrary hits.
struct FixtureResult: SearchResult {
  private let corpus: Corpus
  private let ids: [RecordID]
  private let hits: @Sendable (RecordID) -> [Hit]
  let query = CompiledQuery.everything

  init(
    _ corpus: Corpus, _ ids: [RecordID], hits: @escaping @Sendable (RecordID) -> [Hit] = { _ in [] }
  ) {
    self.corpus = corpus
    self.ids = ids
    self.hits = hits
  }

  var source: String { corpus.name }
  var fields: [Field] { corpus.fields }
  var statistics: SearchStatistics { SearchStatistics(accessPath: "scan") }
  var knownCount: Int? { ids.count }
  var knownHitCount: Int? { nil }
  var hasSingleSource: Bool { corpus.sources.sources.count <= 1 }

  func count(_ cancellation: Cancellation) -> Int { ids.count }

  func page(
    _ rows: Range<Int>, _ details: RowDetails, _ cancellation: Cancellation
  ) -> RowBatch {
    var builder = RowBatch.Builder(fields: fields)
    let rows = rows.clamped(to: 0..<ids.count)
    let hasContext = details.hasContext && fields == [Field("text")]
    var next: UInt64 = 0
    for index in rows {
      let record = ids[index].rawValue
      // Return all records around the row; the caller selects the context rows from them.
      let around =
        hasContext
        ? max(
          next, record - min(record, UInt64(details.before)))..<min(
            index + 1 < ids.count ? ids[index + 1].rawValue : UInt64(corpus.count),
            max(record + 1, record + 1 + UInt64(details.after)))
        : record..<record + 1
      for place in around {
        let id = RecordID(place)
        let (source, line) = corpus.place(of: id)
        let entry = RowBatch.Entry(
          record: place, line: line,
          source: builder.place(ofSource: source.path, columns: source.columns),
          isContext: place != record)
        corpus.withRecord(id) { builder.append(entry, $0, hits: place == record ? hits(id) : []) }
      }
      next = around.upperBound
    }
    var batch = builder.finish()
    batch.move(to: rows.lowerBound)
    return batch
  }

  func row(notBefore record: RecordID, _ cancellation: Cancellation) -> Int {
    ids.firstIndex { $0 >= record } ?? ids.count
  }

  func narrowed(to records: ResultSet) -> any SearchResult {
    FixtureResult(corpus, Array(records), hits: hits)
  }

  func hitCount(ofFirst rows: Int, _ cancellation: Cancellation) -> Int? { nil }
}
