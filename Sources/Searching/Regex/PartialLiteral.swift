internal import UnicodeText

/// Finds the literal characters at the end of a pattern.
///
/// A literal character is a character that matches itself. Classes, quotations, braces, and escapes
/// of letters and digits are not literal here.
enum PartialLiteral {
  private static let special = Array(#"\.+*?()|[]{}^$"#.utf8)

  /// The literal word at the end of `pattern`; `nil` if the pattern does not end in a literal word.
  static func word(atEndOf pattern: String) -> PartialWord? {
    let tokens = PatternTokens(pattern)
    var start = 0
    var text: [UInt8] = []
    var hasFlags = false
    for token in tokens {
      // A pattern that ends in an unfinished token has no literal word at its end.
      guard token.isFinished else { return nil }
      if token.kind == .groupStart(setsFlags: true) { hasFlags = true }
      if isPlain(token, tokens.bytes[token.content]) {
        if text.isEmpty { start = token.range.lowerBound }
        text += tokens.bytes[token.content]
      } else {
        text = []
      }
    }
    if text.isEmpty { return nil }
    var word = PartialWord(
      String(decoding: text, as: UTF8.self), in: start..<tokens.bytes.count,
      writer: { escaped($0) })
    word.matchesLoadedText = true
    word.mayBeCaseSensitive = hasFlags
    // Insert no space after the word, because the space would become part of the pattern.
    word.suffix = ""
    return word
  }

  /// Whether a token is a literal character other than whitespace and braces.
  private static func isPlain(_ token: PatternTokens.Token, _ content: ArraySlice<UInt8>) -> Bool {
    switch token.kind {
    case .escapedLiteral: true
    case .literal:
      !content.contains(where: special.contains)
        && !String(decoding: content, as: UTF8.self).unicodeScalars.allSatisfy {
          Whitespace.isWhiteSpace($0.value)
        }
    default: false
    }
  }

  /// A pattern that matches exactly `token`.
  static func escaped(_ token: String) -> String {
    var result = String.UnicodeScalarView()
    let joins = !PartialWord.isPlain(token)
    for (index, scalar) in token.unicodeScalars.enumerated() {
      if PartialWord.isActive(scalar) || joins && index == 0 && !scalar.isASCII {
        result.append(
          contentsOf: "\\x{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
        continue
      }
      if scalar.isASCII, special.contains(UInt8(scalar.value)) { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }
}
