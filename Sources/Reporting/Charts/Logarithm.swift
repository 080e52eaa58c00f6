#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Powers of ten and logarithms to base ten.
enum Logarithm {
  static func base10(_ value: Double) -> Double { log10(value) }

  static func inverse(_ exponent: Double) -> Double { pow(10, exponent) }

  /// 10 raised to an integer power, rounded to the same value as the decimal literal: 0.001, not
  /// 0.0010000000000000002.
  static func power(_ exponent: Int) -> Double { Double("1e\(exponent)") ?? .infinity }
}
