internal import UnicodeText

extension TerminalStyle {
  /// What is drawn for one character where all is shown on one line.
  ///
  /// A line break is a mark, a tab a blank; anything a terminal would act on is escaped, scalar by scalar.
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
