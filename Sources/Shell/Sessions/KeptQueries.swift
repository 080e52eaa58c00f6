internal import Reporting
internal import System
internal import Terminal

/// The saved queries of all sessions, stored as commands in a file next to the saved sessions.
struct KeptQueries {
  /// The path of the file that stores the queries.
  ///
  /// The file name starts with a dot, so that no session can have the same name.
  let path: String

  private let environment: EnvironmentVariables

  /// Opens the file in the folder of saved sessions; nil if sessions are not saved.
  init?(_ environment: EnvironmentVariables) {
    guard let folder = Locations.sessions(environment) else { return nil }
    path = folder + "/.queries"
    self.environment = environment
  }

  /// The saved queries, in the order in which they were stored; lines with errors are skipped.
  var all: [SavedQuery] {
    guard let bytes = try? Platform.contents(of: path) else { return [] }
    // The file contains `:set` and `:save` commands, so run them in a separate session.
    var alone = environment
    alone["SEARCHBENCH_SESSIONS"] = ""
    let console = Console(
      output: BufferOutput(), diagnostics: BufferOutput(), environment: alone,
      facts: TerminalFacts(environment: alone) { _ in false }, isInteractive: false)
    console.suppressesNotes = true
    let session = Session(console: console)
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      guard case .command(let name, _) = InputLine(String(line)), name == "set" || name == "save"
      else { continue }
      try? session.execute(String(line))
    }
    return session.workspace.saved
  }

  /// Adds a query, or replaces the query that has the same name.
  func keep(_ query: SavedQuery) throws(SystemError) {
    try write(all.filter { $0.name != query.name } + [query])
  }

  /// Removes the query with this name.
  func drop(_ name: String) throws(SystemError) { try write(all.filter { $0.name != name }) }

  private func write(_ queries: [SavedQuery]) throws(SystemError) {
    let text = SessionScript(queries: queries).text
    try PrivateFile.write(Array(text.utf8), to: path, isDurable: false)
  }
}
