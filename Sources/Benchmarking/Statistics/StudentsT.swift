#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Student's t distribution.
enum StudentsT {
  /// The value that |t| exceeds with probability `1 - level`.
  ///
  /// The value is found by bisection of the distribution function.
  ///
  /// - Precondition: `degrees` is above 0; `level` is between 0 and 1.
  static func critical(level: Double, degrees: Double) -> Double {
    var low = 0.0
    var high = 1.0
    while inside(high, degrees) < level { high *= 2 }
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if inside(middle, degrees) < level { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The probability that |t| is below `value`.
  private static func inside(_ value: Double, _ degrees: Double) -> Double {
    1 - outside(value, degrees: degrees)
  }

  /// The probability that |t| is above `value`.
  static func outside(_ value: Double, degrees: Double) -> Double {
    incompleteBeta(degrees / (degrees + value * value), degrees / 2, 0.5)
  }

  /// The regularized incomplete beta function.
  ///
  /// The function is computed from its continued fraction (DLMF 8.17.22) with Lentz's method.
  static func incompleteBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    // Keep the expressions short: the compiler takes nine seconds for a single long expression.
    let gammas: Double = lgamma(a + b) - lgamma(a) - lgamma(b)
    let powers: Double = gammas + a * log(x)
    let factor: Double = exp(powers + b * log(1 - x))
    // The continued fraction converges quickly only for arguments below this value.
    let turn: Double = (a + 1) / (a + b + 2)
    if x < turn { return factor * fraction(x, a, b) / a }
    return 1 - factor * fraction(1 - x, b, a) / b
  }

  private static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    let tiny = 1e-300
    var c = 1.0
    var d = 1 - (a + b) * x / (a + 1)
    d = 1 / (abs(d) < tiny ? tiny : d)
    var value = d
    for m in 1...500 {
      let m = Double(m)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      for term in [even, odd] {
        d = 1 + term * d
        d = 1 / (abs(d) < tiny ? tiny : d)
        c = 1 + term / c
        if abs(c) < tiny { c = tiny }
        value *= d * c
      }
      if abs(d * c - 1) < 1e-15 { break }
    }
    return value
  }
}
