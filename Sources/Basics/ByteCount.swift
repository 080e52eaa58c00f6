/// Parses and formats the memory sizes in settings: `64M` is 64 · 2²⁰ bytes.
package enum ByteCount {
  private static let units: [(letter: Character, shift: Int)] = [("G", 30), ("M", 20), ("K", 10)]

  private static let scales = Dictionary(
    uniqueKeysWithValues: units.flatMap { letter, shift in
      [letter, Character(letter.lowercased())].map { ($0, 1 << shift) }
    })

  /// The number of bytes; nil if `text` is malformed.
  package static func number(_ text: String) -> Int? {
    let number = ScaledNumber(text[...], units: scales)
    return number.isPlain ? number.value : nil
  }

  /// The shortest text for a number of bytes.
  package static func text(_ bytes: Int) -> String {
    for (letter, shift) in units where bytes > 0 && bytes % (1 << shift) == 0 {
      return "\(bytes >> shift)\(letter)"
    }
    return String(bytes)
  }
}
