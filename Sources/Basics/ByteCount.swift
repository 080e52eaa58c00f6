/// Amounts of memory as settings have them: `64M` is 64 · 2²⁰ bytes.
package enum ByteCount {
  private static let units: [(letter: Character, shift: Int)] = [("G", 30), ("M", 20), ("K", 10)]

  private static let scales = Dictionary(
    uniqueKeysWithValues: units.flatMap { letter, shift in
      [letter, Character(letter.lowercased())].map { ($0, 1 << shift) }
    })

  /// The bytes that `text` means; nil if it means nothing.
  package static func number(_ text: String) -> Int? {
    let number = ScaledNumber(text[...], units: scales)
    return number.isPlain ? number.value : nil
  }

  /// The shortest text that means so many bytes.
  package static func text(_ bytes: Int) -> String {
    for (letter, shift) in units where bytes > 0 && bytes % (1 << shift) == 0 {
      return "\(bytes >> shift)\(letter)"
    }
    return String(bytes)
  }
}
