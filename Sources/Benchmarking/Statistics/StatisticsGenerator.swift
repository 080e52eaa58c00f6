#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// SplitMix64 (Steele, Lea and Flood, 2014): the seeded random numbers of resampling and shuffling.
struct StatisticsGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number below `bound`, by multiplication; the bias is below `bound` / 2^64.
  mutating func next(below bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number between 0 and 1, never one of them.
  mutating func uniform() -> Double {
    (Double(next() >> 12) + 0.5) * 0x1p-52
  }

  /// An exponential number of mean 1.
  mutating func exponential() -> Double { -log(uniform()) }

  /// A standard normal number, by the polar method of Marsaglia (1964).
  mutating func normal() -> Double {
    while true {
      let x = 2 * uniform() - 1
      let y = 2 * uniform() - 1
      let square = x * x + y * y
      if square < 1, square > 0 { return x * (-2 * log(square) / square).squareRoot() }
    }
  }

  /// A number of the gamma distribution of scale 1, by the method of Marsaglia and Tsang (2000).
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
      // Nearly always enough, and without logarithms.
      if u < 1 - 0.0331 * (x * x) * (x * x) { return d * v }
      if log(u) < x * x / 2 + d - d * v + d * log(v) { return d * v }
    }
  }
}
