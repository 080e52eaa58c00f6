import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

/// Tests lines that need more rows than the screen has.
@Suite struct TallLineTests {
  /// `w000 w001 …`.
  private static func words(_ count: Int) -> String {
    (0..<count).map { "w\(String(1_000 + $0).dropFirst())" }.joined(separator: " ")
  }

  /// The rows of the prompt and `line` in a window, without trailing spaces.
  private static func rows(of line: String, columns: Int) -> [String] {
    var rest = Substring("demo> \(line)")
    var rows: [String] = []
    while !rest.isEmpty {
      var row = String(rest.prefix(columns))
      while row.last == " " { row.removeLast() }
      rows.append(row)
      rest = rest.dropFirst(columns)
    }
    return rows
  }

  /// Waits until the screen shows only the rows `shown` of `line`.
  ///
  /// The cursor must be in the row `cursorRow` of the screen, after the text `before`.
  private static func expect(
    _ shown: Range<Int>, of line: String, cursorRow: Int, after before: String,
    on demo: Pseudoterminal
  ) throws {
    let rows = rows(of: line, columns: demo.screen.columns)[shown].joined(separator: "\n")
    try demo.expectScreen("rows \(shown) of the line, and the cursor after \(before)") { screen in
      screen.text == rows && screen.row == cursorRow && screen.textBeforeCursor == before
    }
  }

  @Test func `the screen scrolls with the cursor`() throws {
    let demo = try Demo.start(columns: 40, rows: 8)
    demo.type(Keys.paste(Self.words(120)))
    try Self.expect(8..<16, of: Self.words(120), cursorRow: 7, after: " w119", on: demo)
    demo.press(Keys.control("a"))
    try Self.expect(0..<8, of: Self.words(120), cursorRow: 0, after: "demo> ", on: demo)
    demo.type("START ")
    let line = "START \(Self.words(120))"
    try Self.expect(0..<8, of: line, cursorRow: 0, after: "demo> START ", on: demo)
    demo.press(Keys.control("e"))
    try Self.expect(8..<16, of: line, cursorRow: 7, after: "7 w118 w119", on: demo)
    demo.type(String(repeating: Keys.controlLeft, count: 65))
    try Self.expect(7..<15, of: line, cursorRow: 0, after: "3 w054 ", on: demo)
    demo.type("X" + Keys.backspace + "\r")
    try demo.expectLine(line)
  }

  @Test func `a line that becomes shorter than the screen is drawn as before`() throws {
    let demo = try Demo.start(columns: 40, rows: 8)
    demo.type(Keys.paste(Self.words(60)))
    let last = " w055 w056 w057 w058 w059"
    try Self.expect(0..<8, of: Self.words(60), cursorRow: 7, after: last, on: demo)
    demo.type(String(repeating: Keys.control("w"), count: 10))
    let line = "\(Self.words(50)) "
    try Self.expect(0..<7, of: line, cursorRow: 6, after: " w047 w048 w049 ", on: demo)
    demo.press(Keys.control("u"), "short")
    try demo.expectScreen("only the short line") { screen in
      screen.text == "demo> short" && screen.textBeforeCursor == "demo> short"
    }
    demo.press("\r")
    try demo.expectLine("short")
  }

  @Test func `a resize shows the rows around the cursor`() throws {
    let demo = try Demo.start(columns: 40, rows: 8)
    demo.type(Keys.paste(Self.words(120)))
    try Self.expect(8..<16, of: Self.words(120), cursorRow: 7, after: " w119", on: demo)
    demo.press(Keys.control("a"))
    try Self.expect(0..<8, of: Self.words(120), cursorRow: 0, after: "demo> ", on: demo)
    demo.resize(columns: 60, rows: 6)
    try Self.expect(0..<6, of: Self.words(120), cursorRow: 0, after: "demo> ", on: demo)
    demo.resize(columns: 80, rows: 24)
    try Self.expect(0..<8, of: Self.words(120), cursorRow: 0, after: "demo> ", on: demo)
    demo.resize(columns: 40, rows: 8)
    try Self.expect(0..<8, of: Self.words(120), cursorRow: 0, after: "demo> ", on: demo)
    demo.press(Keys.control("c"))
    try demo.expectRow(" w119^C")
    try demo.expect("interrupted")
    try demo.expectCursor(after: "demo> ")
  }

  /// If `view.c` did not draw tall lines itself, libedit would write beyond its table of rows in
  /// this test.
  @Test func `text typed quickly at the end of a tall line is complete`() throws {
    let demo = try Demo.start(columns: 40, rows: 8)
    let added = String(repeating: "x", count: 400)
    demo.type(Keys.paste(Self.words(120)) + Keys.control("a") + Keys.control("e") + added + "\r")
    try demo.expectLine(Self.words(120) + added)
  }

  @Test func `wide characters, tabs and newlines are drawn in their rows`() throws {
    let demo = try Demo.start(columns: 21, rows: 4)
    demo.type(Keys.paste("漢字0,漢字1,漢字2,漢字3,\n\nnext\tline\nlast"))
    try demo.expectScreen("the last rows") { screen in
      screen.lines == ["字2,漢字3,", "", "next    line", "last"]
        && screen.textBeforeCursor == "last"
    }
    demo.press(Keys.control("a"), Keys.right, Keys.right, Keys.right)
    try demo.expectScreen("the first rows") { screen in
      screen.lines == ["demo> 漢字0,漢字1,漢", "字2,漢字3,", "", "next    line"]
        && screen.textBeforeCursor == "demo> 漢字0"
    }
    demo.press("\r")
    try demo.expectLine("漢字0,漢字1,漢字2,漢字3,\n\nnext\tline\nlast")
  }
}
