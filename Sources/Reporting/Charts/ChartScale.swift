/// Maps values to positions on an axis, and chooses the tick marks.
struct ChartScale: Hashable, Sendable {
  /// A tick mark on the axis.
  struct Tick: Hashable {
    let value: Double
    let isLabelled: Bool
  }

  let isLogarithmic: Bool

  /// The ends of the axis; for a logarithmic axis, the logarithms of the ends.
  private let lower: Double
  private let upper: Double

  /// Creates an axis that contains all `values`.
  ///
  /// A linear axis starts at 0. On a logarithmic axis, all values must be positive. A logarithmic
  /// axis is extended at each end by `padding`, a fraction of the values' range.
  init(_ values: [Double], isLogarithmic: Bool, padding: Double = 0.04) {
    self.isLogarithmic = isLogarithmic
    let least = values.min() ?? 1
    let greatest = values.max() ?? 1
    guard isLogarithmic else {
      lower = min(0, least)
      upper = greatest > lower ? greatest + (greatest - lower) * padding : lower + 1
      return
    }
    let ends = (Logarithm.base10(least), Logarithm.base10(greatest))
    // If all values are equal, center them in an axis of half a decade.
    let margin = ends.1 > ends.0 ? (ends.1 - ends.0) * padding : 0.25
    lower = ends.0 - margin
    upper = ends.1 + margin
  }

  /// The position of a value: 0 at the start of the axis, 1 at its end.
  func position(_ value: Double) -> Double {
    ((isLogarithmic ? Logarithm.base10(value) : value) - lower) / (upper - lower)
  }

  /// The tick marks in ascending order; at most `count` ticks have labels, and at least two have
  /// labels if the range allows two.
  func ticks(atMost count: Int) -> [Tick] {
    isLogarithmic ? logarithmicTicks(max(2, count)) : linearTicks(max(2, count))
  }

  /// Ticks at multiples of 1, 2 or 5 times a power of ten.
  private func linearTicks(_ count: Int) -> [Tick] {
    Self.multiples(in: lower...upper, atMost: count).map { Tick(value: $0, isLabelled: true) }
  }

  private static func multiples(in range: ClosedRange<Double>, atMost count: Int) -> [Double] {
    let width = range.upperBound - range.lowerBound
    var exponent = Int(Logarithm.base10(width / Double(count)).rounded(.down)) - 1
    while true {
      for digit in [1.0, 2, 5] {
        let step = digit * Logarithm.power(exponent)
        let first = Int((range.lowerBound / step).rounded(.up))
        let last = Int((range.upperBound / step).rounded(.down))
        // Multiply instead of adding steps, so that rounding errors do not accumulate.
        if last - first + 1 <= count { return (first...max(first, last)).map { Double($0) * step } }
      }
      exponent += 1
    }
  }

  /// The sets of leading digits that labeled ticks can have, starting with the set that gives the
  /// fewest labels.
  private static let digits = [[1], [1, 2, 5], Array(1...9)]

  private func logarithmicTicks(_ count: Int) -> [Tick] {
    let fitting = Self.digits.map(values).filter { (2...count).contains($0.count) }
    let all = values(Self.digits[2])
    if let labelled = fitting.last(where: { $0.count <= 7 }) ?? fitting.first {
      let isCrowded = all.count > 60
      return (isCrowded ? labelled : all).map {
        Tick(value: $0, isLabelled: labelled.contains($0))
      }
    }
    let powers = values(Self.digits[0])
    if powers.count > count {
      let step = (powers.count + count - 1) / count
      return powers.enumerated().map { Tick(value: $1, isLabelled: $0 % step == 0) }
    }
    // The range is too narrow for ticks with one significant digit, so use the ticks of a linear
    // axis.
    let range = Logarithm.inverse(lower)...Logarithm.inverse(upper)
    return Self.multiples(in: range, atMost: count).map { Tick(value: $0, isLabelled: true) }
  }

  /// The products of `digits` and powers of ten that lie on the axis.
  private func values(_ digits: [Int]) -> [Double] {
    let exponents = Int(lower.rounded(.down))...Int(upper.rounded(.up))
    return exponents.flatMap { exponent in
      digits.map { digit in
        // Below 1, divide instead of multiplying: 5 / 1000 is closer to 0.005 than 5 * 0.001.
        exponent < 0
          ? Double(digit) / Logarithm.power(-exponent) : Double(digit) * Logarithm.power(exponent)
      }
    }.filter { (0...1).contains(position($0)) }
  }
}
