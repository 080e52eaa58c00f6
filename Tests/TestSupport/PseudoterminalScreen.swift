internal import UnicodeText

/// A small terminal emulator, which computes what an xterm would show for a program's output.
package struct PseudoterminalScreen: Sendable {
  package private(set) var columns: Int
  package private(set) var rows: Int

  /// The row and column of the cursor, counted from 0.
  package private(set) var row = 0
  package private(set) var column = 0

  /// Whether bracketed paste is on.
  package private(set) var marksPastes = false

  /// Whether the alternate screen is shown.
  package private(set) var isAlternate = false

  package private(set) var isCursorVisible = true

  /// Whether text that does not fit into a row continues in the next row.
  package private(set) var wraps = true

  /// Whether a synchronized update has started and not ended.
  package private(set) var isInsideFrame = false

  /// The screen contents, one string per cell; an empty string follows a wide character.
  private var cells: [[String]]

  /// The main screen and its cursor position while the alternate screen is shown.
  private var covered: (cells: [[String]], row: Int, column: Int)?
  private var wrapsNext = false
  private var inserts = false
  private var parser = Parser()

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The rows without trailing spaces.
  package var lines: [String] { cells.map { Self.trimmed($0.joined()) } }

  /// The rows up to the last row that is not empty.
  package var text: String {
    let lines = lines
    return lines[..<((lines.lastIndex { !$0.isEmpty } ?? -1) + 1)].joined(separator: "\n")
  }

  /// The text before the cursor in its row.
  package var textBeforeCursor: String { cells[row][..<column].joined() }

  private static func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }

  package mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    fit(&cells, &row, &column)
    if var under = covered {
      fit(&under.cells, &under.row, &under.column)
      covered = under
    }
    wrapsNext = false
  }

  /// Resizes the cells of a screen to the window, and corrects the cursor position.
  private func fit(_ cells: inout [[String]], _ row: inout Int, _ column: inout Int) {
    cells = cells.map { Array(($0 + Array(repeating: " ", count: columns)).prefix(columns)) }
    let blank = Array(repeating: " ", count: columns)
    // Like a real terminal, remove rows at the top while the cursor is below the new last row.
    while row >= rows {
      cells.removeFirst()
      row -= 1
    }
    cells = Array((cells + Array(repeating: blank, count: rows)).prefix(rows))
    column = min(column, columns - 1)
  }

  package mutating func feed(_ bytes: [UInt8]) {
    for event in parser.events(in: bytes) {
      switch event {
      case .text(let character): put(character)
      case .control(let byte): obey(byte)
      case .sequence(let final, let parameters, isPrivate: false): obey(final, parameters)
      case .sequence(let final, let parameters, isPrivate: true):
        for mode in parameters where final == "h" || final == "l" { set(mode, final == "h") }
      }
    }
  }

  private mutating func set(_ mode: Int, _ isOn: Bool) {
    switch mode {
    case 7: wraps = isOn
    case 25: isCursorVisible = isOn
    case 1049 where isOn && covered == nil:
      covered = (cells, row, column)
      isAlternate = true
      for line in 0..<rows { clear(line, 0..<columns) }
    case 1049 where !isOn:
      if let under = covered { (cells, row, column) = under }
      covered = nil
      isAlternate = false
    case 2004: marksPastes = isOn
    case 2026: isInsideFrame = isOn
    default: break
    }
  }

  private mutating func put(_ character: Unicode.Scalar) {
    let text = String(Character(character))
    let width = min(CellWidth.width(of: text), columns)
    if width == 0 {
      var previous = wrapsNext ? column : max(0, column - 1)
      if cells[row][previous].isEmpty { previous = max(0, previous - 1) }
      cells[row][previous] += text
      return
    }
    if wrapsNext || column + width > columns {
      column = wraps ? 0 : columns - width
      if wraps { lineFeed() }
    }
    if inserts { cells[row].insert(contentsOf: Array(repeating: " ", count: width), at: column) }
    // Erase a wide character if either half is overwritten.
    if cells[row][column].isEmpty { cells[row][column - 1] = " " }
    cells[row][column] = text
    if width == 2 { cells[row][column + 1] = "" }
    cells[row] = Array(cells[row].prefix(columns))
    column += width
    if column < columns && cells[row][column].isEmpty { cells[row][column] = " " }
    wrapsNext = column >= columns
    column = min(column, columns - 1)
  }

  private mutating func lineFeed() {
    wrapsNext = false
    row += 1
    if row < rows { return }
    row = rows - 1
    cells.removeFirst()
    cells.append(Array(repeating: " ", count: columns))
  }

  private mutating func obey(_ control: UInt8) {
    switch control {
    case 8:
      // If a wrap is pending, Backspace moves to the second to last cell.
      column = max(0, column - 1)
      wrapsNext = false
    case 9: column = min(columns - 1, (column / 8 + 1) * 8)
    case 10: lineFeed()
    case 13:
      column = 0
      wrapsNext = false
    default: break
    }
  }

  private mutating func obey(_ final: Unicode.Scalar, _ parameters: [Int]) {
    let first = parameters.first ?? 0
    let count = max(1, first)
    if final != "m" { wrapsNext = false }
    switch final {
    case "A": row = max(0, row - count)
    case "B": row = min(rows - 1, row + count)
    case "C": column = min(columns - 1, column + count)
    case "D": column = max(0, column - count)
    case "G": column = min(columns, count) - 1
    case "d": row = min(rows, count) - 1
    case "H":
      row = min(rows, count) - 1
      column = min(columns, max(1, parameters.count > 1 ? parameters[1] : 1)) - 1
    case "J":
      if first == 2 { for line in 0..<rows { clear(line, 0..<columns) } }
      if first == 0 {
        clear(row, column..<columns)
        for line in row + 1..<max(row + 1, rows) { clear(line, 0..<columns) }
      }
    case "K": clear(row, first == 0 ? column..<columns : first == 1 ? 0..<column + 1 : 0..<columns)
    case "P": replaceRest(of: row, by: cells[row][column...].dropFirst(count))
    case "@": replaceRest(of: row, by: Array(repeating: " ", count: count) + cells[row][column...])
    case "h" where first == 4: inserts = true
    case "l" where first == 4: inserts = false
    default: break
    }
  }

  private mutating func clear(_ line: Int, _ range: Range<Int>) {
    for place in range { cells[line][place] = " " }
  }

  private mutating func replaceRest(of line: Int, by rest: some Sequence<String>) {
    let padded = Array(rest) + Array(repeating: " ", count: columns)
    cells[line].replaceSubrange(column..., with: padded.prefix(columns - column))
  }
}
