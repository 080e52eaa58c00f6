/// Properties of a pattern that can be determined from its text, without compiling the pattern.
///
/// Escapes, classes and groups are interpreted as in RE2. Errors in the pattern are not detected
/// here, because RE2 reports them.
struct PatternSyntax {
  /// Whether the pattern has `^`, `$`, `\A` or `\z`, which match the ends of a field.
  private(set) var hasAnchor = false

  /// The offset of the first `\C`; `nil` if there is none.
  private(set) var anyByte: Int?

  /// The literal characters of the pattern, including quotations, but not escapes and classes.
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
