#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Fits how time grows with size, by least squares on the logarithms of both: `seconds` = *c* ·
/// `size`^`exponent`.
package struct GrowthFit: Hashable, Sendable {
  package let exponent: Double

  /// The 95 % interval of the exponent, from Student's t with *n* − 2 degrees of freedom.
  package let interval: ClosedRange<Double>

  /// The natural logarithm of *c*.
  package let logFactor: Double

  /// Fits a line; nil if there are fewer than three points, if all sizes are equal, or if a value
  /// is not above 0.
  package init?(_ points: [(size: Double, seconds: Double)]) {
    guard points.count >= 3, points.allSatisfy({ $0.size > 0 && $0.seconds > 0 }) else {
      return nil
    }
    let x = points.map { log($0.size) }
    let y = points.map { log($0.seconds) }
    let (meanX, meanY) = (Dispersion.mean(x), Dispersion.mean(y))
    let squares = x.reduce(0) { $0 + ($1 - meanX) * ($1 - meanX) }
    guard squares > 0 else { return nil }
    let products = zip(x, y).reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) }
    let slope = products / squares
    exponent = slope
    let intercept = meanY - slope * meanX
    logFactor = intercept
    let residuals = zip(x, y).reduce(0) { sum, point in
      let residual = point.1 - intercept - slope * point.0
      return sum + residual * residual
    }
    let degrees = points.count - 2
    let error = (residuals / Double(degrees) / squares).squareRoot()
    let half = StudentsT.critical(level: 0.95, degrees: Double(degrees)) * error
    interval = (slope - half)...(slope + half)
  }
}
