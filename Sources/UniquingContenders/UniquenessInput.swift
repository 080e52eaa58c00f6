internal import Basics

/// Generates elements to insert; the same arguments give the same elements on every machine.
package enum UniquenessInput {
  /// Integers in 0..<*d*, where *d* is the number of distinct integers.
  ///
  /// - Parameters:
  ///   - count: The number of integers.
  ///   - order: The order of the integers; in a sorted order, equal integers are adjacent.
  ///   - duplicatePercent: The percentage of elements that repeat an earlier element, rounded to
  ///     whole elements. At least one element of a non-empty input is not a repeat.
  ///   - seed: Seeds the random choices.
  /// - Returns: `count` integers.
  /// - Precondition: `count` is not negative; `duplicatePercent` is in 0...100.
  package static func integers(
    count: Int, order: ElementOrder, duplicatePercent: Int, seed: UInt64
  ) -> [Int] {
    precondition(count >= 0, "a count cannot be negative")
    precondition((0...100).contains(duplicatePercent), "a percentage is from 0 to 100")
    guard count > 0 else { return [] }
    let repeated = (count * duplicatePercent + 50) / 100
    let different = max(count - repeated, 1)
    var generator = SplitMix64(seed: seed)
    var integers = Array(0..<different)
    integers.reserveCapacity(count)
    for _ in different..<count { integers.append(generator.next(below: different)) }
    switch order {
    case .ascending: if different < count { integers.sort() }
    case .descending: integers.sort(by: >)
    case .random: shuffle(&integers, using: &generator)
    }
    return integers
  }

  /// Strings similar to names, 8 to 24 bytes long, each with its own storage.
  ///
  /// - Parameters:
  ///   - count: The number of strings.
  ///   - order: The order, with the same meaning as for integers; strings are compared bytewise.
  ///   - duplicatePercent: The percentage of repeats, with the same meaning as for integers.
  ///   - seed: Seeds the random choices.
  ///   - sharingPrefixes: Whether the strings resemble URLs: hundreds of strings share their first
  ///     40 to 60 bytes.
  /// - Returns: `count` strings.
  /// - Precondition: The preconditions of `integers` hold, and at most 2^28 strings are distinct.
  package static func strings(
    count: Int, order: ElementOrder, duplicatePercent: Int, seed: UInt64,
    sharingPrefixes: Bool = false
  ) -> [String] {
    let integers = integers(
      count: count, order: .random, duplicatePercent: duplicatePercent, seed: seed)
    let names = InventedNames(seed: seed, sharingPrefixes: sharingPrefixes)
    switch order {
    case .random: return integers.map(names.name)
    case .ascending: return integers.map(names.name).sorted()
    case .descending: return integers.map(names.name).sorted(by: >)
    }
  }

  /// Independent random integers in 0..<`bound`, with possible repetitions.
  ///
  /// If `bound` is twice the count, about 21 % of the integers repeat an earlier integer.
  ///
  /// - Precondition: `count` is not negative; `bound` is positive.
  package static func randomIntegers(count: Int, below bound: Int, seed: UInt64) -> [Int] {
    precondition(count >= 0, "a count cannot be negative")
    precondition(bound > 0, "the bound must be at least 1")
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in generator.next(below: bound) }
  }

  /// Shuffles with Durstenfeld's method, so that the result does not depend on the version of the
  /// standard library.
  private static func shuffle(_ integers: inout [Int], using generator: inout SplitMix64) {
    for last in stride(from: integers.count - 1, to: 0, by: -1) {
      integers.swapAt(last, generator.next(below: last + 1))
    }
  }
}
