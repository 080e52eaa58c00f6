/// A whole number with a letter after it that scales it: `100k`, `64M`.
///
/// Each option has letters of its own: those of sizes are powers of ten, those of memory powers of two.
package struct ScaledNumber {
  /// What is before the letter.
  package let number: Substring

  /// What the letter means, 1 without one.
  package let scale: Int

  package init(_ text: Substring, units: [Character: Int]) {
    let scale = text.last.flatMap { units[$0] }
    self.scale = scale ?? 1
    number = scale == nil ? text : text.dropLast()
  }

  /// Whether the number is of digits only, without a sign.
  package var isPlain: Bool { Self.isPlain(number) }

  package static func isPlain(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// The scaled number; nil if this is no number, or one that 64 bits do not hold.
  package var value: Int? {
    guard let number = Int(number) else { return nil }
    let (value, overflow) = number.multipliedReportingOverflow(by: scale)
    return overflow ? nil : value
  }
}
