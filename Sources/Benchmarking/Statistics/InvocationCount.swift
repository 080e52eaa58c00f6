#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// How many invocations of each program are needed to find a change.
package enum InvocationCount {
  /// The change to find.
  package static let change = 0.05

  /// The share of cases in which to find it.
  package static let power = 0.95

  /// The count above which no number is computed.
  package static let most = 200

  /// The least count with which a comparison of `rows` rows finds a change of 5 % in 95 of 100 cases.
  ///
  /// For *n* invocations, the error of the ratio is *e* = *d* / √*n*. A verdict requires (*t*ₐ + *t*ᵦ) · *e* to be at
  /// most log 1.05, where *t*ₐ is the value that the corrected level requires, and *t*ᵦ is exceeded in 1 of 20 cases. It
  /// also requires the change to be above the threshold, so *t*ᵦ · *e* may be at most the difference of the two.
  /// *d* is estimated from few pairs; the bound that 80 of 100 such estimates respect is used.
  ///
  /// - Parameters:
  ///   - comparison: The ratio so far.
  ///   - rows: The number of rows that are compared.
  /// - Returns: nil if more than 200 are needed.
  package static func needed(_ comparison: Comparison, rows: Int) -> Int? {
    guard let error = comparison.standardError, let units = comparison.units else { return nil }
    let allowed = min(Holm.single, Holm.family / Double(max(rows, 1)))
    let margin = log(1 + change) - log(1 + comparison.threshold)
    if margin <= 0 { return nil }
    let deviation = error * Double(units).squareRoot() * uncertainty(Double(max(units - 1, 1)))
    return (Comparison.leastUnits...most).first { count in
      let degrees = InvocationComparison.degrees(count)
      let error = deviation / Double(count).squareRoot()
      let missed = StudentsT.critical(level: 2 * power - 1, degrees: degrees) * error
      let shown = StudentsT.critical(level: 1 - allowed, degrees: degrees) * error
      return missed + shown <= log(1 + change) && missed <= margin
    }
  }

  /// The factor by which a standard deviation from `degrees` degrees of freedom is too small in at most 20 of 100 cases.
  ///
  /// It uses the approximation of the chi-squared distribution by Wilson and Hilferty (1931).
  static func uncertainty(_ degrees: Double) -> Double {
    let part = 2 / (9 * degrees)
    let root = 1 - part - 0.841_621 * part.squareRoot()
    return (1 / (root * root * root)).squareRoot()
  }
}
