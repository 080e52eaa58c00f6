import Terminal
import TestSupport
import Testing

@testable import Shell

/// Tests that Tab in a query completes tokens of the corpora in scope, the most frequent first.
@Suite struct TokenCompletionTests {
  private func bench() -> Bench {
    let bench = Bench()
    bench.add(
      "sea", [("text", false), ("name", false)],
      [
        ["Whale ship whale", "Ahab"], ["whale. shipyard", "Ishmael"], ["Whaler", "Ahab"],
        ["a \u{1B}[2Jwipe wi.re c\"quote (paren", "apple"], ["ship", "Queequeg"],
      ])
    return bench
  }

  /// Completes the word at the cursor, and returns the new line and the choices.
  ///
  /// In both lines, `|` marks the cursor.
  private func complete(_ bench: Bench, _ line: String) -> (line: String, choices: [String]) {
    let parts = line.split(separator: "|", omittingEmptySubsequences: false)
    let head = String(parts[0])
    let tail = parts.dropFirst().joined(separator: "|")
    let result = Completer(workspace: bench.session.workspace).complete(
      head + tail, head.utf8.count)
    var bytes = Array(head.utf8)
    if !result.candidates.isEmpty {
      bytes.replaceSubrange(result.range, with: Array(result.insertion.utf8))
    }
    return (String(decoding: bytes, as: UTF8.self) + "|" + tail, result.candidates.map(\.display))
  }

  @Test(arguments: [
    ("is", "ishmael |"), ("white IS", "white ishmael |"), ("is| more", "ishmael| more"),
    ("que|st", "queequeg |st"), (":substring is", ":substring ishmael |"),
    (":s is", ":s ishmael |"),
    (":prefix a is", ":prefix a ishmael |"), (":bool (a OR !is", ":bool (a OR !ishmael |"),
    (":bool \"a is", ":bool \"a ishmael|"), (":bool c", ":bool c\\\"quote |"),
    (":bool \\(", ":bool \\(paren |"), (":substring c", ":substring c\"quote |"),
    (":regex ^(is", ":regex ^(ishmael|"), (":regex [is", ":regex [is|"),
    (":regex \\bis", ":regex \\bishmael|"), (":regex \\(pa", ":regex \\(paren|"),
    (":regex wi\\.r", ":regex wi\\.re|"), (":within is", ":within ishmael |"),
    (":explain is", ":explain ishmael |"), (":save q is", ":save q ishmael |"),
    (":save  q  a is", ":save  q  a ishmael |"),
    (":compare --runs 3 --all-paths is", ":compare --runs 3 --all-paths ishmael |"),
    (":compare is", ":compare ishmael |"), (":compare -- --is", ":compare -- --is|"),
    ("  is", "  ishmael |"), ("é is", "é ishmael |"), ("is |", "is |"), ("zz", "zz|"),
    ("whal", "whale|"),
    ("wi.", "wi.re |"), (":xyzzy is", ":xyzzy is|"), (":run is", ":run is|"),
  ])
  func `Tab completes the word before the cursor`(line: String, completed: String) {
    #expect(complete(bench(), line).line == completed)
  }

  @Test func `the most frequent tokens come first, with their counts`() throws {
    let bench = bench()
    #expect(complete(bench, "wh").choices == ["whale  2", "whaler  1"])
    #expect(complete(bench, "sh").choices == ["ship  2", "shipyard  1"])
    #expect(complete(bench, "a").choices == ["ahab  2", "a  1", "apple  1"])
    try bench.run(":set case sensitive")
    #expect(complete(bench, "Wh").choices == ["Whale  1", "Whaler  1"])
    #expect(complete(bench, "wh").choices == ["whale  2"])
    try bench.run(":set case ignore", ":set fields name")
    #expect(complete(bench, "a").choices == ["ahab  2", "apple  1"])
  }

  @Test func `tokens with control characters are shown escaped, and only in a regex`() {
    let bench = bench()
    bench.add("hostile", [("text", false)], [["x\u{1B}[2Jy xylem x\u{202E}z"]])
    #expect(complete(bench, "x").choices == ["xylem  1"])
    let regex = complete(bench, ":regex x")
    #expect(regex.choices == ["x^[[2jy  1", "xylem  1", "x\\u{202E}z  1"])
    #expect(complete(bench, ":regex x\\x1B").choices == [])
  }

  @Test func `tokens of several corpora are counted together`() throws {
    let bench = bench()
    bench.add("land", [("text", false)], [["whale bones"], ["Whale"]])
    try bench.run(":use sea land")
    #expect(complete(bench, "wh").choices == ["whale  4", "whaler  1"])
    try bench.run(":use *", ":drop *")
    #expect(complete(bench, "wh").choices == [])
  }

  @Test func `field names are offered before tokens, and a field name restricts the tokens`() throws
  {
    let bench = bench()
    try bench.run(":bool", ":set grammar standard")
    #expect(complete(bench, "na").line == "name:|")
    #expect(complete(bench, "name:a").choices == ["ahab  2", "apple  1"])
    #expect(complete(bench, "name:(x OR is").line == "name:(x OR ishmael |")
    #expect(complete(bench, "text:is").choices == [])
    bench.add("both", [("sh\"ip", false)], [["ship sh"]])
    #expect(complete(bench, "sh").choices == ["sh\"ip:", "sh  1", "ship  1"])
    #expect(complete(bench, "sh\\\"").line == "sh\\\"ip:|")
  }

  @Test func `a large corpus without an index gives a note instead of candidates`() throws {
    let bench = Bench()
    let row = String(repeating: "lorem ipsum dolor ", count: 600)
    bench.add("large", [("text", false)], Array(repeating: [row], count: 900))
    let before = Completer(workspace: bench.session.workspace).complete("lor", 3)
    #expect(before.candidates.isEmpty)
    #expect(
      before.note == "the words of large are not known yet: :paths build counts them")
    try bench.run(":paths build --path tokens")
    #expect(complete(bench, "lor").choices == ["lorem  900"])
  }
}
