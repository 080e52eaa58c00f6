#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Finds the size at which one implementation becomes slower than another.
package enum Crossover {
  /// The maximum factor between an extrapolated crossing and the nearest measured size.
  private static let reach = 1_000.0

  /// The size below which `a` is faster than `b`, and above which `a` is not faster; nil if there
  /// is no such size.
  ///
  /// Sizes at which only one implementation was measured are ignored. The crossing is between the
  /// first two neighboring sizes where `a` is faster at the smaller size, but not at the larger
  /// size. Between the two sizes, the times of both implementations are interpolated linearly on
  /// logarithmic axes.
  ///
  /// If no crossing is between measured sizes, and the time of `a` grows faster than the time of
  /// `b`, the crossing is extrapolated. The result is then the size at which the fitted lines
  /// (`GrowthFit`) of `a` and `b` cross. This size can be outside of the measured sizes by at most
  /// a factor of 1,000. To find out whether the crossing was extrapolated, compare the result with
  /// the measured sizes.
  ///
  /// - Precondition: Each size occurs at most once.
  package static func size(
    _ a: [(size: Double, seconds: Double)], _ b: [(size: Double, seconds: Double)]
  ) -> Double? {
    let secondsOfB = Dictionary(b.map { ($0.size, $0.seconds) }) { first, _ in first }
    let points = a.compactMap { point -> (x: Double, difference: Double)? in
      guard let other = secondsOfB[point.size], point.size > 0, point.seconds > 0, other > 0 else {
        return nil
      }
      return (log(point.size), log(point.seconds) - log(other))
    }.sorted { $0.x < $1.x }
    for (left, right) in zip(points, points.dropFirst())
    where left.difference < 0 && right.difference >= 0 {
      let share = -left.difference / (right.difference - left.difference)
      return exp(left.x + share * (right.x - left.x))
    }
    guard let first = points.first, let last = points.last, let fitA = GrowthFit(a),
      let fitB = GrowthFit(b), fitA.exponent > fitB.exponent
    else { return nil }
    let x = (fitB.logFactor - fitA.logFactor) / (fitA.exponent - fitB.exponent)
    let range = (first.x - log(reach))...(last.x + log(reach))
    return range.contains(x) ? exp(x) : nil
  }
}
