internal import UnicodeText

/// The word characters for the option `-w`.
///
/// These are letters, marks, decimal and letter numbers, connectors, the zero-width joiner and the
/// zero-width non-joiner.
///
/// The class is Unicode's `\w` (UTS #18, annex C) without the symbols that Unicode counts as
/// alphabetic, such as circled letters.
enum WordCharacters {
  /// The class in RE2's syntax, without brackets.
  static let pattern = #"\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}\x{200C}\x{200D}"#

  /// Whether a word character begins at `place`; `text` must be well-formed UTF-8.
  static func isAt(_ place: Int, in text: Span<UInt8>) -> Bool {
    guard place < text.count else { return false }
    var length = 1
    while place + length < text.count, text[place + length] & 0xC0 == 0x80 { length += 1 }
    return contains(text.extracting(place..<place + length))
  }

  /// Whether a word character ends directly before `place`; `text` must be well-formed UTF-8.
  static func isBefore(_ place: Int, in text: Span<UInt8>) -> Bool {
    guard place > 0 else { return false }
    var start = place - 1
    while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
    return contains(text.extracting(start..<place))
  }

  private static func contains(_ character: Span<UInt8>) -> Bool {
    let first = character[0]
    if first < 0x80 {
      return (0x30...0x39).contains(first) || (0x41...0x5A).contains(first)
        || (0x61...0x7A).contains(first) || first == 0x5F
    }
    guard let scalar = String(decoding: character).unicodeScalars.first else { return false }
    if scalar == "\u{200C}" || scalar == "\u{200D}" { return true }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
      .connectorPunctuation:
      return true
    default: return false
    }
  }
}
