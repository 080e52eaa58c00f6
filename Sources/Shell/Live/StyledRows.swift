internal import UnicodeText

/// Rows of text with the escape sequences of `TerminalStyle` in it.
enum StyledRows {
  /// A piece of such a row.
  private enum Piece {
    case text(String)
    case escape(String)
  }

  /// The text without its sequences.
  static func plain(_ row: String) -> String {
    pieces(of: row).reduce(into: "") { text, piece in
      if case .text(let part) = piece { text += part }
    }
  }

  /// The text in rows of at most `columns` cells, each with the styles that it begins with.
  ///
  /// - Complexity: O(*n*).
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
          // What is wider than the whole screen is left out.
          if width > columns { continue }
          row.append(character)
          used += width
        }
      }
    }
    rows.append(style.isEmpty ? row : row + "\u{1B}[0m")
    return rows
  }

  /// Takes a row apart; by scalars, since a mark behind a sequence would be one character with its end.
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
