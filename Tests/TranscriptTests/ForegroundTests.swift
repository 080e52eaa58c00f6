import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

/// Tests commands in the foreground, and readers that close the output of the prompt.
@Suite struct ForegroundTests {
  /// Starts `searchbench fruit.txt` in a terminal.
  private func start(_ arguments: [String], in folder: ScratchFolder) throws -> Pseudoterminal {
    try folder.write(Prompt.fruit, to: "fruit.txt")
    return try Pseudoterminal(
      try BinaryUnderTest(), ["fruit.txt"] + arguments,
      environment: Prompt.environment(of: folder), directory: folder.path)
  }

  @Test(arguments: [":! echo ready; exec cat", ":pipe echo ready >&2; exec cat /dev/tty"])
  func `Ctrl-C in a command of a script ends the script with 130`(line: String) throws {
    let folder = try ScratchFolder()
    defer { withExtendedLifetime(folder) {} }
    let terminal = try start(["-c", "red", "-c", line, "-c", ":! echo never"], in: folder)
    try terminal.expect("ready")
    terminal.press(Keys.control("c"))
    #expect(try terminal.expectEnd() == .exited(130))
    #expect(!terminal.transcript.contains("never"))
    #expect(!terminal.transcript.contains("signal 2"))
  }

  @Test func `Ctrl-C in a command at the prompt returns to the prompt`() throws {
    let prompt = try Prompt()
    prompt.terminal.enter(":! echo rea''dy; exec cat")
    try prompt.terminal.expect("ready")
    prompt.terminal.press(Keys.control("c"))
    #expect(try prompt.end().contains("interrupted"))
    #expect(try prompt.run("pear").contains("Green"))
    #expect(try prompt.leave() == .exited(0))
  }

  /// Before the script ends, it waits until no process has the pipe `held` open for writing.
  ///
  /// The shell of `:!` has started a process that keeps this pipe open until that process ends.
  @Test(arguments: [("TERM", 143), ("HUP", 129)])
  func `a signal also ends what the shell of a command has started`(
    signal: String, status: Int
  ) throws {
    let folder = try ScratchFolder()
    let script = """
      mkfifo hold held; exec 3<>hold
      "$SB" -c ':! (echo up; exec cat hold > held); :' 3>&- &
      exec 4< held
      kill -\(signal) $!
      wait $!
      echo "ended with $?"
      cat <&4
      echo released
      """
    let run = try BinaryUnderTest(path: "/bin/sh").run(
      ["-c", script],
      environment: Prompt.environment(of: folder, ["SB": try BinaryUnderTest().path]),
      directory: folder.path)
    #expect(run.output == "up\nended with \(status)\nreleased\n")
  }

  @Test func `the prompt ends quietly when the reader of the results has ended`() throws {
    let folder = try ScratchFolder()
    try folder.write(Prompt.fruit, to: "fruit.txt")
    let script =
      "{ \"$SB\" fruit.txt; echo \"ended with $?\" >&2; } | "
      + "{ head -n 1; exec <&-; echo closed >&2; }"
    let terminal = try Pseudoterminal(
      BinaryUnderTest(path: "/bin/sh"), ["-c", script],
      environment: Prompt.environment(of: folder, ["SB": try BinaryUnderTest().path]),
      directory: folder.path)
    try terminal.expect("> ")
    terminal.enter("red")
    try terminal.expect("closed")
    terminal.enter("pear")
    try terminal.expectEnd()
    #expect(terminal.transcript.contains("ended with 0"))
    #expect(!terminal.transcript.contains("closed the output"))
  }
}
