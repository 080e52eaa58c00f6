import Terminal
import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

@Suite struct CompletionTests {
  @Test func `Tab inserts the only candidate and its suffix`() throws {
    let demo = try Demo.start()
    demo.type("x nee" + Keys.tab + "y\r")
    try demo.expectLine("x needle y")
  }

  @Test func `Tab inserts the common prefix of the candidates, then lists them`() throws {
    let demo = try Demo.start()
    demo.type("ga" + Keys.tab)
    try demo.expectCursor(after: "demo> gam")
    demo.press(Keys.tab)
    try demo.expectRow("gamma  gamut")
    try demo.expectScreen("the line below the list") {
      $0.textBeforeCursor == "demo> gam" && $0.row == 2
    }
    demo.type("m" + Keys.tab + "\r")
    try demo.expectLine("gamma ")
    try demo.leave()
  }

  @Test func `Tab completes before the cursor and after wide characters`() throws {
    let demo = try Demo.start()
    demo.type("漢字 nee!" + Keys.left + Keys.tab)
    try demo.expectCursor(after: "demo> 漢字 needle ")
    demo.press("\r")
    try demo.expectLine("漢字 needle !")
  }

  @Test func `a completion list below a line of several rows keeps the rows`() throws {
    let demo = try Demo.start(columns: 20)
    demo.type("0123456789012345678 ga" + Keys.tab + Keys.tab)
    try demo.expectRow("gamma  gamut")
    try demo.expectScreen("the line again") {
      $0.lines[3...4].elementsEqual(["demo> 01234567890123", "45678 gam"])
    }
  }

  @Test func `without a candidate, Tab changes nothing`() throws {
    let demo = try Demo.start()
    demo.type("zzz" + Keys.tab + "\r")
    try demo.expectLine("zzz")
    try demo.leave()
  }

  @Test func `Tab inserts the common prefix in whole characters`() {
    let candidates = ["e\u{301}a", "e\u{301}b"].map { Completions.Candidate($0) }
    let completions = Completions(replacing: 0..<0, with: candidates)
    #expect(completions.insertion == "e\u{301}")
    #expect(Completions(replacing: 0..<0, with: []).insertion == "")
    let accents = ["e\u{301}", "e\u{300}"].map { Completions.Candidate($0) }
    #expect(Completions(replacing: 0..<0, with: accents).insertion == "")
  }

  @Test func `columns are filled downward and aligned by cell width`() {
    let labels = ["a", "漢字", "ccc", "d", "e"]
    let rows = CompletionLayout.rows(of: labels, columns: 17, rows: 10)
    #expect(rows == ["a     ccc   e", "漢字  d"])
    #expect(CompletionLayout.rows(of: labels, columns: 1, rows: 10) == labels)
    #expect(CompletionLayout.rows(of: [], columns: 80, rows: 10) == [])
  }

  @Test func `a name wider than the terminal is truncated`() {
    let names = ["0123456789", "漢字漢字漢字", "short"]
    let rows = CompletionLayout.rows(of: names, columns: 9, rows: 10)
    #expect(rows == ["0123456…", "漢字漢…", "short"])
  }

  @Test func `if some candidates are unlisted, only text that all candidates share is inserted`() {
    var completions = Completions(replacing: 0..<1, with: [.init("apple"), .init("apply")])
    #expect(completions.insertion == "appl")
    completions.unlisted = 3
    #expect(completions.insertion == "appl")
    completions.sharesBeginning = false
    #expect(completions.insertion == "")
    var single = Completions(replacing: 0..<1, with: [.init("apple")])
    #expect(single.isUnique && single.insertion == "apple ")
    single.unlisted = 1
    #expect(!single.isUnique && single.insertion == "apple")
  }

  @Test func `control characters in names are escaped`() {
    let rows = CompletionLayout.rows(
      of: ["a\u{1B}[2Jb", "c\u{202E}d", "e\u{2028}f"], columns: 80, rows: 4)
    #expect(rows == [#"a^[[2Jb     c\u{202E}d  e\u{2028}f"#])
  }

  @Test func `completion labels that do not fit are counted`() {
    let labels = (0..<100).map { "n\($0)" }
    let rows = CompletionLayout.rows(of: labels, columns: 9, rows: 4)
    #expect(rows == ["n0   n3", "n1   n4", "n2   n5", "+94 more"])
    #expect(
      CompletionLayout.rows(of: ["a", "b"], unlisted: 7, columns: 80, rows: 4)
        == ["a  b", "+7 more"])
    #expect(CompletionLayout.rows(of: ["a", "b"], columns: 80, rows: 1) == ["a  b"])
  }
}
