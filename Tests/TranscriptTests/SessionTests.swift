import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

@Suite struct SessionTests {
  /// Expects `--resume` to restore the session that `prompt()` created.
  private func expectSession(in folder: ScratchFolder) throws {
    let prompt = try Prompt(["--resume"], in: folder)
    try prompt.terminal.expectCursor(after: "fruit+large prefix> ")
    #expect(try prompt.run(":saved").contains("plums"))
    #expect(try prompt.run(":set case").contains("case smart"))
    #expect(try prompt.run(":run plums").contains("2 records"))
    let lines = try prompt.run(":history")
    for line in [":prefix", ":save plums plum", ":set case smart", ":use fruit large"] {
      #expect(lines.contains(line))
    }
    #expect(try prompt.leave() == .exited(0))
  }

  private func prompt() throws -> Prompt {
    let folder = try ScratchFolder()
    try folder.run("yes 'abababab abab ab ababab aab abbab' | head -n 600000 > large.txt")
    let prompt = try Prompt(["large.txt"], in: folder)
    try prompt.run(":load fruit.txt")
    try prompt.run(":prefix")
    try prompt.run(":save plums plum")
    try prompt.run(":set case smart")
    try prompt.run(":use fruit large")
    return prompt
  }

  @Test(arguments: [1, 15, 9, 11] as [Int32])
  func `a session ended by a signal at the prompt can be resumed`(signal: Int32) throws {
    let prompt = try prompt()
    prompt.terminal.type("half a line")
    try prompt.terminal.expectCursor(after: "fruit+large prefix> half a line")
    prompt.terminal.signal(signal)
    #expect(try prompt.terminal.expectEnd() == .killed(bySignal: signal))
    try expectSession(in: prompt.folder)
  }

  @Test(arguments: [1, 15, 9, 11] as [Int32])
  func `a session ended by a signal during a query can be resumed`(signal: Int32) throws {
    let prompt = try prompt()
    try prompt.start("a a a a")
    prompt.terminal.signal(signal)
    #expect(try prompt.terminal.expectEnd() == .killed(bySignal: signal))
    try expectSession(in: prompt.folder)
  }

  @Test func `a session can be resumed after its window has closed`() throws {
    let prompt = try prompt()
    prompt.terminal.hangUp()
    #expect(try prompt.terminal.expectEnd() == .killed(bySignal: 1))
    try expectSession(in: prompt.folder)
  }

  @Test func `a session is saved before the first command and can be resumed after exit`() throws {
    let folder = try ScratchFolder()
    let first = try Prompt(in: folder)
    #expect(
      folder.text(of: "state/searchbench/sessions/last")?.contains("/fruit.txt --as fruit") == true)
    #expect(try first.leave() == .exited(0))
    let second = try Prompt(["--resume", "-s", "bool", "fruit.txt", "--as", "again"], in: folder)
    try second.terminal.expectCursor(after: "again bool> ")
    #expect(try second.run(":use *").contains("in scope: fruit, again"))
    try second.run(":undo")
    #expect(try second.run(":undo").contains("nothing to undo"))
    #expect(try second.leave() == .exited(0))
  }

  @Test func `Tab completes session subcommands and names`() throws {
    let prompt = try Prompt()
    try prompt.run(":session save work")
    prompt.terminal.type(":session l")
    prompt.terminal.press(Keys.tab)
    try prompt.terminal.expectScreen("the choices") { $0.text.contains("load  list") }
    prompt.terminal.type("oad w")
    prompt.terminal.press(Keys.tab)
    try prompt.terminal.expectCursor(after: "fruit substring> :session load work ")
    prompt.terminal.press("\r")
    #expect(try prompt.answer().contains("session work: fruit; in scope: fruit"))
    #expect(try prompt.leave() == .exited(0))
  }

  @Test func `an error in the rc file is shown with its location, and the prompt appears`() throws {
    let folder = try ScratchFolder()
    try folder.write(
      ":# mine\n\n:set limit \\\n  x\n:pre\n:set case \\\n  smart\n", to: "config/searchbench/rc")
    let prompt = try Prompt(in: folder)
    let shown = prompt.terminal.transcript
    let rc = "\(folder.path)/config/searchbench/rc"
    #expect(shown.contains("\(rc):4:3: "))
    #expect(shown.contains("\(rc):5:1: "))
    #expect(!shown.contains("case smart"))
    #expect(try prompt.run(":set case").contains("case smart  (default ignore, from rc file;"))
    #expect(try prompt.run(":undo").contains("nothing to undo"))
    #expect(try prompt.leave() == .exited(0))
    let without = try Prompt(["--no-rc", "fruit.txt"], in: folder)
    #expect(try without.run(":set case").contains("case ignore"))
    #expect(try without.leave() == .exited(0))
  }

  @Test func `the command line overrides the rc file`() throws {
    let folder = try ScratchFolder()
    try folder.write(":set case smart\n:set limit 3\n", to: "config/searchbench/rc")
    let prompt = try Prompt(["--case", "sensitive", "fruit.txt"], in: folder)
    #expect(try prompt.run(":set case").contains("case sensitive  (default ignore, from command"))
    #expect(try prompt.run(":set limit").contains("limit 3"))
    #expect(try prompt.leave() == .exited(0))
  }

  @Test func `:quit in the rc file ends the program`() throws {
    let folder = try ScratchFolder()
    try folder.write(":quit 7\n", to: "config/searchbench/rc")
    let terminal = try Pseudoterminal(
      try BinaryUnderTest(), [], environment: Prompt.environment(of: folder),
      directory: folder.path)
    #expect(try terminal.expectEnd() == .exited(7))
  }

  @Test(arguments: ["HUP", "TERM", "KILL"])
  func `a later session runs a query that a session saved before a signal`(signal: String) throws {
    let folder = try ScratchFolder()
    let prompt = try Prompt(["fruit.txt"], in: folder)
    try prompt.run(":save cherries red cherry")
    prompt.terminal.enter(":! kill -s \(signal) $PPID")
    #expect(try prompt.terminal.expectEnd() != .exited(0))
    let later = try BinaryUnderTest().run(
      ["fruit.txt", "-c", ":run cherries"], environment: Prompt.environment(of: folder),
      directory: folder.path)
    #expect(later.output.hasPrefix("fruit.txt:") && later.output.contains("red cherry"))
  }

  @Test func `a program that writes commands into a pipe gets each answer immediately`() throws {
    let folder = try ScratchFolder()
    try folder.write(Prompt.fruit, to: "fruit.txt")
    let script = """
      mkfifo in; "$1" fruit.txt < in > out & exec 3> in
      echo apple >&3; until [ -s out ]; do :; done; cat out; exec 3>&-; wait
      """
    let answer = try folder.run(script, try BinaryUnderTest().path).output
    #expect(answer == "fruit.txt:1:5:red apple\n")
  }

  @Test func `:history shows numbers, multi-line entries, and matching lines`()
    throws
  {
    let prompt = try Prompt()
    try prompt.run("Pear")
    prompt.terminal.type("red")
    prompt.terminal.press("\u{1B}\r")
    prompt.terminal.type("plum")
    prompt.terminal.press("\r")
    try prompt.answer()
    let all = try prompt.run(":history")
    #expect(all.contains("1  Pear\r\n2  red\r\n   plum\r\n3  :history\r\n"))
    #expect(try prompt.run(":history pEAR").contains("no line of the history contains pEAR"))
    #expect(try prompt.run(":history pear").contains("1  Pear\r\n"))
    #expect(try prompt.run(":history 0").contains("it takes a number of lines from 1"))
    #expect(try prompt.leave() == .exited(0))
  }
}
