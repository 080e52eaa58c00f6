import TestSupport
import Testing

@testable import Reporting

@Suite struct DotCanvasTests {
  @Test func `each dot of a cell has its own Braille pattern`() {
    let expected: [[String]] = [["⠁", "⠈"], ["⠂", "⠐"], ["⠄", "⠠"], ["⡀", "⢀"]]
    for row in 0..<4 {
      for column in 0..<2 {
        var canvas = DotCanvas(columns: 1, rows: 1, isBraille: true)
        let place = (x: Double(column), y: 1 - Double(row) / 3)
        canvas.line(from: place, to: place, role: .plain)
        #expect(canvas.text(row: 0).plain == expected[row][column])
      }
    }
  }

  @Test func `a line has no gap from end to end`() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<500 {
      let ends = (0..<2).map { _ in
        (x: Double(random.below(101)) / 100, y: Double(random.below(101)) / 100)
      }
      var canvas = DotCanvas(columns: 30, rows: 12, isBraille: false)
      canvas.line(from: ends[0], to: ends[1], role: .plain)
      let cells = (0..<12).flatMap { row in
        canvas.text(row: row).plain.enumerated().filter { $1 == "." }.map { (row, $0.offset) }
      }
      for end in ends {
        let cell = canvas.cell(end.x, end.y)
        #expect(cells.contains { $0 == (cell.row, cell.column) })
      }
      let (a, b) = (canvas.cell(ends[0].x, ends[0].y), canvas.cell(ends[1].x, ends[1].y))
      #expect(cells.count == 1 + max(abs(a.column - b.column), abs(a.row - b.row)))
    }
  }

  @Test func `points outside the canvas are drawn at its edge`() {
    let canvas = DotCanvas(columns: 5, rows: 3, isBraille: true)
    #expect(canvas.cell(-1, 7) == (0, 0))
    #expect(canvas.cell(2, -3) == (4, 2))
  }

  @Test func `a mark covers dots, and marks in the same cell become a shared mark`() {
    var canvas = DotCanvas(columns: 3, rows: 1, isBraille: true)
    canvas.line(from: (0, 0), to: (1, 0), role: .label)
    canvas.mark((0, 0), .init(character: "a", role: .plain), shared: "*")
    #expect(canvas.text(row: 0).plain == "a⣀⣀" && !canvas.holds("*"))
    canvas.mark((0, 0), .init(character: "b", role: .plain), shared: "*")
    #expect(canvas.text(row: 0).plain == "*⣀⣀" && canvas.holds("*"))
  }
}
