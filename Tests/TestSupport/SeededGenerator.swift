internal import Basics

/// The numbers of `SplitMix64`, and random choices for tests.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var numbers: SplitMix64

  public init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  public mutating func next() -> UInt64 { numbers.next() }

  /// A random number in 0..<`bound`.
  public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// A random element of `choices`.
  ///
  /// - Precondition: `choices` is not empty.
  public mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

  /// True with a probability of 1 in `odds`.
  public mutating func oneIn(_ odds: Int) -> Bool { below(odds) == 0 }
}
