internal import Basics
internal import Corpora
internal import Searching

/// Evenly spaced records of a corpus, for contenders that would be too slow on all records.
struct RecordSample {
  let records: ResultSet

  /// The size of the corpus's text divided by the size of the sample's text.
  let scale: Double

  /// Creates a sample of `count` records; nil if the corpus has at most `count` records.
  ///
  /// - Complexity: O(*n* log *s*) for *n* records of the sample and *s* segments.
  init?(of corpus: Corpus, count: Int) {
    guard count > 0, count < corpus.count else { return nil }
    let step = Double(corpus.count) / Double(count)
    let chosen = (0..<count).map {
      RecordID(UInt64(min(Int(Double($0) * step), corpus.count - 1)))
    }
    records = ResultSet(chosen, of: corpus.count)
    let bytes = chosen.reduce(0) { $0 + corpus.withRecord($1) { $0.count } }
    scale = Double(corpus.textBytes) / Double(max(bytes, 1))
  }

  var note: String {
    let tenths = Int((scale * 10).rounded())
    return "timed on \(records.count.grouped) evenly spaced records; times are multiplied by "
      + "\((tenths / 10).grouped).\(tenths % 10) (bytes of the corpus / bytes of the sample); "
      + "only the sample's matches are counted"
  }
}
