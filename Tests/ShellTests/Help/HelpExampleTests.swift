import Searching
import TestSupport
import Testing

@testable import Shell

/// Runs every example that help shows.
@Suite struct HelpExampleTests {
  /// A help example and the page that contains it.
  struct Case: Sendable, CustomTestStringConvertible {
    let page: String
    let example: HelpExample
    var testDescription: String { page + ": " + example.lines.joined(separator: " / ") }
  }

  static let cases = HelpPage.all.flatMap { page in
    page.examples.map { Case(page: page.name, example: $0) }
  }

  private static let package = TestFile.folder(of: #filePath) + "../../.."

  /// A folder with the bundled corpora, so that the paths in the examples are valid.
  private func scratch() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.run("ln -s \"$1/corpora\" corpora && mkdir home", Self.package)
    return folder
  }

  private func environment(_ folder: ScratchFolder) throws -> [String: String] {
    let program = try BinaryUnderTest().path
    return [
      "PATH": "\(program[..<(program.lastIndex(of: "/") ?? program.endIndex)]):/usr/bin:/bin",
      "HOME": folder.path + "/home", "XDG_DATA_HOME": folder.path + "/data",
      "XDG_STATE_HOME": folder.path + "/state", "XDG_CONFIG_HOME": folder.path + "/config",
      "SEARCHBENCH_HISTORY": folder.path + "/history", "LC_ALL": "C.UTF-8", "PAGER": "cat",
      "TERM": "xterm-256color",
    ]
  }

  @Test func `every command and topic has examples`() {
    let without = HelpPage.all.filter { $0.examples.isEmpty && !$0.name.hasPrefix(":set ") }
    // The examples of these commands are in the help topics with the same names.
    let excused = StrategyCatalog.all.map { ":" + $0.name }
    #expect(without.map(\.name).filter { !excused.contains($0) } == [])
    #expect(Self.cases.count > 100)
  }

  @Test(arguments: cases)
  func `each help example produces the output that help describes`(_ each: Case) throws {
    let folder = try scratch()
    switch each.example.place {
    case .session(let corpus): try run(each.example, corpus, in: folder)
    case .terminal(let corpus): try type(each.example, corpus, in: folder)
    case .shell:
      let result = try BinaryUnderTest(path: "/bin/sh").run(
        ["-c", each.example.lines[0]], environment: environment(folder), directory: folder.path)
      check(result, each.example.outcome)
    }
  }

  private func arguments(_ corpus: BundledCorpus?) -> [String] {
    corpus.map { ["corpora/" + $0.file] + $0.options } ?? []
  }

  private func run(
    _ example: HelpExample, _ corpus: BundledCorpus?, in folder: ScratchFolder
  ) throws {
    var lines = example.lines.map(Self.inDebugBuild)
    if case .records = example.outcome {
      lines += [":set limit 0", ":set format count", ":show"]
    }
    let result = try BinaryUnderTest().run(
      arguments(corpus) + ["--verbose"] + lines.flatMap { ["-c", $0] },
      environment: environment(folder),
      directory: folder.path)
    check(result, example.outcome)
  }

  /// Types the lines of the example at a new prompt.
  private func type(
    _ example: HelpExample, _ corpus: BundledCorpus?, in folder: ScratchFolder
  ) throws {
    let terminal = try Pseudoterminal(
      try BinaryUnderTest(), arguments(corpus), environment: environment(folder),
      directory: folder.path)
    for line in example.lines {
      try terminal.expect("\u{1B}[?2004h")
      terminal.enter(line)
      try terminal.expect("\u{1B}[?2004l")
    }
    guard case .writes(let text) = example.outcome, !text.isEmpty else {
      Issue.record("an example at the prompt shows nothing that could be looked for")
      return
    }
    try terminal.expect(text)
  }

  private func check(_ result: BinaryUnderTest.Result, _ outcome: HelpExample.Outcome) {
    let written = result.output + result.error
    switch outcome {
    case .records(let count):
      #expect(result.exitStatus == 0, "\(written)")
      #expect(result.output.split(separator: "\n").last == "\(count)", "\(written.suffix(500))")
    case .writes(let text):
      #expect(result.exitStatus == 0, "\(written)")
      #expect(text.isEmpty || written.contains(text), "\(written)")
    case .fails(let code, let text):
      #expect(result.exitStatus == code, "\(written)")
      #expect(text.isEmpty || result.error.contains(text), "\(written)")
    }
  }

  /// Adds the option `--allow-debug` to measuring commands.
  ///
  /// Debug builds require the option, but the examples in the help do not contain it.
  private static func inDebugBuild(_ line: String) -> String {
    for command in [":compare", ":bench unique", ":bench search"] where line.hasPrefix(command) {
      return command + " --allow-debug" + line.dropFirst(command.count)
    }
    return line
  }
}
