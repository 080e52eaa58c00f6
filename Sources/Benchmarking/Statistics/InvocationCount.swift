#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Computes how many invocations of each program are needed to detect a change.
package enum InvocationCount {
  /// The relative change to detect.
  package static let change = 0.05

  /// The fraction of cases in which the change must be detected.
  package static let power = 0.95

  /// The largest number of invocations that is considered.
  package static let maximumCount = 200

  /// The smallest number of invocations that detects a 5 % change in 95 of 100 cases, if `rows`
  /// rows are compared.
  ///
  /// For *n* invocations, the standard error of the ratio's logarithm is *e* = *d* / √*n*, where
  /// *d* is the standard deviation between pairs of invocations. A verdict requires (*t*ₐ + *t*ᵦ) ·
  /// *e* to be at most log 1.05. Here, *t*ₐ is the value of Student's t for the corrected
  /// significance level, and *t*ᵦ is the value that Student's t exceeds in 1 of 20 cases. A verdict
  /// also requires the change to exceed the threshold. Therefore, *t*ᵦ · *e* can be at most the
  /// difference between the logarithms of the change and the threshold. The estimate of *d* comes
  /// from few pairs, so its upper 80 % confidence bound is used.
  ///
  /// - Parameters:
  ///   - comparison: The comparison of the invocations so far.
  ///   - rows: The number of rows that are compared.
  /// - Returns: The number; nil if 200 invocations are not enough, or if `comparison` has no
  ///   standard error.
  package static func needed(_ comparison: Comparison, rows: Int) -> Int? {
    guard let error = comparison.standardError, let units = comparison.units else { return nil }
    let allowed = min(Holm.single, Holm.family / Double(max(rows, 1)))
    let margin = log(1 + change) - log(1 + comparison.threshold)
    if margin <= 0 { return nil }
    let deviation = error * Double(units).squareRoot() * uncertainty(Double(max(units - 1, 1)))
    return (Comparison.minimumUnits...maximumCount).first { count in
      let degrees = InvocationComparison.degrees(count)
      let error = deviation / Double(count).squareRoot()
      let missed = StudentsT.critical(level: 2 * power - 1, degrees: degrees) * error
      let shown = StudentsT.critical(level: 1 - allowed, degrees: degrees) * error
      return missed + shown <= log(1 + change) && missed <= margin
    }
  }

  /// The factor that turns an estimated standard deviation into its upper 80 % confidence bound.
  ///
  /// The factor uses the approximation of the chi-squared distribution by Wilson and Hilferty
  /// (1931).
  static func uncertainty(_ degrees: Double) -> Double {
    let part = 2 / (9 * degrees)
    let root = 1 - part - 0.841_621 * part.squareRoot()
    return (1 / (root * root * root)).squareRoot()
  }
}
