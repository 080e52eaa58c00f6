/// Statistics that describe how much samples vary.
enum Dispersion {
  /// The arithmetic mean.
  ///
  /// - Precondition: `samples` is not empty; all functions of `Dispersion` require this.
  static func mean(_ samples: [Double]) -> Double {
    samples.reduce(0, +) / Double(samples.count)
  }

  /// The sample standard deviation, with *n* − 1 in the denominator; 0 for one sample.
  static func standardDeviation(_ samples: [Double]) -> Double {
    guard samples.count > 1 else { return 0 }
    let mean = mean(samples)
    let squares = samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(samples.count - 1)).squareRoot()
  }

  /// The median absolute deviation from the median, not scaled to a standard deviation.
  ///
  /// - Complexity: O(*n* log *n*).
  static func medianAbsoluteDeviation(_ samples: [Double]) -> Double {
    let middle = Percentile.median(samples)
    return Percentile.median(samples.map { abs($0 - middle) })
  }

  /// The relative standard deviation, estimated from the median absolute deviation.
  ///
  /// The estimate is scaled for a normal distribution, with the correction of Croux and Rousseeuw
  /// (1992) for few samples, and divided by the median.
  static func robustSpread(_ samples: [Double]) -> Double {
    let n = samples.count
    let correction = n <= 9 ? smallSampleCorrections[n] : Double(n) / (Double(n) - 0.8)
    return 1.482_602_218_505_602 * correction * medianAbsoluteDeviation(samples)
      / Percentile.median(samples)
  }

  private static let smallSampleCorrections = [
    0, 1, 1.196, 1.495, 1.363, 1.206, 1.200, 1.140, 1.129, 1.107,
  ]
}
