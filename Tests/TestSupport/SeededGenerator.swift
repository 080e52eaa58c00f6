internal import Basics

/// A seeded random generator for tests, based on `SplitMix64`, with random choices.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var numbers: SplitMix64

  package init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  package mutating func next() -> UInt64 { numbers.next() }

  /// A random number in 0..<`bound`.
  package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// A random element of `choices`.
  ///
  /// - Precondition: `choices` is not empty.
  package mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

  /// True with a probability of 1 in `odds`.
  package mutating func oneIn(_ odds: Int) -> Bool { below(odds) == 0 }
}
