import TestSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif
/// Random times; the same seed always gives the same times.
struct NoisyTimes {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A uniformly distributed random number between 0 and 1, both excluded.
  mutating func uniform() -> Double { (Double(generator.next() >> 11) + 0.5) * 0x1p-53 }

  /// A random number with the standard normal distribution, by the Box-Muller method.
  mutating func normal() -> Double {
    let radius = (-2 * log(uniform())).squareRoot()
    return radius * cos(2 * .pi * uniform())
  }

  /// A random factor around 1 with a lognormal distribution.
  mutating func lognormal(_ sigma: Double) -> Double { exp(sigma * normal()) }

  /// Blocks of times around `seconds`; if `between` is not 0, the blocks also have different
  /// medians.
  mutating func blocks(
    _ count: Int = 10, of samples: Int = 20, seconds: Double = 1, within: Double,
    between: Double = 0
  ) -> [[Double]] {
    (0..<count).map { _ in
      let level = seconds * lognormal(between)
      return (0..<samples).map { _ in level * lognormal(within) }
    }
  }
}
