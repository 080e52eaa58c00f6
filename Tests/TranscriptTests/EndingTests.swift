import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

/// Tests that SIGTERM, SIGHUP and SIGINT end a program that is blocked on input or output.
@Suite struct EndingTests {
  /// A situation in which the program blocks.
  struct Place: CustomTestStringConvertible {
    let testDescription: String

    /// A shell script whose last command replaces the shell with the program.
    let script: String

    /// The output after which the program blocks.
    let sign: String
  }

  /// A shell command that opens a named pipe, and keeps it open without reading or writing its
  /// data.
  private static func opening(_ redirection: String) -> String {
    "mkfifo hold pipe; (exec 3\(redirection) pipe; echo ready; exec 4< hold) & "
  }

  /// A shell command that reads only the first byte of a named pipe.
  private static let readsOneByte =
    "mkfifo hold pipe; (exec 3< pipe; head -c 1 <&3 >&2; echo ready; exec 4< hold) & "

  private static let places = [
    Place(
      testDescription: "a named pipe that nobody writes",
      script: "mkfifo pipe; exec \"$SB\" search --verbose x fruit.txt pipe", sign: "searching"),
    Place(
      testDescription: "two named pipes that nobody writes",
      script: "mkfifo pipe p; exec \"$SB\" search --verbose -c x pipe p fruit.txt",
      sign: "searching"),
    Place(
      testDescription: "a pipe without bytes",
      script: opening(">") + "exec \"$SB\" search x pipe", sign: "ready"),
    Place(
      testDescription: "a table in a pipe without bytes",
      script: opening(">") + "exec \"$SB\" search --type csv --sort x x pipe", sign: "ready"),
    Place(
      testDescription: "a condition on a pipe without bytes",
      script: opening(">") + "exec \"$SB\" search --where 'line > 0' x pipe", sign: "ready"),
    Place(
      testDescription: "rows that meet a condition in a full pipe",
      script: readsOneByte + "exec \"$SB\" search --where 'line > 0' '' big.txt > pipe",
      sign: "ready"),
    Place(
      testDescription: "a long join of files",
      script:
        "exec \"$SB\" sql --verbose 'SELECT count(*) FROM records a, records b, records c' big.txt",
      sign: "reading"),
    Place(
      testDescription: "a script without bytes",
      script: opening(">") + "exec \"$SB\" -f pipe", sign: "ready"),
    Place(
      testDescription: "queries without bytes",
      script: opening(">") + "exec \"$SB\" search -f pipe fruit.txt", sign: "ready"),
    Place(
      testDescription: "a full pipe",
      script: readsOneByte + "exec \"$SB\" search '' big.txt > pipe", sign: "ready"),
    Place(
      testDescription: "a full pipe for results and errors",
      script: readsOneByte + "exec \"$SB\" search '' big.txt > pipe 2>&1", sign: "ready"),
    Place(
      testDescription: "a full pipe of a script",
      script: readsOneByte
        + "exec \"$SB\" big.txt -c red -c ':export /dev/stdout --force' > pipe",
      sign: "ready"),
    Place(
      testDescription: "a full pipe as the file of --output",
      script: readsOneByte + "exec \"$SB\" search '' big.txt --output pipe --force", sign: "ready"),
    Place(
      testDescription: "rows of SQL in a full pipe",
      script: readsOneByte + "exec \"$SB\" sql 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT "
        + "i + 1 FROM n) SELECT i FROM n' fruit.txt > pipe", sign: "ready"),
    Place(
      testDescription: "a command that ignores the signal",
      script: "exec \"$SB\" -c ':! trap \"\" TERM HUP INT; echo ready; exec cat'", sign: "ready"),
    Place(
      testDescription: "a command that reads nothing of a result",
      script:
        "mkfifo hold; exec \"$SB\" big.txt -c red -c ':pipe echo ready >&2; exec 4< hold' > /dev/null",
      sign: "ready"),
  ]

  private static let endings: [(signal: Int32, is: BinaryUnderTest.Ending)] = [
    (15, .killed(bySignal: 15)), (1, .killed(bySignal: 1)), (2, .exited(130)),
  ]

  @Test(arguments: places, endings)
  func `a signal ends a blocked program`(
    place: Place, ending: (signal: Int32, is: BinaryUnderTest.Ending)
  ) throws {
    let folder = try ScratchFolder()
    try folder.write(Prompt.fruit, to: "fruit.txt")
    try folder.run("yes 'red apple' | head -n 300000 > big.txt")
    let terminal = try Pseudoterminal(
      BinaryUnderTest(path: "/bin/sh"), ["-c", place.script],
      environment: Prompt.environment(of: folder, ["SB": try BinaryUnderTest().path]),
      directory: folder.path)
    try terminal.expect(place.sign)
    terminal.signal(ending.signal)
    #expect(try terminal.expectEnd() == ending.is)
  }

  @Test func `Ctrl-C at the prompt cancels loading a named pipe that has no writer`() throws {
    let prompt = try Prompt()
    try prompt.folder.run("mkfifo pipe")
    try prompt.start(":load pipe")
    prompt.terminal.press(Keys.control("c"))
    #expect(try prompt.end().contains("interrupted"))
    #expect(try prompt.run("pear").contains("Green"))
    #expect(try prompt.leave() == .exited(0))
  }
}
