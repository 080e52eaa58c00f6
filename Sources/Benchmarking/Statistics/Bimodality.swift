/// Whether samples gather around two values.
///
/// They are split where the two parts have the least squared deviations in all (Otsu, 1979). The parts are two modes if each
/// has at least a tenth of the samples and their distance is at least four times their mean deviation, by the D of Ashman,
/// Bird and Zepf (1994). They found 2 enough for parts that are known to be two; the halves of one normal distribution have
/// 2.7.
struct Bimodality: Hashable {
  /// The medians of the two parts.
  let lower: Double
  let upper: Double

  /// Nil if there is one mode, or fewer than 20 samples.
  ///
  /// - Precondition: `sorted` is ascending.
  init?(_ sorted: [Double]) {
    let n = sorted.count
    guard n >= 20 else { return nil }
    var sums = [0.0]
    var squares = [0.0]
    for sample in sorted {
      sums.append(sums[sums.count - 1] + sample)
      squares.append(squares[squares.count - 1] + sample * sample)
    }
    func deviations(_ range: Range<Int>) -> Double {
      let sum = sums[range.upperBound] - sums[range.lowerBound]
      return squares[range.upperBound] - squares[range.lowerBound]
        - sum * sum / Double(range.count)
    }
    let least = max(2, (n + 9) / 10)
    let splits = (least...(n - least)).map { ($0, deviations(0..<$0) + deviations($0..<n)) }
    guard let split = splits.min(by: { $0.1 < $1.1 })?.0 else { return nil }
    let (left, right) = (Array(sorted[..<split]), Array(sorted[split...]))
    let spread =
      (deviations(0..<split) / Double(left.count) + deviations(split..<n) / Double(right.count)) / 2
    let distance = Dispersion.mean(right) - Dispersion.mean(left)
    guard distance > 0, distance * distance > 16 * max(spread, 0) else { return nil }
    // A gap of a clock's tick or two is no second mode.
    guard distance > 0.02 * Dispersion.mean(left) else { return nil }
    lower = Percentile.value(0.5, of: left)
    upper = Percentile.value(0.5, of: right)
  }
}
