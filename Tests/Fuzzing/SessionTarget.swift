internal import Reporting
internal import System
internal import Terminal
internal import TestSupport

@testable internal import Shell

extension FuzzTarget {
  /// An input is a script with a command or a query on each line.
  ///
  /// Commands that write files or run programs are skipped.
  static let session = FuzzTarget(
    name: "session", oracle: "a saved session that is run writes the same session again"
  ) { input in
    var input = input
    let first = emptySession()
    run([":load \(FuzzFile.folder)/fruit.csv"], in: first)
    var lines: [String] = []
    while !input.isEmpty, lines.count < 40 {
      let line = input.textLine()
      if isHarmless(line) { lines.append(line) }
    }
    run(lines, in: first)
    let saved = SessionScript(first.workspace)
    let second = emptySession()
    let script = saved.lines
    let failures = run(script, in: second)
    expect(failures.isEmpty, "\(failures) in the saved session: \(script)\n  of: \(lines)")
    expectEqual(
      withoutComments(SessionScript(second.workspace).lines), withoutComments(script),
      "saved again: \(lines)")
  }
}

/// The commands of a saved session without its comments.
private func withoutComments(_ lines: [String]) -> [String] {
  lines.filter { !$0.isEmpty && !$0.hasPrefix(":#") }
}

private let allowed: Set<String> = [
  "set", "save", "saved", "run", "use", "columns", "sort", "within", "words", "show", "next",
  "prev",
  "goto", "undo", "paths", "corpora", "help", "drop", "substring", "prefix", "bool", "regex",
]

/// Whether a line is a query, or a command that neither writes files nor runs programs.
private func isHarmless(_ line: String) -> Bool {
  switch InputLine(line) {
  case .query: return true
  case .empty, .comment, .shell: return false
  case .command(let name, _):
    guard let entry = CommandCatalog.exact(name), allowed.contains(entry.name) else { return false }
    return !entry.form.options.contains { $0.names.contains("--output") }
  }
}

private func emptySession() -> Session {
  let folder = FuzzFile.folder
  _ = FuzzFile.write(
    Array("name,also,n\nred apple,Köln,1\nGreen Pear,cologne,2\n\"a, b\",,x\n".utf8),
    to: "fruit.csv")
  let environment = EnvironmentVariables([
    "HOME": folder, "LC_ALL": "C.UTF-8", "TERM": "dumb", "SEARCHBENCH_SESSIONS": "",
  ])
  let facts = TerminalFacts(environment: environment) { _ in false }
  return Session(
    console: Console(
      output: BufferOutput(), diagnostics: BufferOutput(), environment: environment, facts: facts,
      isInteractive: false))
}

/// Runs lines; returns the messages of the lines that failed.
@discardableResult
private func run(_ lines: [String], in session: Session) -> [String] {
  session.scriptDepth += 1
  defer { session.scriptDepth -= 1 }
  var failures: [String] = []
  for line in lines {
    do {
      try session.execute(line)
    } catch let error as ShellError {
      expect(!error.message.isEmpty, "no message: \(Array(line.utf8))")
      failures.append(error.message)
    } catch {
      fail("\(error): \(Array(line.utf8))")
    }
  }
  return failures
}
