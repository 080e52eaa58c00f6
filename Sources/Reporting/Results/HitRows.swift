public import Corpora
public import Searching

/// Which record a row shows, whatever else was found.
public struct RowKey: Hashable, Sendable {
  /// The name of the corpus.
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
    let (corpus, record) = self[row]
    return RowKey(corpus: corpus.name, record: record)
  }

  /// - Complexity: O(log *n*), and O(*m*) in the number of corpora.
  public func row(notBefore key: RowKey) -> Int {
    var start = 0
    for part in parts {
      if part.corpus.name == key.corpus { return start + part.records.rank(of: key.record) }
      start += part.records.count
    }
    return 0
  }
}
