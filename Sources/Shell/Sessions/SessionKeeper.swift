internal import Basics
internal import Benchmarking
internal import Reporting
internal import System
internal import Terminal

/// Saves the workspace as a session script, and loads saved sessions.
///
/// A session is saved under a given name or, automatically, under the name `last`.
final class SessionKeeper {
  let workspace: Workspace

  /// Runs the script at a path without the notes that commands print; returns the exit code.
  let runScript: (String) throws -> Int32

  /// The commands that this process most recently read from, or tried to write to, the file `last`.
  var lastBody: String?

  /// Whether the session file `last` contains this session.
  ///
  /// The value is true if this process has loaded the session from that file, or has written the
  /// file.
  var ownsLast = false

  /// The text of the file `last` when this process most recently read or wrote it.
  ///
  /// Another process may have replaced the file since then.
  var lastText: String?

  /// Whether the user was already warned that the session file `last` cannot be written.
  private var hasWarned = false

  var console: Console { workspace.console }
  var cursor: ResultCursor { workspace.cursor }

  init(_ workspace: Workspace, runScript: @escaping (String) throws -> Int32) {
    self.workspace = workspace
    self.runScript = runScript
  }

  /// `:session save [NAME]`: saves the workspace under a name.
  func save(as name: String, replaces: Bool) throws {
    try SessionStore.check(name)
    let store = try SessionStore(console.environment)
    if name == SessionStore.previous {
      throw ShellError.usage(
        "the session \(name) is written automatically and cannot be saved by name: choose another "
          + "name", at: .word(name))
    }
    let script = SessionScript(workspace)
    if name == SessionStore.last, !script.isWorthKeeping, store.has(name) {
      throw ShellError.failure(
        "there is nothing to save: no reloadable corpus and no saved query")
    }
    if name != SessionStore.last, name != workspace.sessionName, store.has(name), !replaces {
      throw ShellError.failure(
        "there is a session \(name) already: replace it with --force, or choose another name",
        at: .word(name))
    }
    let text = script.text(named: name, at: .now())
    do throws(SystemError) {
      try store.write(text, as: name, isDurable: true)
    } catch {
      throw ShellError.failure("cannot write \(store.path(of: name)): \(error.message)")
    }
    workspace.sessionName = name
    if name == SessionStore.last { lastText = text }
    for omission in script.omissions { console.warn("not saved: \(omission)") }
    console.report(
      "saved the session \(name) (\(workspace.state.summary)) in \(store.path(of: name))")
  }

  /// `:session list`: lists the saved sessions.
  func list() throws {
    let store = try SessionStore(console.environment)
    let names = store.names
    guard !names.isEmpty else {
      console.report("no session is saved yet; :session save NAME saves the current session")
      return
    }
    var table = Table([
      "session", "saved (UTC)", .init("size", alignment: .trailing),
      .init("queries", alignment: .trailing), "corpora",
    ])
    for name in names {
      let text = store.text(of: name) ?? ""
      let content = SavedContent(text)
      table.append([
        StyledText(name, .heading),
        StyledText(store.time(of: name)?.iso ?? ""),
        StyledText(NumberFormat.bytes(text.utf8.count)),
        StyledText(String(content.queries)), StyledText(content.corpora.joined(separator: ", ")),
      ])
    }
    try console.write(table)
  }

  /// Saves the session under the name `last` if it is worth keeping and has changed.
  ///
  /// Only interactive sessions are saved. Only the first failure to save is reported.
  func keepLast() {
    guard console.isInteractive, let store = try? SessionStore(console.environment) else { return }
    let script = SessionScript(workspace)
    guard script.isWorthKeeping, script.body != lastBody else { return }
    lastBody = script.body
    let path = store.path(of: SessionStore.last)
    if !ownsLast, let reason = store.reasonNotToReplace(of: SessionStore.last) {
      return warnOfLast(path, reason)
    }
    do throws(SystemError) {
      // If the file `last` contains another session, copy that session to `previous` before
      // replacing `last`.
      if let text = store.text(of: SessionStore.last), !text.isEmpty,
        !ownsLast || text != lastText
      {
        try store.write(text, as: SessionStore.previous, isDurable: false)
      }
      // Do not flush the file to the disk, because this would delay each prompt. A power failure
      // loses at most one session.
      let text = script.text(named: SessionStore.last, at: .now())
      try store.write(text, as: SessionStore.last, isDurable: false)
      ownsLast = true
      lastText = text
    } catch {
      warnOfLast(path, "the file cannot be written: \(error.message)")
    }
  }

  private func warnOfLast(_ path: String, _ reason: String) {
    if hasWarned { return }
    hasWarned = true
    console.warn(
      "\(path): \(reason); --resume will not restore this session "
        + "(SEARCHBENCH_SESSIONS=FOLDER chooses another folder)")
  }
}

/// The names of the corpora and the number of queries in a saved session, read from its commands.
struct SavedContent: Equatable {
  private(set) var corpora: [String] = []
  private(set) var queries = 0

  init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      guard case .command(let name, let rest) = InputLine(String(line)) else { continue }
      if name == "save" { queries += 1 }
      var words = CommandWords.words(of: rest).map(\.text)
      if name == "catalog", words.first == "open" {
        words.removeFirst()
      } else if name != "load" {
        continue
      }
      let joined = words.first { $0.hasPrefix("--as=") }.map { String($0.dropFirst(5)) }
      let separate = words.firstIndex(of: "--as").flatMap { index in
        index + 1 < words.count ? words[index + 1] : nil
      }
      guard let corpus = joined ?? separate ?? words.first else { continue }
      if !corpora.contains(corpus) { corpora.append(corpus) }
    }
  }
}
