/// Detects whether samples cluster around two values.
///
/// The samples are split where the sum of the squared deviations within both groups is lowest
/// (Otsu, 1979). The two groups are modes if
///
/// - each has at least a tenth of the samples;
/// - *D* is above 4. *D* is the distance between the means, divided by the root mean square of the
///   groups' standard deviations (Ashman, Bird and Zepf, 1994). *D* = 2 is enough if two groups are
///   known to exist. *D* is 2.7 for the halves of a normal distribution, and 3.5 for the halves of
///   a uniform distribution;
/// - there is a valley: the middle third of the range between the medians contains less than a
///   twelfth of the samples (in a uniform distribution, it contains a sixth);
/// - the difference is relevant: the medians are at least 2 % apart.
struct Bimodality: Hashable {
  /// The medians of the two groups.
  let lower: Double
  let upper: Double

  /// The minimum number of samples; with fewer samples, a valley can arise by chance.
  static let minimumSamplesForModes = 30

  /// Finds two modes; nil if there is only one mode, or if there are too few samples.
  ///
  /// - Precondition: `sorted` is ascending.
  /// - Complexity: O(*n*).
  init?(_ sorted: [Double]) {
    guard sorted.count >= Self.minimumSamplesForModes, let split = Self.split(sorted) else {
      return nil
    }
    let lower = Percentile.value(0.5, of: Array(sorted[..<split]))
    let upper = Percentile.value(0.5, of: Array(sorted[split...]))
    let third = (upper - lower) / 3
    let valley = sorted.count { $0 > lower + third && $0 < upper - third }
    guard valley * 12 < sorted.count, upper - lower >= 0.02 * lower else { return nil }
    self.lower = lower
    self.upper = upper
  }

  /// The number of samples in the lower group; nil if the groups are not far enough apart.
  private static func split(_ sorted: [Double]) -> Int? {
    let n = sorted.count
    // Subtract the median first, so that sums of squares keep their precision.
    let centre = sorted[n / 2]
    var sums = [0.0]
    var squares = [0.0]
    for sample in sorted {
      let deviation = sample - centre
      sums.append(sums[sums.count - 1] + deviation)
      squares.append(squares[squares.count - 1] + deviation * deviation)
    }
    func deviations(_ range: Range<Int>) -> Double {
      let sum = sums[range.upperBound] - sums[range.lowerBound]
      let square = squares[range.upperBound] - squares[range.lowerBound]
      return max(0, square - sum * sum / Double(range.count))
    }
    let minimum = (n + 9) / 10
    let splits = (minimum...(n - minimum)).map { ($0, deviations(0..<$0) + deviations($0..<n)) }
    guard let split = splits.min(by: { $0.1 < $1.1 })?.0 else { return nil }
    let (few, more) = (Double(split), Double(n - split))
    let variance = (deviations(0..<split) / few + deviations(split..<n) / more) / 2
    let distance = (sums[n] - sums[split]) / more - sums[split] / few
    return distance * distance > 16 * variance ? split : nil
  }
}
