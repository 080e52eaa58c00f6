/// Tukey's fences, which are 1.5 interquartile ranges below the first quartile and above the third.
struct TukeyFences: Hashable {
  let lower: Double
  let upper: Double

  /// Computes the fences.
  ///
  /// - Precondition: `sorted` is ascending and not empty.
  init(_ sorted: [Double]) {
    let first = Percentile.value(0.25, of: sorted)
    let third = Percentile.value(0.75, of: sorted)
    lower = first - 1.5 * (third - first)
    upper = third + 1.5 * (third - first)
  }

  func isOutlier(_ sample: Double) -> Bool { sample < lower || sample > upper }
}
