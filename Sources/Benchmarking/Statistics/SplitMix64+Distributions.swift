internal import Basics

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Random distributions for resampling.
extension SplitMix64 {
  /// A random index below `count`; does not advance the generator if `count` is 1.
  mutating func index(below count: Int) -> Int { count == 1 ? 0 : next(below: count) }

  /// A uniform number between 0 and 1, both excluded.
  mutating func uniform() -> Double {
    (Double(next() >> 12) + 0.5) * 0x1p-52
  }

  /// An exponential number with mean 1.
  mutating func exponential() -> Double { -log(uniform()) }

  /// A standard normal number, from the polar method of Marsaglia (1964).
  mutating func normal() -> Double {
    while true {
      let x = 2 * uniform() - 1
      let y = 2 * uniform() - 1
      let square = x * x + y * y
      if square < 1, square > 0 { return x * (-2 * log(square) / square).squareRoot() }
    }
  }

  /// A number from the gamma distribution with scale 1, from the method of Marsaglia and Tsang
  /// (2000).
  ///
  /// - Precondition: `shape` is at least 1.
  mutating func gamma(shape: Double) -> Double {
    let d = shape - 1.0 / 3
    let c = 1 / (9 * d).squareRoot()
    while true {
      let x = normal()
      let root = 1 + c * x
      guard root > 0 else { continue }
      let v = root * root * root
      let u = uniform()
      // This inequality is nearly always true; the logarithms below are then not needed.
      if u < 1 - 0.0331 * (x * x) * (x * x) { return d * v }
      if log(u) < x * x / 2 + d - d * v + d * log(v) { return d * v }
    }
  }
}
