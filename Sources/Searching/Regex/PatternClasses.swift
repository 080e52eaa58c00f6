internal import UnicodeText

/// The meaning of `\d`, `\w`, `\s` and `\b` in regular expressions.
public enum CharacterClasses: String, Hashable, Sendable, CaseIterable {
  /// Decimal digits, word characters and White_Space as defined by Unicode 15.0.
  case unicode
  /// Only ASCII digits, word characters and whitespace, as in RE2.
  case ascii
}

/// The members of the classes that patterns can name, such as `\d` or `[:alpha:]`.
enum PatternClasses {
  /// The members of `\d`, `\s` or `\w`; nil for any other letter.
  static func escape(_ letter: UInt8, _ classes: CharacterClasses) -> ScalarSet? {
    switch (letter, classes) {
    case (UInt8(ascii: "d"), .unicode): unicodeDigits
    case (UInt8(ascii: "d"), .ascii): digits
    case (UInt8(ascii: "s"), .unicode): unicodeSpaces
    case (UInt8(ascii: "s"), .ascii): ScalarSet(bounds: [9, 10, 12, 13, 32, 32])
    case (UInt8(ascii: "w"), .unicode): unicodeWords
    case (UInt8(ascii: "w"), .ascii): words
    default: nil
    }
  }

  static let unicodeDigits = ScalarSet(ascending: ScalarClass.digit)
  static let unicodeSpaces = ScalarSet(ascending: ScalarClass.space)
  static let unicodeWords = ScalarSet(ascending: ScalarClass.word)

  private static let digits = ScalarSet(bounds: [0x30, 0x39])
  private static let words = ScalarSet(bounds: [
    0x30, 0x39, 0x41, 0x5A, 0x5F, 0x5F, 0x61, 0x7A,
  ])

  /// The members of `[:name:]`; nil if there is no such class.
  ///
  /// `name` must not include the `^` of a negated class.
  static func posix(_ name: String) -> ScalarSet? {
    let bounds: [UInt32]
    switch name {
    case "alnum": bounds = [0x30, 0x39, 0x41, 0x5A, 0x61, 0x7A]
    case "alpha": bounds = [0x41, 0x5A, 0x61, 0x7A]
    case "ascii": bounds = [0, 0x7F]
    case "blank": bounds = [9, 9, 32, 32]
    case "cntrl": bounds = [0, 0x1F, 0x7F, 0x7F]
    case "digit": return digits
    case "graph": bounds = [0x21, 0x7E]
    case "lower": bounds = [0x61, 0x7A]
    case "print": bounds = [0x20, 0x7E]
    case "punct": bounds = [0x21, 0x2F, 0x3A, 0x40, 0x5B, 0x60, 0x7B, 0x7E]
    case "space": bounds = [9, 13, 32, 32]
    case "upper": bounds = [0x41, 0x5A]
    case "word": return words
    case "xdigit": bounds = [0x30, 0x39, 0x41, 0x46, 0x61, 0x66]
    default: return nil
    }
    return ScalarSet(bounds: bounds)
  }

  /// The members of `\p{name}`; nil if there is no such class.
  static func property(_ name: String) -> ScalarSet? {
    if name == "Any" { return .all }
    let ranges =
      name.utf8.count <= 2
      ? ScalarClass.ranges(ofCategory: name) : ScalarClass.ranges(ofScript: name)
    return ranges.map { ScalarSet(ascending: $0) }
  }
}
