internal import UnicodeText

/// The contents of the screen; an update sends only the rows that changed.
///
/// `RawTerminal` turns off automatic wrapping, which would break rows that are as wide as the
/// window.
package struct Screen: Sendable {
  package private(set) var columns: Int
  package private(set) var rows: Int

  /// For each row on the terminal, the bytes that were drawn; nil if the contents of the terminal
  /// are unknown.
  private var shown: [[UInt8]]?

  /// The cursor's position, or nil if the cursor is hidden; invalid while `shown` is nil.
  private var cursor: Place?

  /// Whether row 0 is the row of the terminal's cursor instead of the top row of the window.
  ///
  /// If `isRelative` is true, each draw ends with the cursor in row 0.
  private let isRelative: Bool

  private struct Place: Equatable, Sendable {
    let row, column: Int
  }

  /// Creates a screen of at least one cell with unknown contents.
  ///
  /// If `isRelative` is true, row 0 is the row of the terminal's cursor, and each draw must put the
  /// cursor in row 0.
  package init(columns: Int, rows: Int, isRelative: Bool = false) {
    self.isRelative = isRelative
    self.columns = max(1, columns)
    self.rows = max(1, rows)
  }

  /// Sets a new size; the next draw clears the screen and draws everything.
  package mutating func resize(columns: Int, rows: Int) {
    self = Screen(columns: columns, rows: rows, isRelative: isRelative)
  }

  /// The bytes that change the terminal's contents from the last drawn rows to `rows`; empty if
  /// nothing changed.
  ///
  /// A row consists of text and escape codes for its style, and is at most `columns` cells wide.
  /// Rows beyond the height of the screen are ignored. If `rows` has too few rows, the remaining
  /// rows of the screen are empty. The cursor's row and column start at 0; nil hides the cursor.
  /// Terminals that support synchronized output show the whole update at the same time.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes in `rows`.
  package mutating func draw(_ rows: [String], cursor: (row: Int, column: Int)?) -> [UInt8] {
    var next = rows.prefix(self.rows).map { Array($0.utf8) }
    next += Array(repeating: [], count: self.rows - next.count)
    let place = cursor.map {
      Place(row: $0.row.clamped(below: self.rows), column: $0.column.clamped(below: columns))
    }
    var body: [UInt8] = []
    if shown == nil { body += (isRelative ? "\r\u{1B}[m\u{1B}[J" : "\u{1B}[m\u{1B}[2J").utf8 }
    for (row, bytes) in next.enumerated() {
      let isThere = shown.map { $0[row] == bytes } ?? bytes.isEmpty
      if isThere { continue }
      body += isRelative ? Self.steps(down: row) : Array("\u{1B}[\(row + 1);1H".utf8)
      body += bytes
      body += "\u{1B}[m".utf8
      // Erase the rest of the row. After a full row, the cursor is still on the last cell, which
      // must not be erased.
      if row >= rows.count || width(of: rows[row]) < columns { body += "\u{1B}[K".utf8 }
      if isRelative, row > 0 { body += "\u{1B}[\(row)A".utf8 }
    }
    if body.isEmpty && place == self.cursor { return [] }
    let wasVisible = self.cursor != nil || shown == nil
    let staysVisible = body.isEmpty && place != nil && self.cursor != nil
    var bytes = Array("\u{1B}[?2026h".utf8)
    if wasVisible && !staysVisible { bytes += "\u{1B}[?25l".utf8 }
    bytes += body
    if let place {
      bytes +=
        (isRelative
        ? "\u{1B}[\(place.column + 1)G" : "\u{1B}[\(place.row + 1);\(place.column + 1)H").utf8
      if !staysVisible { bytes += "\u{1B}[?25h".utf8 }
    }
    bytes += "\u{1B}[?2026l".utf8
    shown = next
    self.cursor = place
    return bytes
  }

  /// The bytes that move the cursor from row 0 to the first column of row `rows`.
  private static func steps(down rows: Int) -> [UInt8] {
    Array(("\r" + (rows > 0 ? "\u{1B}[\(rows)B" : "")).utf8)
  }

  /// The width of `row` in cells, without its escape codes.
  private func width(of row: String) -> Int {
    var text = String.UnicodeScalarView()
    var scalars = row.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      if scalar != "\u{1B}" {
        text.append(scalar)
        continue
      }
      // Skip `ESC [`, parameters and a letter.
      _ = scalars.next()
      while let part = scalars.next(), !("@"..."~").contains(part) {}
    }
    return CellWidth.width(of: String(text))
  }
}

extension Int {
  fileprivate func clamped(below end: Int) -> Int { Swift.min(Swift.max(0, self), end - 1) }
}
