/// Amounts of memory as settings have them: `64M` is 64 · 2²⁰ bytes.
enum ByteCount {
  private static let units: [(letter: Character, shift: Int)] = [("G", 30), ("M", 20), ("K", 10)]

  /// The bytes that `text` means; nil if it means nothing.
  static func number(_ text: String) -> Int? {
    let letter = text.last.map { Character($0.uppercased()) }
    let shift = units.first { $0.letter == letter }?.shift ?? 0
    let digits = shift == 0 ? text : String(text.dropLast())
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let number = Int(digits)
    else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << shift)
    return overflow ? nil : bytes
  }

  /// The shortest text that means so many bytes.
  static func text(_ bytes: Int) -> String {
    for (letter, shift) in units where bytes > 0 && bytes % (1 << shift) == 0 {
      return "\(bytes >> shift)\(letter)"
    }
    return String(bytes)
  }
}
