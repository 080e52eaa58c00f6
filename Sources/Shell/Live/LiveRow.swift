internal import Reporting
internal import Searching

/// A row that the user chose, with the data needed to print it.
struct LiveRow {
  let key: RowKey
  let query: Query
  private let batch: RowBatch
  private let place: Int

  init?(_ row: Int, of result: LiveResult) {
    guard let (batch, place, _) = result.rows.row(at: row) else { return nil }
    self.batch = batch
    self.place = place
    key = result.rows.key(ofRow: row)
    query = result.query
  }

  /// The texts of the record's fields.
  var texts: [String] { batch.fields.indices.map { batch.text(ofRow: place, field: $0) } }

  /// A result batch that contains only this row, with or without its hits.
  func batch(showingHits: Bool) -> RowBatch {
    batch.row(at: place, showingHits: showingHits)
  }
}
