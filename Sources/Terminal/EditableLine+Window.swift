internal import UnicodeText

extension EditableLine {
  /// The text around the cursor that fits in `cells` cells, and the cursor's column in this text.
  ///
  /// A newline is shown as ↵, and control characters are escaped. If the text up to the cursor
  /// fits, the window starts at the start of the line. Otherwise, the window starts later in the
  /// line, and has space for some text after the cursor.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line up to the cursor.
  package func window(cells: Int) -> (text: String, cursorColumn: Int) {
    if cells < 1 { return ("", 0) }
    let place = text.index(text.startIndex, offsetBy: cursor)
    var start = place
    var column = 0
    var availableCells = cells - cellsToKeep(from: place, of: cells)
    while start > text.startIndex {
      let previous = text.index(before: start)
      let width = CellWidth.width(of: Self.shown(text[previous]))
      if width > availableCells { break }
      availableCells -= width
      column += width
      start = previous
    }
    var shown = ""
    var used = 0
    // If all text up to the cursor fits, show the line from its start, even if no text after the
    // cursor fits.
    if start > text.startIndex, let whole = widthUp(to: place, below: cells) {
      start = text.startIndex
      column = whole
    }
    for character in text[start...] {
      let form = Self.shown(character)
      let width = CellWidth.width(of: form)
      if used + width > cells { break }
      used += width
      shown += form
    }
    return (shown, min(column, cells - 1))
  }

  /// The number of cells to reserve for the character at the cursor and some text after it.
  private func cellsToKeep(from place: String.Index, of cells: Int) -> Int {
    guard place < text.endIndex else { return 1 }
    var kept = 0
    for character in text[place...] {
      let width = CellWidth.width(of: Self.shown(character))
      if kept > 0 && kept + width > cells / 4 { break }
      kept += width
    }
    return min(max(1, kept), cells)
  }

  /// The width of the text before `place`; nil if this text and the character at `place` together
  /// do not fit into `cells` cells.
  private func widthUp(to place: String.Index, below cells: Int) -> Int? {
    let under = place < text.endIndex ? CellWidth.width(of: Self.shown(text[place])) : 1
    var width = 0
    for character in text[..<place] {
      width += CellWidth.width(of: Self.shown(character))
      if width + max(1, under) > cells { return nil }
    }
    return width
  }

  private static func shown(_ character: Character) -> String {
    character == "\n" || character == "\r\n" ? "↵" : ControlEscapes.escaped(String(character))
  }
}
