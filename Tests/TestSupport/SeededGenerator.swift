internal import Basics

/// The numbers of `SplitMix64`, with what tests draw from them.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var numbers: SplitMix64

  public init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  public mutating func next() -> UInt64 { numbers.next() }

  /// A number from 0 up to but not including `bound`.
  public mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// One of `choices`.
  ///
  /// - Precondition: there is one.
  public mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

  /// Whether something that happens once in `odds` times happens.
  public mutating func oneIn(_ odds: Int) -> Bool { below(odds) == 0 }
}
