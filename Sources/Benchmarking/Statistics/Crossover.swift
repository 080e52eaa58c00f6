#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Where one way becomes slower than another.
public enum Crossover {
  /// The size below which `a` is faster than `b`.
  ///
  /// The first two neighbouring sizes, measured for both, between which `a` stops being faster; between them both are taken
  /// as straight lines on logarithmic axes. Nil where no such sizes were measured: nothing is extrapolated.
  ///
  /// - Precondition: a size is measured once at most.
  public static func size(
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
    return nil
  }
}
