/// Counts of numbers that are rounded down to multiples of a power of ten.
///
/// The power of ten (the step) is chosen so that the largest number is at most about 10^12 steps.
/// Therefore, sums of multiples are exact, and the relative precision does not depend on the size
/// of the numbers.
struct NumberSteps {
  /// The approximate maximum number of decimal digits in the quotient of a number and the step.
  private static let digits = 12

  /// The initial exponent of the step; it is smaller than the exponent that any nonzero number
  /// needs.
  private static let minimumExponent = -340

  /// The count of each multiple of `10^exponent`.
  private(set) var counts: [Int: Int] = [:]
  private var exponent = minimumExponent

  /// The factor that converts a number to a count of steps: a power of ten if the step is smaller
  /// than 1, otherwise 1.
  private var factor = 1.0

  /// The divisor that converts a number to a count of steps: a power of ten if the step is larger
  /// than 1, otherwise 1.
  ///
  /// A `Double` represents powers of ten up to 10^22 exactly.
  private var divisor = 1.0

  var total: Int { counts.values.reduce(0, +) }

  // MARK: Counting

  /// Counts a finite number.
  mutating func add(_ number: Double) {
    if number == 0 {
      counts[0, default: 0] += 1
      return
    }
    // Estimate the number of decimal digits from the binary exponent and log10(2); the estimate is
    // at most one digit off.
    let needed = Int((Double(number.exponent + 1) * 0.30103).rounded(.up)) - Self.digits
    if needed > exponent { coarsen(by: needed - exponent) }
    counts[step(number), default: 0] += 1
  }

  /// The number divided by the step, rounded down.
  private func step(_ number: Double) -> Int {
    let scaled = number * factor / divisor
    let nearest = scaled.rounded()
    // If a number is just below a multiple of the step, round it up to that multiple. Decimal
    // fractions are inexact in binary: the `Double` 0.3 is less than three tenths.
    return Int(abs(scaled - nearest) < 1e-3 ? nearest : scaled.rounded(.down))
  }

  /// Adds the counts of `other`.
  mutating func add(_ other: NumberSteps) {
    var other = other
    if other.exponent > exponent { coarsen(by: other.exponent - exponent) }
    if exponent > other.exponent { other.coarsen(by: exponent - other.exponent) }
    counts.merge(other.counts, uniquingKeysWith: +)
  }

  /// Multiplies the step by a power of ten.
  mutating func coarsen(by digits: Int) {
    exponent += digits
    factor = Self.power(max(0, -exponent))
    divisor = Self.power(max(0, exponent))
    if counts.isEmpty { return }
    // Each count of steps has at most thirteen digits, so dividing by a power of ten above 10^14
    // would give the same result as dividing by 10^14.
    let steps = (0..<min(digits, 14)).reduce(1) { product, _ in product * 10 }
    counts = Dictionary(
      counts.map { ($0.key.flooredQuotient(by: steps), $0.value) }, uniquingKeysWith: +)
  }

  private static func power(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * 10 }
  }

  // MARK: Bins

  /// The counts in bins of equal width, from the bin of the smallest number to the bin of the
  /// largest.
  ///
  /// - Returns: nil if there would be more than `limit` bins, or if the width is smaller than a
  ///   step.
  func bins(of width: Double, atMost limit: Int) -> [(start: Double, count: Int)]? {
    guard let low = counts.keys.min(), let high = counts.keys.max() else { return [] }
    var steps = width * factor / divisor
    if steps < 1 - 1e-9, low < high { return nil }
    // If the width is nearly a whole number of steps, round it to that number.
    if abs(steps - steps.rounded()) < 1e-6 * steps { steps = steps.rounded() }
    func bin(_ key: Int) -> Double { (Double(key) / steps).rounded(.down) }
    let first = bin(low)
    guard bin(high) - first < Double(limit), abs(first) < 1e15 else { return nil }
    var sums = [Int](repeating: 0, count: Int(bin(high) - first) + 1)
    for (key, count) in counts { sums[Int(bin(key) - first)] += count }
    return sums.enumerated().map { offset, count in
      // Round to whole steps, so that a bin of width 0.1 begins at 0.3 and not at
      // 0.30000000000000004.
      ((((first + Double(offset)) * steps).rounded() * divisor / factor), count)
    }
  }

  /// Chooses a width of 1, 2 or 5 times a power of ten that gives at most about `bins` bins.
  func roundWidth(bins: Int) -> Double {
    guard let low = counts.keys.min(), let high = counts.keys.max(), low < high else { return 1 }
    var power = 1
    while true {
      for digit in [1, 2, 5] where (high - low) / (power * digit) < bins {
        return Double(power * digit) * divisor / factor
      }
      power *= 10
    }
  }
}

extension Int {
  /// The quotient, rounded toward negative infinity; `divisor` must be positive.
  func flooredQuotient(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor)
  }
}
