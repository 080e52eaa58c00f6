package import Corpora
package import Searching

/// Identifies a record, so that its row can be found in any result that contains the record.
package struct RowKey: Hashable, Sendable {
  /// The name of the source.
  package let corpus: String
  package let record: RecordID

  package init(corpus: String, record: RecordID) {
    self.corpus = corpus
    self.record = record
  }
}

/// The rows of a result, in order, and their hits; `HitNavigation` moves between these hits.
package protocol HitRows {
  var count: Int { get }

  /// The hits of a row, in output order.
  func hits(ofRow row: Int) -> [Hit]

  func key(ofRow row: Int) -> RowKey

  /// The index of the first row that contains the record of `key` or a later record; `count` if
  /// there is no such row.
  func row(notBefore key: RowKey) -> Int
}

extension HitRows {
  /// The index of the row that contains the record of `key`; nil if the result does not contain the
  /// record.
  package func row(of key: RowKey) -> Int? {
    let row = row(notBefore: key)
    return row < count && self.key(ofRow: row) == key ? row : nil
  }
}

extension ResultRows: HitRows {
  package func key(ofRow row: Int) -> RowKey {
    guard let found = self.row(at: row) else { return RowKey(corpus: "", record: RecordID(.max)) }
    return RowKey(
      corpus: parts[found.part].source, record: RecordID(found.batch.rows[found.place].record))
  }

  /// The index of the first row that contains the record of `key` or a later record.
  ///
  /// - Complexity: The cost of finding the record in its source, plus O(*m*) for *m* sources.
  package func row(notBefore key: RowKey) -> Int {
    var start = 0
    for (number, part) in parts.enumerated() {
      if part.source == key.corpus {
        let offset = offset(inPart: number, notBefore: key.record)
        return order?.row(ofPart: number, offset: offset) ?? start + offset
      }
      start += part.knownCount ?? 0
    }
    return 0
  }
}
