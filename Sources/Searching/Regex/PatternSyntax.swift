/// Facts about a pattern that its text shows without compiling it.
///
/// It reads escapes, classes and groups as RE2 does. RE2 itself reports the errors of a pattern.
struct PatternSyntax {
  /// Whether the pattern has `^`, `$`, `\A` or `\z`, which match the ends of a field.
  private(set) var hasAnchor = false

  /// The offset of the first `\C`; `nil` if there is none.
  private(set) var anyByte: Int?

  /// The literal letters, without escapes and classes.
  private(set) var literals = ""

  init(_ pattern: String) {
    let tokens = PatternTokens(pattern)
    for token in tokens {
      switch token.kind {
      case .sign(UInt8(ascii: "^")), .sign(UInt8(ascii: "$")), .escape(UInt8(ascii: "A")),
        .escape(UInt8(ascii: "z")):
        hasAnchor = true
      case .escape(UInt8(ascii: "C")): anyByte = anyByte ?? token.range.lowerBound
      case .literal, .quotation:
        literals += String(decoding: tokens.bytes[token.content], as: UTF8.self)
      default: break
      }
    }
  }
}
