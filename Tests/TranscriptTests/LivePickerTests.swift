import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

/// `searchbench live`, as shell scripts use it: the screen on the terminal, records from and to pipes.
@Suite struct LivePickerTests {
  /// Starts a shell line in a terminal, with `searchbench` as `$SB`.
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

  @Test func `enter prints the current record, whatever standard input and output are`() throws {
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

  @Test func `nothing matched is 1, and leaving is 130`() throws {
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

  @Test func `records of several fields are one line each, or what --format says`() throws {
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

  @Test func `a missing file and a wrong option are told before anything is drawn`() throws {
    let folder = try ScratchFolder()
    var terminal = try shell("$SB live missing.txt; echo code $?", in: folder)
    try terminal.expectRow("code 2")
    #expect(terminal.screen.text.contains("missing.txt"))
    terminal = try shell("$SB live --bogus; echo code $?", in: folder)
    try terminal.expectRow("code 64")
    terminal = try shell("TERM=dumb $SB live fruit.txt; echo code $?", in: folder)
    try terminal.expectRow("code 2")
  }

  @Test func `without a terminal it says so`() throws {
    let folder = try ScratchFolder()
    try folder.write(Prompt.fruit, to: "fruit.txt")
    let result = try BinaryUnderTest().run(["live", "fruit.txt"], directory: folder.path)
    #expect(result.exitStatus == 2)
    #expect(result.error.contains("needs a terminal to draw on"))
    #expect(result.output.isEmpty)
  }
}
