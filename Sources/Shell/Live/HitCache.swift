internal import Corpora
internal import Searching
internal import Synchronization

/// The hits of records that were found for one query in one corpus, each computed once.
///
/// A record is as long as it likes, and what is on the screen is drawn with every key. The thread that searches fills in
/// those of the first page, so that whoever draws need not wait for them.
final class HitCache: Sendable {
  /// More records than any screen shows.
  private static let most = 4096

  private let known = Mutex<[RecordID: [Hit]]>([:])

  /// The hits of `record`, which is in the results of `report`.
  func hits(of record: RecordID, in report: SearchReport) -> [Hit] {
    if let hits = known.withLock({ $0[record] }) { return hits }
    let hits = report.hits(in: record)
    known.withLock {
      if $0.count >= Self.most { $0.removeAll(keepingCapacity: true) }
      $0[record] = hits
    }
    return hits
  }
}

/// What live search found in one corpus.
struct LiveFinding: Sendable {
  let report: SearchReport
  let cache: HitCache
}
