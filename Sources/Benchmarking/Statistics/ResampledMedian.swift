internal import Basics

/// Draws medians of resamples of a block, without drawing each resample's samples.
///
/// In a resample of *m* samples, the *k*-th smallest has the rank ⌊*m* · *u*⌋, where *u* is the
/// *k*-th smallest of *m* uniform numbers. Sorted uniform numbers are distributed like partial sums
/// of exponential numbers, divided by the total of these numbers (Rényi, 1953; Devroye, 1986,
/// section V.3). The sum of *k* exponentially distributed numbers has a gamma distribution, so one
/// gamma-distributed number replaces the sum. The result has exactly the distribution of the median
/// of *m* draws.
struct ResampledMedian {
  /// The samples, ascending and not empty.
  private let sorted: [Double]

  /// The median of the block itself.
  let median: Double

  /// Sorts the samples of a block.
  ///
  /// - Complexity: O(*n* log *n*).
  init(_ samples: [Double]) {
    sorted = samples.sorted()
    median = Percentile.value(0.5, of: sorted)
  }

  /// Draws the median of one resample.
  ///
  /// - Complexity: O(1).
  func draw(_ generator: inout SplitMix64) -> Double {
    let m = sorted.count
    if m == 1 { return sorted[0] }
    let below = generator.gamma(shape: Double((m + 1) / 2))
    // If the number of samples is even, there are two middle samples; their gamma variates differ
    // by one exponential variate.
    let between = m % 2 == 0 ? generator.exponential() : 0
    let above = generator.gamma(shape: Double(m - m / 2))
    let total = below + between + above
    return (sample(below / total) + sample((below + between) / total)) / 2
  }

  private func sample(_ place: Double) -> Double {
    sorted[min(Int(place * Double(sorted.count)), sorted.count - 1)]
  }
}
