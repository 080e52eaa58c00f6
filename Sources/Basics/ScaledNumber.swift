/// A whole number with an optional unit letter: `100k`, `64M`.
///
/// Each command-line option defines its own unit letters. In counts, the letters mean powers of
/// ten; in memory sizes, they mean powers of two.
package struct ScaledNumber {
  /// The number before the unit letter.
  package let number: Substring

  /// The factor that the unit letter represents; 1 if there is no letter.
  package let scale: Int

  package init(_ text: Substring, units: [Character: Int]) {
    let scale = text.last.flatMap { units[$0] }
    self.scale = scale ?? 1
    number = scale == nil ? text : text.dropLast()
  }

  /// Whether the number consists of digits only, without a sign.
  package var isPlain: Bool { Self.isPlain(number) }

  package static func isPlain(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// The number times the scale; nil if the number is malformed, or if the product does not fit
  /// into 64 bits.
  package var value: Int? {
    guard let number = Int(number) else { return nil }
    let (value, overflow) = number.multipliedReportingOverflow(by: scale)
    return overflow ? nil : value
  }
}
