import TestSupport
import Testing

private typealias Keys = PseudoterminalKeys

@Suite struct BenchInterruptTests {
  /// The arguments of a benchmark with hundreds of short measurements.
  ///
  /// The whole benchmark takes long, but its first sizes finish soon.
  private static let long =
    "unique --sizes 10..5000/10 --time 20ms --warmup 0 --allow-debug --invocations 1"

  private static func environment(of folder: ScratchFolder) -> [String: String] {
    Prompt.environment(of: folder, ["XDG_DATA_HOME": folder.path + "/data"])
  }

  @Test func `Ctrl-C in a benchmark at the prompt shows and saves the finished part`() throws {
    let folder = try ScratchFolder()
    let prompt = try Prompt(environment: Self.environment(of: folder), in: folder)
    try prompt.start(":bench " + Self.long)
    // When the progress bar shows 1 %, five sizes are finished.
    try prompt.terminal.expect("] 1 %")
    prompt.terminal.press(Keys.control("c"))
    let shown = try prompt.end()
    #expect(shown.contains("interrupted"))
    #expect(shown.contains("n = 10"))
    let kept = try prompt.run(":runs")
    #expect(kept.contains("unique"))
    #expect(try prompt.run(":runs last").contains("array-contains"))
    // After the interrupt, the prompt can still search.
    #expect(try prompt.run("pear").contains("Green"))
    #expect(try prompt.leave() == .exited(0))
  }

  @Test func `SIGINT in a benchmark subcommand writes the finished part and exits with 130`()
    throws
  {
    let folder = try ScratchFolder()
    let terminal = try Pseudoterminal(
      try BinaryUnderTest(), ["bench"] + Self.long.split(separator: " ").map(String.init),
      environment: Self.environment(of: folder), directory: folder.path)
    try terminal.expect("] 1 %")
    terminal.press(Keys.control("c"))
    #expect(try terminal.expectEnd() == .exited(130))
    #expect(terminal.transcript.contains("set-then-array"))
    let listed = try BinaryUnderTest().run(
      ["runs", "show", "last", "--format", "csv"], environment: Self.environment(of: folder))
    #expect(listed.output.contains("unique,array-contains,int,ascending,0,10,10,"))
  }

  @Test func `Ctrl-C ends an exponential pattern and leaves no process running`() throws {
    let folder = try ScratchFolder()
    try folder.write(String(repeating: "a", count: 40) + "b\n", to: "as.txt")
    let program = try BinaryUnderTest().path + "-contenders"
    try folder.run("ln -s \"$1\" others-of-this-test", program)
    var environment = Self.environment(of: folder)
    environment["SEARCHBENCH_CONTENDERS"] = folder.path + "/others-of-this-test"
    let prompt = try Prompt(["as.txt"], environment: environment, in: folder)
    try prompt.start(
      ":bench search -q ^(a+)+$ --strategies regex --time 60 --cutoff 10m --allow-debug")
    try prompt.terminal.expect("measuring [")
    // `grep` reads the pattern from a file, so that it does not find itself by its own arguments.
    try folder.write(folder.path + "/others-of-this-test\n", to: "pattern")
    let running = "grep -lzxF -f pattern /proc/[0-9]*/cmdline 2>/dev/null | wc -l"
    #expect(try folder.run(running).output == "1\n")
    prompt.terminal.press(Keys.control("c"))
    #expect(try prompt.end().contains("interrupted"))
    #expect(try prompt.run("b").contains("1 record"))
    #expect(try folder.run(running).output == "0\n")
    #expect(try prompt.leave() == .exited(0))
  }
}
