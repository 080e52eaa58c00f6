/// A pseudo-random number generator whose numbers depend only on the seed, not on the machine or
/// the program's version.
///
/// See Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators (2014).
public struct SplitMix64: RandomNumberGenerator, Sendable {
  @usableFromInline var state: UInt64

  @inlinable public init(seed: UInt64) { state = seed }

  @inlinable public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// A random number in 0..<bound.
  ///
  /// The result is the upper half of the 128-bit product of `bound` and a random 64-bit number. The
  /// bias of the result is below bound / 2^64.
  @inlinable public mutating func next(below bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// Mixes the bits of `value`; different values give different results.
  @inlinable public static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
