public import Corpora
public import Searching

/// Which record a row shows, whatever else was found.
public struct RowKey: Hashable, Sendable {
  /// The name of the source.
  public let corpus: String
  public let record: RecordID

  public init(corpus: String, record: RecordID) {
    self.corpus = corpus
    self.record = record
  }
}

/// The rows of a result as navigation sees them: records in order, each with its hits.
public protocol HitRows {
  var count: Int { get }

  /// The hits of a row, from 0, in the order of results.
  func hits(ofRow row: Int) -> [Hit]

  func key(ofRow row: Int) -> RowKey

  /// The first row whose record is that of `key` or comes after it; `count` if there is none.
  func row(notBefore key: RowKey) -> Int
}

extension HitRows {
  /// The row of that record; nil if it is not in the result.
  public func row(of key: RowKey) -> Int? {
    let row = row(notBefore: key)
    return row < count && self.key(ofRow: row) == key ? row : nil
  }
}

extension ResultRows: HitRows {
  public func key(ofRow row: Int) -> RowKey {
    guard let found = self.row(at: row) else { return RowKey(corpus: "", record: RecordID(.max)) }
    return RowKey(
      corpus: parts[found.part].source, record: RecordID(found.batch.rows[found.place].record))
  }

  /// - Complexity: that of the source's own search for a record, and O(*m*) in the number of sources.
  public func row(notBefore key: RowKey) -> Int {
    var start = 0
    for (number, part) in parts.enumerated() {
      if part.source == key.corpus {
        return start + offset(inPart: number, notBefore: key.record)
      }
      start += part.knownCount ?? 0
    }
    return 0
  }
}
