/// A trend during a run: later samples are slower, or faster, than earlier samples.
///
/// The test is the Mann-Kendall trend test (Mann, 1945) on the medians of the blocks, at the 1 %
/// level. The change from the first third of the blocks to the last must also be at least 2 %, so
/// that negligible drift is not reported.
struct Drift: Hashable {
  /// The median of the last third of the blocks divided by the median of the first third.
  let change: Double

  /// Detects a drift; nil if the samples do not drift, or if there are fewer than six blocks.
  init?(_ blocks: [[Double]]) {
    let medians = blocks.filter { !$0.isEmpty }.map(Percentile.median)
    let n = medians.count
    guard n >= 6 else { return nil }
    var concordance = 0.0
    for later in 1..<n {
      for earlier in 0..<later {
        concordance += medians[later] > medians[earlier] ? 1 : 0
        concordance -= medians[later] < medians[earlier] ? 1 : 0
      }
    }
    let variance = Double(n * (n - 1) * (2 * n + 5)) / 18
    guard (abs(concordance) - 1) / variance.squareRoot() > 2.575_829_303_548_9 else { return nil }
    let third = n / 3
    let first = Percentile.median(Array(medians[..<third]))
    let last = Percentile.median(Array(medians[(n - third)...]))
    guard first > 0, abs(last / first - 1) >= 0.02 else { return nil }
    change = last / first
  }
}
