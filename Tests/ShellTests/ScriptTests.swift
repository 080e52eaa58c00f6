import Reporting
import Terminal
import TestSupport
import Testing

@testable import Shell

@Suite struct ScriptTests {
  @Test(
    arguments: [
      ([], []), (["-c", "x"], [.line("x")]), (["-f", "a", "-c", "b"], [.file("a"), .line("b")]),
      (["x.txt", "-cq", "-fa", "--echo", "-c", "-f"], [.line("q"), .file("a"), .line("-f")]),
      (["-c", "-c", "-f", "--"], [.line("-c"), .file("--")]),
      (["-c", "x", "--", "-f"], [.line("x")]), (["--color", "never", "-f", "a"], [.file("a")]),
      (["-s", "regex", "-c", "a"], [.line("a")]),
    ] as [([String], [ScriptRequest.Source])])
  func `-c and -f run in the order given`(
    words: [String], sources: [ScriptRequest.Source]
  ) throws {
    guard case .values(let arguments) = try WorkbenchArguments.form.parse(words, at: .program)
    else { throw ShellError.usage("help was asked for") }
    #expect(arguments.script.sources == sources)
  }

  private func run(
    _ bench: Bench, echoes: Bool = false, keepsGoing: Bool = false, _ lines: String...
  ) throws -> (code: Int32, output: String) {
    var source = Script.continued(ScriptLines(lines, source: "test"))
    let script = Script(session: bench.session, echoes: echoes, keepsGoing: keepsGoing)
    let code = try script.run(&source)
    return (code, try bench.run())
  }

  @Test func `a script stops at its first error and returns its exit code`() throws {
    let bench = Bench.withCorpora()
    let (code, output) = try run(bench, "pear", ":xyzzy", "apple")
    #expect(code == 64)
    #expect(output == "fruit.txt:2:7:Green Pear\n")
    #expect(try bench.reports(":#") == "test:2:1: there is no command :xyzzy; :help lists them\n")
  }

  @Test func `a script that continues after errors returns the highest exit code`() throws {
    let bench = Bench.withCorpora()
    let (code, output) = try run(
      bench, keepsGoing: true, ":xyzzy", "pear", ":regex (", ":goto 9999999", "nothing at all")
    #expect(code == 64)
    #expect(output.hasPrefix("fruit.txt:2:7:Green Pear\n"))
  }

  @Test func `a query without results is not an error in a script`() throws {
    #expect(try run(Bench.withCorpora(), "xyzzy").code == 0)
  }

  @Test func `:quit ends a script with the given exit code`() throws {
    #expect(try run(Bench.withCorpora(), ":quit 7", "pear") == (7, ""))
    #expect(try run(Bench.withCorpora(), ":q", "pear") == (0, ""))
  }

  @Test func `--echo writes each line before its results`() throws {
    let (_, output) = try run(Bench.withCorpora(), echoes: true, "pear", ":# done")
    #expect(output == "pear\nfruit.txt:2:7:Green Pear\n:# done\n")
  }

  @Test func `a final backslash continues a line, and a query can end in a backslash`() throws {
    #expect(
      try run(Bench.withCorpora(), ":prefix \\", "gre\\", "en").output
        == "fruit.txt:2:1:Green Pear\n")
    #expect(Script.keepsFinalBackslash(":regex a\\"))
    #expect(Script.keepsFinalBackslash("a\\"))
    #expect(!Script.keepsFinalBackslash(":load a\\"))
    #expect(!Script.keepsFinalBackslash(":! ls\\"))
    #expect(!Script.keepsFinalBackslash(""))
  }

  @Test func `a sourced file runs, its error is shown once, and it cannot source itself`()
    throws
  {
    let folder = try ScratchFolder()
    let good = try folder.write("#!/usr/bin/env searchbench\n:prefix\ngre\n", to: "good")
    let bad = try folder.write("pear\n:regex (\npear\n", to: "bad")
    let bench = Bench.withCorpora()
    #expect(try bench.run(":source \(good)") == "fruit.txt:2:1:Green Pear\n")
    #expect(bench.session.workspace.settings.strategy == "prefix")
    #expect(bench.failure(":source \(bad)") == .reported(2))
    let shown = try bench.reports(":#")
    #expect(shown.hasPrefix("\(bad):2:8: missing )"))
    #expect(bench.failure(":source \(folder.path)/none")?.exitCode == 2)
    let own = folder.path + "/own"
    try folder.write(":source \(own)\n", to: "own")
    #expect(bench.failure(":source \(own)") == .reported(2))
    #expect(try bench.reports(":#").contains("perhaps a script reads itself"))
    #expect(bench.session.sourceDepth == 0)
    let leaving = try folder.write(":quit 3\n", to: "leaving")
    try bench.run(":source \(leaving)")
    #expect(bench.session.exitRequest == 3)
  }
}
