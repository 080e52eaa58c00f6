/// Percentiles of samples.
enum Percentile {
  /// The quantile `p` of the sorted samples, where `p` is from 0 to 1.
  ///
  /// Interpolates linearly between the order statistics around position *p* · (*n* − 1): definition
  /// 7 of Hyndman and Fan (1996), the default of NumPy and SciPy.
  ///
  /// - Precondition: `sorted` is ascending and not empty.
  static func value(_ p: Double, of sorted: [Double]) -> Double {
    let position = p * Double(sorted.count - 1)
    let below = Int(position)
    guard below + 1 < sorted.count else { return sorted[sorted.count - 1] }
    return sorted[below] + (sorted[below + 1] - sorted[below]) * (position - Double(below))
  }

  /// The p50 of samples in any order.
  ///
  /// - Precondition: `samples` is not empty.
  /// - Complexity: O(*n* log *n*).
  static func median(_ samples: [Double]) -> Double { value(0.5, of: samples.sorted()) }
}
