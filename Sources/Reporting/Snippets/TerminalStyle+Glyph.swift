internal import UnicodeText

extension TerminalStyle {
  /// The glyph of one character in single-line text.
  ///
  /// A line break becomes a symbol, a tab becomes a space, and control characters are escaped
  /// scalar by scalar.
  func glyph(_ character: Character) -> Glyph {
    if let byte = character.asciiValue, byte >= 0x20, byte < 0x7F, character != "\r\n" {
      return Glyph(text: String(character), width: 1)
    }
    switch character {
    case "\n", "\r\n":
      return Glyph(text: lineFeedMark, width: isUTF8 ? 1 : 2)
    case "\t":
      return Glyph(text: " ", width: 1)
    default:
      let text =
        isRaw
        ? String(character)
        : ControlEscapes.escaped(String(character), keepingUnicode: isUTF8)
      return Glyph(text: text, width: CellWidth.width(of: text))
    }
  }
}
