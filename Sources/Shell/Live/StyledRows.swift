internal import UnicodeText

/// Functions for rows of text that contain the escape sequences of `TerminalStyle`.
enum StyledRows {
  /// A piece of a row: plain text, or one escape sequence.
  private enum Piece {
    case text(String)
    case escape(String)
  }

  /// The text without its escape sequences.
  static func plain(_ row: String) -> String {
    pieces(of: row).reduce(into: "") { text, piece in
      if case .text(let part) = piece { text += part }
    }
  }

  /// Wraps a line into rows of at most `columns` cells.
  ///
  /// Each row starts with the escape sequences of the styles that are in effect at the start of the
  /// row.
  static func wrapped(_ line: String, columns: Int) -> [String] {
    var rows: [String] = []
    var row = ""
    var used = 0
    var style = ""
    for piece in pieces(of: line) {
      switch piece {
      case .escape(let sequence):
        row += sequence
        style = sequence == "\u{1B}[0m" ? "" : style + sequence
      case .text(let text):
        for character in text {
          let width = CellWidth.width(of: character)
          if used + width > columns, used > 0 {
            rows.append(style.isEmpty ? row : row + "\u{1B}[0m")
            row = style
            used = 0
          }
          // Omit a character that is wider than the screen.
          if width > columns { continue }
          row.append(character)
          used += width
        }
      }
    }
    rows.append(style.isEmpty ? row : row + "\u{1B}[0m")
    return rows
  }

  /// Adds escape sequences that keep a row aligned if the terminal's character widths differ from
  /// those of `CellWidth`.
  ///
  /// The first escape sequence erases the old contents of the row. After a character whose width
  /// differs between terminals, an escape sequence sets the column of each further character.
  static func placed(_ row: String) -> String {
    if row.isEmpty { return "" }
    var placed = "\u{1B}[K"
    if row.utf8.allSatisfy({ $0 < 0x80 }) { return placed + row }
    var column = 0
    var placesCharacters = false
    for piece in pieces(of: row) {
      switch piece {
      case .escape(let sequence): placed += sequence
      case .text(let text):
        for character in text {
          if placesCharacters { placed += "\u{1B}[\(column + 1)G" }
          placed.append(character)
          column += CellWidth.width(of: character)
          if hasUncertainWidth(character) { placesCharacters = true }
        }
      }
    }
    return placed
  }

  /// Whether the width of a character differs between terminals.
  ///
  /// Terminals disagree about the width of format characters (such as the zero-width joiner), of
  /// variation selectors, and of characters that contain several scalars of nonzero width.
  private static func hasUncertainWidth(_ character: Character) -> Bool {
    if character.isASCII { return false }
    for (index, scalar) in character.unicodeScalars.enumerated() {
      let isSelector = scalar.value == 0xFE0E || scalar.value == 0xFE0F
      if isSelector || scalar.properties.generalCategory == .format { return true }
      if index > 0, CellWidth.width(of: Character(scalar)) > 0 { return true }
    }
    return false
  }

  /// Splits a row into text and escape sequences.
  ///
  /// The row is read scalar by scalar, because the last letter of an escape sequence and a
  /// combining mark after it form one Character.
  private static func pieces(of row: String) -> [Piece] {
    var pieces: [Piece] = []
    var text = "".unicodeScalars
    var escape = "".unicodeScalars
    for scalar in row.unicodeScalars {
      if !escape.isEmpty {
        escape.append(scalar)
        let isIntroducer = escape.count == 2 && scalar == "["
        if !isIntroducer, (0x40...0x7E).contains(scalar.value) {
          pieces.append(.escape(String(escape)))
          escape = "".unicodeScalars
        }
      } else if scalar == "\u{1B}" {
        if !text.isEmpty { pieces.append(.text(String(text))) }
        text = "".unicodeScalars
        escape.append(scalar)
      } else {
        text.append(scalar)
      }
    }
    if !text.isEmpty { pieces.append(.text(String(text))) }
    return pieces
  }
}
