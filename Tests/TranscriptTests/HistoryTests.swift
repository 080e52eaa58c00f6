import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

@Suite struct HistoryTests {
  @Test func `the history is kept between runs of the program`() throws {
    let folder = try ScratchFolder()
    let first = try Prompt(in: folder)
    try first.run("red apple")
    try first.run(":prefix plum")
    try first.run(" kept out")
    #expect(try first.leave() == .exited(0))
    let second = try Prompt(in: folder)
    second.terminal.press(Keys.up)
    try second.terminal.expectCursor(after: "fruit substring> :prefix plum")
    second.terminal.press(Keys.up)
    try second.terminal.expectCursor(after: "fruit substring> red apple")
    second.terminal.press(Keys.control("u"), Keys.control("r"), "pref")
    try second.terminal.expectScreen("the line found") { $0.text.contains(":prefix plum") }
    second.terminal.press("\r")
    #expect(try second.answer().contains("2 records"))
    let listed = try second.run(":history")
    #expect(listed.contains("red apple\r\n"))
    #expect(!listed.contains("kept out"))
    #expect(try second.run(":history plum").contains(":prefix plum"))
    try second.run(":history clear")
    #expect(!(try second.run(":history 5")).contains("red apple"))
  }

  @Test func `script lines are not in the history, and the history can be turned off`() throws {
    let folder = try ScratchFolder()
    try folder.write("red\n", to: "script")
    let prompt = try Prompt(in: folder)
    try prompt.run(":source script")
    #expect(try prompt.leave() == .exited(0))
    let text = try #require(folder.text(of: "history"))
    #expect(text.contains(":source script\n") && !text.contains("\nred\n"))
    #expect(try folder.run("ls -l history | cut -c 1-10").output == "-rw-------\n")
    let off = try Prompt(environment: ["SEARCHBENCH_HISTORY": ""], in: folder)
    try off.run("not kept")
    #expect(try off.leave() == .exited(0))
    #expect(folder.text(of: "history") == text)
  }

  @Test func `another program's history file is never overwritten`() throws {
    let folder = try ScratchFolder()
    try folder.write("_HiStOrY_V2_\nother\n", to: "history")
    let prompt = try Prompt(in: folder)
    try prompt.run("red")
    #expect(prompt.terminal.transcript.contains("was written by another program"))
    #expect(try prompt.leave() == .exited(0))
    #expect(folder.text(of: "history") == "_HiStOrY_V2_\nother\n")
  }

  @Test(arguments: [1, 15] as [Int32])
  func `a signal that ends the program restores the terminal and saves the history`(
    signal: Int32
  ) throws {
    let prompt = try Prompt()
    try prompt.run("red apple")
    prompt.terminal.type("half")
    try prompt.terminal.expectCursor(after: "fruit substring> half")
    prompt.terminal.signal(signal)
    #expect(try prompt.terminal.expectEnd() == .killed(bySignal: signal))
    #expect(!prompt.terminal.screen.marksPastes)
    #expect(prompt.folder.text(of: "history")?.contains("red apple\n") == true)
  }

  @Test func `closing the window saves the history`() throws {
    let prompt = try Prompt()
    try prompt.run("red apple")
    prompt.terminal.hangUp()
    #expect(try prompt.terminal.expectEnd() == .killed(bySignal: 1))
    #expect(prompt.folder.text(of: "history")?.contains("red apple\n") == true)
  }

  @Test func `the terminal modes are restored at exit`() throws {
    let folder = try ScratchFolder()
    try folder.write(Prompt.fruit, to: "fruit.txt")
    let path = try BinaryUnderTest().path
    let script = "trap : INT; stty -g > before; \(path) fruit.txt; stty -g > after; echo code $?"
    let terminal = try Pseudoterminal(
      BinaryUnderTest(path: "/bin/sh"), ["-c", script],
      environment: Prompt.environment(of: folder), directory: folder.path)
    try terminal.expectCursor(after: "fruit substring> ")
    terminal.enter("red")
    try terminal.expect("2 records")
    try terminal.expectCursor(after: "fruit substring> ")
    terminal.type("typed")
    try terminal.expectCursor(after: "fruit substring> typed")
    terminal.press(Keys.control("c"))
    try terminal.expectCursor(after: "fruit substring> ")
    terminal.press(Keys.control("d"))
    try terminal.expect("code 0")
    #expect(folder.text(of: "before") == folder.text(of: "after"))
  }
}
