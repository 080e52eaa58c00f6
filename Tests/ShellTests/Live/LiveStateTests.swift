import Corpora
import Reporting
import Searching
import Terminal
import Testing

@testable import Shell

@Suite struct LiveStateTests {
  private static let letters = (0..<40).map { "row \($0) alpha \($0 % 2 == 0 ? "beta" : "gamma")" }

  // MARK: When the query changes

  @Test func `until the user moves, the first match is the current one`() {
    var bench = LiveBench((1...100).map { "line foo \($0)" })
    for text in ["f", "fo", "foo", "foo 5", "foo", ""] {
      bench.retype(text)
      #expect(bench.state.place == HitPlace(row: 0, hit: 0))
      #expect(bench.state.window.top == 0)
    }
    bench.state.line.replace(with: "foo 7")
    bench.answer(page: 5)
    bench.complete()
    #expect(bench.row == "line foo 7")
  }

  @Test func `the current hit stays if the new query's hit overlaps it`() {
    var bench = LiveBench(Self.letters)
    bench.type("a")
    bench.press(.down, .down, .down, .down, .control("n"))
    #expect(bench.row == "row 4 alpha beta")
    #expect(bench.hit == 10..<11)
    bench.retype("ha b")
    #expect(bench.row == "row 4 alpha beta")
    #expect(bench.hit == 9..<13)
    bench.retype("pha")
    bench.press(.end)
    #expect(bench.row == "row 39 alpha gamma")
    bench.retype("alpha g")
    #expect(bench.row == "row 39 alpha gamma")
    #expect(bench.hit == 7..<14)
  }

  @Test func `a current record that stays keeps its position on the screen`() {
    var bench = LiveBench(Self.letters)
    bench.type("gamma")
    bench.press(.pageDown, .pageDown, .down)
    let (row, top) = (bench.row, bench.state.window.top)
    let offset = (bench.state.place?.row ?? 0) - top
    bench.retype("alpha gamma")
    #expect(bench.row == row)
    #expect((bench.state.place?.row ?? 0) - bench.state.window.top == offset)
    bench.retype("alpha")
    #expect(bench.row == row)
    #expect((bench.state.place?.row ?? 0) - bench.state.window.top == offset)
  }

  @Test func `if the current hit disappears, the nearest record becomes current and is centered`() {
    let rows = (0..<2000).map { "record \($0) " + ([651, 751, 1551].contains($0) ? "x" : "y") }
    var bench = LiveBench(rows, height: 9)
    bench.type("y")
    for record in [700, 701, 702] {
      bench.retype("record \(record) ")
      bench.press(.down)
      bench.retype("")
      #expect(bench.row?.hasPrefix("record \(record) ") == true)
      bench.press(.down, .up)  // centers the record
      bench.retype("x")
      #expect(bench.row == (record <= 701 ? "record 651 x" : "record 751 x"))
      bench.retype("y")
    }
    bench.retype("record 1000 ")
    bench.retype("y")
    let place = bench.state.place?.row ?? 0
    #expect(bench.state.window.center(of: bench.state.rowCount) == place)
  }

  @Test func `clearing the query keeps the position, even after a query without results`() {
    var bench = LiveBench(Self.letters)
    bench.type("gamma")
    bench.press(.pageDown, .pageDown, .pageDown)
    let row = bench.row
    #expect(row == "row 31 alpha gamma")
    bench.retype("")
    #expect(bench.row == row)
    #expect(bench.visible.contains(row ?? ""))
    bench.retype("gamma")
    bench.retype("zz")
    #expect(bench.row == nil)
    bench.retype("")
    #expect(bench.row == row)
  }

  @Test func `a query without results has no rows, and deleting it shows rows again`() {
    var bench = LiveBench(Self.letters)
    bench.type("zz")
    #expect(bench.row == nil)
    #expect(bench.press(.down) == .nothing)
    #expect(bench.press(.control("n")) == .nothing)
    bench.press(.backspace, .backspace)
    #expect(bench.row == "row 0 alpha beta")
  }

  @Test
  func `a query without highlights keeps the current record and reports that there are no hits`() {
    var bench = LiveBench([("rows", Self.letters)], strategy: "bool")
    bench.type("NOT beta")
    bench.press(.down, .down, .down)
    #expect(bench.row == "row 7 alpha gamma")
    #expect(bench.hit == nil)
    bench.press(.control("n"))
    #expect(bench.state.notice == "nothing is highlighted")
    bench.retype("NOT beta AND NOT zz")
    #expect(bench.row == "row 7 alpha gamma")
  }

  @Test func `the full result restores the current record, unless a key has moved it`() {
    var bench = LiveBench(Self.letters)
    bench.type("alpha")
    bench.press(.end)
    bench.state.line.replace(with: "alpha gamma")
    bench.answer(page: 3)
    #expect(bench.state.rowCount == 3)
    bench.complete()
    #expect(bench.row == "row 39 alpha gamma")
    // After a key has changed the current record, the complete result must not change it again.
    bench.state.line.replace(with: "alpha")
    bench.answer(page: 3)
    bench.press(.home)
    bench.complete()
    #expect(bench.row == "row 0 alpha beta")
  }

  @Test func `the full result does not scroll the page that is shown`() {
    var bench = LiveBench(Self.letters)
    bench.state.line.replace(with: "beta")
    bench.answer(page: 5)
    bench.press(.down)
    let (row, top) = (bench.row, bench.state.window.top)
    bench.complete()
    #expect(bench.row == row)
    #expect(bench.state.window.top == top)
  }

  @Test func `an invalid query keeps the last valid result and reports the error`() {
    var bench = LiveBench([("rows", Self.letters)], strategy: "regex")
    bench.type("row 1")
    let rows = bench.visible
    bench.type("(")
    #expect(bench.state.fault != nil)
    #expect(bench.state.isStale)
    #expect(bench.visible == rows)
    #expect(bench.press(.enter) == .nothing)
    #expect(bench.state.notice?.hasPrefix("cannot accept this query: ") == true)
    bench.type("0)")
    #expect(bench.state.fault == nil)
    #expect(bench.visible == ["row 10 alpha beta"])
  }

  // MARK: Moving

  @Test func `moving from hit to hit stops at the first and the last hit`() {
    var bench = LiveBench(["aa b", "b", "b a"], height: 2)
    bench.type("a")
    bench.press(.home)
    #expect(bench.hit == 0..<1)
    bench.press(.control("n"))
    #expect(bench.hit == 1..<2)
    #expect(bench.state.notice == nil)
    bench.press(.control("n"))
    #expect(bench.row == "b a")
    bench.press(.control("n"))
    #expect(bench.row == "b a")
    #expect(bench.state.notice == "the last hit")
    bench.press(.control("p"), .control("p"))
    #expect(bench.hit == 0..<1)
    bench.press(.control("p"))
    #expect(bench.state.notice == "the first hit")
  }

  @Test func `the view scrolls only when the record changes, and then centers the record`() {
    var bench = LiveBench(Self.letters)
    bench.press(.down, .down)
    #expect(bench.state.window.top == 0)
    bench.press(.down)
    #expect(bench.state.window.top == 1)
    bench.type("a")
    let top = bench.state.window.top
    bench.press(.control("n"), .control("p"))
    #expect(bench.state.window.top == top)
    bench.press(.end)
    #expect(bench.visible.last == "row 39 alpha gamma")
    bench.press(.up, .up, .up)
    #expect(bench.visible.first == "row 34 alpha beta")
    bench.press(.home)
    #expect(bench.row == "row 0 alpha beta")
    bench.press(.up)
    #expect(bench.state.notice == "the first record")
    bench.press(.end, .down)
    #expect(bench.state.notice == "the last record")
  }

  // MARK: Keys

  @Test func `keys cycle through modes and strategies and keep the text`() {
    var bench = LiveBench(["Über", "uber"])
    bench.type("ü")
    #expect(bench.visible.count == 2)
    #expect(bench.press(.alt("d")) == .search)
    #expect(bench.state.diacritics == .sensitive)
    #expect(bench.visible == ["Über"])
    bench.press(.alt("c"))
    #expect(bench.state.caseMode == .smart)
    bench.press(.alt("c"))
    #expect(bench.visible == [])
    bench.press(.alt("c"), .alt("d"))
    #expect(bench.state.query.options == SearchOptions())
    let names = StrategyCatalog.all.map(\.name)
    var seen: [String] = []
    for _ in names {
      seen.append(bench.state.strategy)
      #expect(bench.press(.control("t")) == .search)
    }
    #expect(seen == names)
    #expect(bench.state.strategy == names[0])
    #expect(bench.state.line.text == "ü")
  }

  @Test(arguments: [Key.escape, .control("c"), .control("g")])
  func `Escape, Ctrl-C and Ctrl-G leave live search`(_ key: Key) {
    var bench = LiveBench(["a"])
    #expect(bench.press(key) == .leave)
    bench.type("a")
    #expect(bench.press(key) == .leave)
  }

  @Test func `Ctrl-D deletes a character, and leaves if the line is empty`() {
    var bench = LiveBench(["ab"])
    bench.type("ab")
    #expect(bench.press(.control("a"), .control("d")) == .search)
    #expect(bench.state.line.text == "b")
    #expect(bench.press(.control("d"), .control("d")) == .leave)
  }

  @Test func `at the end of an incomplete result, a notice says that it is incomplete`() {
    var bench = LiveBench(Self.letters)
    bench.state.line.replace(with: "alpha")
    bench.answer(page: 3)
    bench.press(.end, .down)
    #expect(bench.state.notice == "the last record so far")
    bench.press(.control("n"))
    #expect(bench.state.notice == "the last hit so far")
    bench.complete()
    bench.press(.end, .down)
    #expect(bench.state.notice == "the last record")
  }

  @Test func `only searchbench live can mark records, and a new query keeps the marks`() {
    var bench = LiveBench(["a", "b"])
    bench.press(.control("s"))
    #expect(bench.state.marks.isEmpty && bench.state.notice != nil)
    var picker = LiveBench(["a", "b"], purpose: .records)
    picker.press(.control("s"))
    #expect(picker.state.marks.map(\.record.rawValue) == [0])
    #expect(picker.row == "b")
    picker.press(.control("s"), .up, .control("s"))
    #expect(picker.state.marks.map(\.record.rawValue) == [1])
    picker.type("a")
    #expect(picker.state.marks.map(\.record.rawValue) == [1])
  }

  @Test func `keys that do not change the text start no search`() {
    var bench = LiveBench(["ab"])
    bench.type("ab")
    for key in [Key.left, .right, .control("a"), .control("e"), .wordLeft, .backTab] {
      #expect(bench.press(key) == .nothing)
    }
  }

  @Test func `the results of several corpora are one list`() {
    var bench = LiveBench([("one", ["a 1", "b 1"]), ("two", ["a 2", "b 2"])])
    bench.type("b")
    #expect(bench.visible == ["b 1", "b 2"])
    bench.press(.end)
    bench.retype("2")
    #expect(bench.row == "a 2")
    bench.state.line.replace(with: "b")
    bench.answer(page: 1)
    bench.complete()
    #expect(bench.visible == ["b 1", "b 2"])
  }
}
