import Reporting
import Searching
import System
import Terminal
import Testing

@testable import Corpora
@testable import Shell

/// A test session over in-memory corpora that captures its output.
final class Bench {
  let session: Session
  private let output = BufferOutput()
  private let diagnostics = BufferOutput()
  private var seenOutput = 0
  private var seenDiagnostics = 0

  /// Starts a session.
  ///
  /// If `isInteractive` is true, the session treats all its streams as terminals; otherwise, it
  /// treats no stream as a terminal.
  init(isInteractive: Bool = false, environment: [String: String] = [:]) {
    // These environment variables turn off the saving of sessions; a test can override each
    // variable.
    let basic = [
      "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "TERM": "dumb", "SEARCHBENCH_SESSIONS": "",
    ]
    let environment = EnvironmentVariables(basic.merging(environment) { $1 })
    let facts = TerminalFacts(environment: environment) { _ in isInteractive }
    session = Session(
      console: Console(
        output: output, diagnostics: diagnostics, environment: environment, facts: facts,
        isInteractive: isInteractive))
    session.workspace.settings.width = 80
    session.workspace.settings.usesPager = false
    session.console.adopt(session.workspace.settings)
  }

  /// Starts a session with the corpora that most tests use; the corpus `fruit` is in scope.
  static func withCorpora(isInteractive: Bool = false) -> Bench {
    let bench = Bench(isInteractive: isInteractive)
    bench.add(
      "cities", [("name", false), ("also", true)], [["Köln", "Cologne\nColonia"], ["Rome"]])
    bench.add(
      "fruit", [("text", false)], [["red apple apple"], ["Green Pear"], ["red cherry, red plum"]])
    return bench
  }

  func add(_ name: String, _ fields: [(name: String, isAlias: Bool)], _ rows: [[String]]) {
    let corpus = Corpus(
      name: name, fields: fields.map { Field($0.name, isAlias: $0.isAlias) }, rows: rows,
      source: name + ".txt")
    session.workspace.corpora.append(
      LoadedCorpus(
        name: name, corpus: corpus, paths: [name + ".txt"], report: LoadReport()))
    session.workspace.scope = [name]
  }

  /// Runs lines, and returns what they wrote to standard output.
  @discardableResult
  func run(_ lines: String...) throws -> String {
    for line in lines { try session.execute(line) }
    try session.console.flushOutput()
    defer { seenOutput = output.bytes.count }
    return String(decoding: output.bytes[seenOutput...], as: UTF8.self)
  }

  /// Runs a line, and returns what it wrote to standard error.
  @discardableResult
  func reports(_ line: String) throws -> String {
    try run(line)
    defer { seenDiagnostics = diagnostics.bytes.count }
    return String(decoding: diagnostics.bytes[seenDiagnostics...], as: UTF8.self)
  }

  /// Runs a line that must fail, discards its output, and returns its error.
  func failure(
    _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> ShellError? {
    let error = #expect(throws: (any Error).self, sourceLocation: sourceLocation) { try run(line) }
    seenOutput = output.bytes.count
    if let error = error as? ShellError { return error }
    if let error = error as? OutputError { return .failure(error.message) }
    return nil
  }
}
