import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

/// Tests `searchbench live` as shell scripts use it.
///
/// In a shell script, `searchbench live` draws on the terminal while its standard input and output
/// are redirected.
@Suite struct LivePickerTests {
  /// Runs a shell command in a terminal, with the path of `searchbench` in `$SB`.
  private func shell(
    _ line: String, in folder: ScratchFolder
  ) throws -> Pseudoterminal {
    try folder.write(Prompt.fruit, to: "fruit.txt")
    try folder.write("id,name\n1,one\n2,\"two\nlines\"\n", to: "rows.csv")
    return try Pseudoterminal(
      BinaryUnderTest(path: "/bin/sh"), ["-c", line],
      environment: Prompt.environment(of: folder, ["SB": try BinaryUnderTest().path]),
      directory: folder.path)
  }

  private func expectStatus(_ terminal: Pseudoterminal, _ status: String) throws {
    try terminal.expectScreen("the status \(status)") {
      $0.isAlternate && $0.lines[1].hasPrefix(status)
    }
  }

  @Test func `Enter prints the current record, even with redirected input and output`() throws {
    let folder = try ScratchFolder()
    let terminal = try shell("cat fruit.txt | $SB live > out; echo code $?", in: folder)
    try expectStatus(terminal, "4 records")
    terminal.type("cherry")
    try expectStatus(terminal, "1 record · 1 hit")
    terminal.type("\r")
    try terminal.expectRow("code 0")
    #expect(folder.text(of: "out") == "red cherry, red plum\n")
    #expect(!terminal.screen.isAlternate)
  }

  @Test func `Enter without moving prints the first match`() throws {
    let folder = try ScratchFolder()
    for (columns, rows) in [(80, 24), (120, 40)] {
      let terminal = try shell(
        "seq 1 100 | sed 's/^/line foo /' | $SB live > out; echo code $?", in: folder)
      terminal.resize(columns: columns, rows: rows)
      try expectStatus(terminal, "100 records")
      terminal.type("foo")
      try expectStatus(terminal, "100 records · 100 hits · hit 1")
      terminal.type("\r")
      try terminal.expectRow("code 0")
      #expect(folder.text(of: "out") == "line foo 1\n")
    }
  }

  @Test func `marked records are printed in the order of marking`() throws {
    let folder = try ScratchFolder()
    let terminal = try shell("$SB live fruit.txt > out; echo code $?", in: folder)
    try expectStatus(terminal, "4 records")
    terminal.press(Keys.end, Keys.control("s"), Keys.home, Keys.control("s"))
    try terminal.expectScreen("two marks") { $0.lines[1].contains("2 marked") }
    terminal.type("zzz")
    try expectStatus(terminal, "0 records")
    terminal.type("\r")
    try terminal.expectRow("code 0")
    #expect(folder.text(of: "out") == "red cherry, red plum\nred apple\n")
  }

  @Test func `the exit code is 1 without a match, and 130 if the user cancels`() throws {
    let folder = try ScratchFolder()
    var terminal = try shell("$SB live --query zzz fruit.txt > out; echo code $?", in: folder)
    try expectStatus(terminal, "0 records")
    terminal.type("\r")
    try terminal.expectRow("code 1")
    for key in [Keys.escape, Keys.control("c")] {
      terminal = try shell("$SB live fruit.txt > out; echo code $?", in: folder)
      try expectStatus(terminal, "4 records")
      terminal.type(key)
      try terminal.expectRow("code 130")
      #expect(folder.text(of: "out") == "")
    }
  }

  @Test func `a record with several fields is one line, unless --format says otherwise`() throws {
    let folder = try ScratchFolder()
    var terminal = try shell("$SB live rows.csv --query two > out; echo code $?", in: folder)
    try expectStatus(terminal, "1 record")
    terminal.type("\r")
    try terminal.expectRow("code 0")
    #expect(folder.text(of: "out") == "2\ttwo\\nlines\n")
    terminal = try shell(
      "$SB live rows.csv --query two --format csv > out; echo code $?", in: folder)
    try expectStatus(terminal, "1 record")
    terminal.type("\r")
    try terminal.expectRow("code 0")
    #expect(folder.text(of: "out")?.hasSuffix("2,rows.csv,3,1,name,1,2,\"two\nlines\"\n") == true)
  }

  @Test func `a missing file or a wrong option is reported before anything is drawn`() throws {
    let folder = try ScratchFolder()
    var terminal = try shell("$SB live missing.txt; echo code $?", in: folder)
    try terminal.expectRow("code 2")
    #expect(terminal.screen.text.contains("missing.txt"))
    terminal = try shell("$SB live --bogus; echo code $?", in: folder)
    try terminal.expectRow("code 64")
    terminal = try shell("TERM=dumb $SB live fruit.txt; echo code $?", in: folder)
    try terminal.expectRow("code 2")
  }

  @Test func `without a terminal, live search is refused`() throws {
    let folder = try ScratchFolder()
    try folder.write(Prompt.fruit, to: "fruit.txt")
    let result = try BinaryUnderTest().run(["live", "fruit.txt"], directory: folder.path)
    #expect(result.exitStatus == 2)
    #expect(result.error.contains("needs a terminal to draw on"))
    #expect(result.output.isEmpty)
  }
}
