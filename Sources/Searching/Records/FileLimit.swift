/// Limits the number of matches of each file; batches must be passed in the order of the result.
package struct FileLimit: Sendable {
  private let limit: Int
  private let after: Int
  private var path: String?
  private var count = 0
  private var contextLeft = 0

  /// The number of matches that were kept in all batches so far.
  private var passed = 0

  /// Creates a limit.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of matches of each file.
  ///   - after: the number of context rows to keep after the last match of each file.
  package init(_ limit: Int, after: Int) {
    self.limit = limit
    self.after = after
  }

  /// Removes the rows beyond the limit from the next batch.
  package mutating func keep(_ batch: RowBatch) -> RowBatch {
    var kept: [RowBatch.Entry] = []
    for (index, entry) in batch.rows.enumerated() {
      let source = batch.source(ofRow: index)
      if source != path {
        path = source
        count = 0
        contextLeft = after
      }
      if count < limit {
        if !entry.isContext { count += 1 }
        kept.append(entry)
      } else if contextLeft > 0, !entry.startsGroup {
        contextLeft -= 1
        var context = entry
        context.isContext = true
        kept.append(context)
      } else {
        contextLeft = 0
      }
    }
    var result = batch.with(kept)
    result.move(to: passed)
    passed += result.matchCount
    return result
  }
}
