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
  /// It is the least *n* with (*t*ₐ + *t*ᵦ) · `spread` / √*n* ≤ log 1.05: *t*ₐ is the value that the corrected verdict
  /// requires, and *t*ᵦ is exceeded in 1 of 20 cases.
  ///
  /// - Parameters:
  ///   - spread: The standard deviation of the ratios of pairs, as in `InvocationComparison`.
  ///   - rows: The number of rows that are compared.
  /// - Returns: nil if more than 200 are needed.
  package static func needed(spread: Double, rows: Int) -> Int? {
    let allowed = min(Holm.single, Holm.family / Double(max(rows, 1)))
    // A verdict also requires a change above the spread; the difference must exceed its error in 95 of 100 cases.
    if spread >= change { return nil }
    return (3...most).first { count in
      let degrees = Double(count - 2 * (count / 10) - 1)
      let reach =
        StudentsT.critical(level: 1 - allowed, degrees: degrees)
        + StudentsT.critical(level: 2 * power - 1, degrees: degrees)
      return reach * spread / Double(count).squareRoot() <= log(1 + change)
    }
  }
}
