/// How many invocations an interleaved comparison needs to find a change of 5 % in 95 of 100 cases.
package struct InvocationNeed: Hashable, Sendable {
  /// The number of rows that can get a verdict.
  package let rows: Int

  /// The number of invocations of each program in the runs.
  package let currentCount: Int

  /// The number of rows for which the current number of invocations is enough.
  package let sufficient: Int

  /// The number of rows for which even 200 invocations are not enough.
  package let undetectableRows: Int

  /// The number of invocations that is enough for nine of ten rows, ignoring undetectable rows.
  package let countForMostRows: Int

  /// The number of invocations that is enough for all rows, ignoring undetectable rows.
  package let countForAllRows: Int

  /// How much the ratio of a row varies between pairs of invocations, as a relative standard
  /// deviation; the median over all rows.
  package let spread: Double

  /// Computes the numbers from two runs that were measured alternately; nil if there are no rows to
  /// compare.
  package init?(_ base: BenchmarkRun, _ changed: BenchmarkRun) {
    let diff = RunDiff(base, changed)
    let comparisons = diff.rows.compactMap { $0.doubt == nil ? $0.comparison : nil }
    let currentCount = Set(base.invocations).intersection(changed.invocations).count
    self.init(
      needs: comparisons.map { InvocationCount.needed($0, rows: comparisons.count) },
      spreads: comparisons.map(\.spread), currentCount: currentCount)
  }

  /// Computes the numbers from the spread of each row, and from how many invocations each row
  /// needs; nil if there are no rows.
  init?(needs all: [Int?], spreads: [Double], currentCount: Int) {
    guard !all.isEmpty else { return nil }
    let needs = all.compactMap { $0 }.sorted()
    rows = all.count
    self.currentCount = currentCount
    sufficient = needs.count { $0 <= currentCount }
    undetectableRows = all.count - needs.count
    countForMostRows = needs.isEmpty ? currentCount : needs[(needs.count * 9 - 1) / 10]
    countForAllRows = needs.last ?? currentCount
    spread = Percentile.median(spreads)
  }

  /// The result as a lower-case sentence without a period.
  package var sentence: String {
    let tenths = Int((spread * 1_000).rounded())
    var text =
      "the two programs ran alternately, \(currentCount) invocations each; this finds a 5 % change "
      + "with 95 % probability in \(sufficient) of \(rows) row\(rows == 1 ? "" : "s") "
      + "(median spread between invocations: \(tenths / 10).\(tenths % 10) %)"
    let more = rows - sufficient - undetectableRows
    if more > 0 { text += "; for \(more) more, --invocations \(countForAllRows) is enough" }
    if undetectableRows > 0 {
      let vary = undetectableRows == 1 ? "row varies" : "rows vary"
      text += "; \(undetectableRows) \(vary) so much that "
      text += "\(InvocationCount.maximumCount) invocations are not enough"
    }
    return text
  }
}
