/// A raster canvas for lines: Braille patterns with eight dots per cell, or one ASCII character per
/// cell.
struct DotCanvas {
  /// The content of a cell.
  struct Cell: Equatable {
    var character: Character
    var role: TextRole
  }

  /// The size of the canvas in cells.
  let columns: Int
  let rows: Int
  private let isBraille: Bool

  /// For each cell, the dots as the low bits of a Braille character (U+2800 to U+28FF), and the
  /// text role of the dots.
  private var dots: [UInt8]
  private var roles: [TextRole?]

  /// The characters drawn over the dots.
  private var marks: [Cell?]

  init(columns: Int, rows: Int, isBraille: Bool) {
    self.columns = max(1, columns)
    self.rows = max(1, rows)
    self.isBraille = isBraille
    dots = Array(repeating: 0, count: self.columns * self.rows)
    roles = Array(repeating: nil, count: dots.count)
    marks = Array(repeating: nil, count: dots.count)
  }

  /// The size of the canvas in dots.
  private var dotColumns: Int { columns * (isBraille ? 2 : 1) }
  private var dotRows: Int { rows * (isBraille ? 4 : 1) }

  /// The cell at a point; `x` runs from 0 (left) to 1 (right), and `y` runs from 0 (bottom) to 1
  /// (top).
  func cell(_ x: Double, _ y: Double) -> (column: Int, row: Int) {
    let dot = self.dot(x, y)
    return isBraille ? (dot.column / 2, dot.row / 4) : dot
  }

  private func dot(_ x: Double, _ y: Double) -> (column: Int, row: Int) {
    func index(_ share: Double, _ count: Int) -> Int {
      min(count - 1, max(0, Int((share * Double(count - 1)).rounded())))
    }
    return (index(x, dotColumns), index(1 - y, dotRows))
  }

  /// Draws a straight line with Bresenham's algorithm.
  mutating func line(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), role: TextRole
  ) {
    var here = dot(start.x, start.y)
    let goal = dot(end.x, end.y)
    let width = abs(goal.column - here.column)
    let height = -abs(goal.row - here.row)
    let step = (column: here.column < goal.column ? 1 : -1, row: here.row < goal.row ? 1 : -1)
    var error = width + height
    while true {
      set(here, role)
      if here == goal { return }
      let doubled = 2 * error
      if doubled >= height {
        error += height
        here.column += step.column
      }
      if doubled <= width {
        error += width
        here.row += step.row
      }
    }
  }

  private mutating func set(_ dot: (column: Int, row: Int), _ role: TextRole) {
    // The bits of the dots in a Braille pattern, row by row from the top, each row from left to
    // right.
    let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
    let place =
      isBraille ? dot.row / 4 * columns + dot.column / 2 : dot.row * columns + dot.column
    dots[place] |= isBraille ? bits[dot.row % 4 * 2 + dot.column % 2] : 1
    roles[place] = roles[place].map { $0 == role ? role : .plain } ?? role
  }

  /// Draws a character over a cell; if a different character is already there, draws `shared`
  /// instead.
  mutating func mark(_ place: (column: Int, row: Int), _ cell: Cell, shared: Character) {
    let index = place.row * columns + place.column
    if let other = marks[index], other.character != cell.character {
      marks[index] = Cell(character: shared, role: .plain)
    } else {
      marks[index] = cell
    }
  }

  /// Whether any cell shows `character` as a marker.
  func holds(_ character: Character) -> Bool { marks.contains { $0?.character == character } }

  /// A row of the canvas as styled text; `empty` fills the cells without dots and markers.
  func text(row: Int, empty: Cell = Cell(character: " ", role: .plain)) -> StyledText {
    var runs: [StyledText.Run] = []
    for column in 0..<columns {
      let cell = cell(at: row * columns + column) ?? empty
      if runs.last?.role == cell.role {
        runs[runs.count - 1].text.append(cell.character)
      } else {
        runs.append(.init(String(cell.character), cell.role))
      }
    }
    return StyledText(runs: runs)
  }

  private func cell(at index: Int) -> Cell? {
    if let mark = marks[index] { return mark }
    if dots[index] == 0 { return nil }
    let character =
      isBraille ? Character(Unicode.Scalar(0x2800 + UInt32(dots[index])) ?? ".") : "."
    return Cell(character: character, role: roles[index] ?? .plain)
  }
}
