internal import Basics

/// Elements to insert, the same for the same arguments on each machine.
public enum UniquenessInput {
  /// Integers of 0..<*d*, where *d* is the number of different ones.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - order: the order of the whole input; equal elements are neighbours unless it is random.
  ///   - duplicatePercent: of a hundred elements, how many repeat an earlier one; rounded to whole elements, and at
  ///     least one element of any input repeats none.
  ///   - seed: which of the inputs of this kind.
  /// - Returns: `count` integers.
  /// - Precondition: `count` is not negative; `duplicatePercent` is in 0...100.
  public static func integers(
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

  /// Strings like names, 8 to 24 bytes long, each in storage of its own.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - order: as for integers; strings ascend by their bytes.
  ///   - duplicatePercent: as for integers.
  ///   - seed: which of the inputs of this kind.
  ///   - sharingPrefixes: whether they are like addresses, of which hundreds begin with the same 40 to 60 bytes.
  /// - Returns: `count` strings.
  /// - Precondition: as for integers; at most 2^28 strings are different.
  public static func strings(
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

  /// Independent integers of 0..<`bound`, of which some may be equal.
  ///
  /// With a bound of twice the count about 21 % repeat an earlier one.
  ///
  /// - Precondition: `count` is not negative; `bound` is positive.
  public static func randomIntegers(count: Int, below bound: Int, seed: UInt64) -> [Int] {
    precondition(count >= 0, "a count cannot be negative")
    precondition(bound > 0, "there is no integer from 0 to below \(bound)")
    var generator = SplitMix64(seed: seed)
    return (0..<count).map { _ in generator.next(below: bound) }
  }

  /// Shuffles by Durstenfeld's method, so that the result does not hang on the standard library's version.
  private static func shuffle(_ integers: inout [Int], using generator: inout SplitMix64) {
    for last in stride(from: integers.count - 1, to: 0, by: -1) {
      integers.swapAt(last, generator.next(below: last + 1))
    }
  }
}
