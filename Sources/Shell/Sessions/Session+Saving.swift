internal import Basics
internal import Benchmarking
internal import Reporting
internal import System
internal import Terminal

extension Session {
  /// `:session save [NAME]`.
  func saveSession(as name: String, replaces: Bool) throws {
    try SessionStore.check(name)
    let store = try SessionStore(console.environment)
    if name == SessionStore.previous {
      throw ShellError.usage(
        "\(name) is what :session load \(name) brings back, and written by itself: choose another "
          + "name", at: .word(name))
    }
    let script = SessionScript(self)
    if name == SessionStore.last, !script.isWorthKeeping, store.has(name) {
      throw ShellError.failure(
        "there is nothing to save: no corpus that can be loaded again, and no saved query")
    }
    if name != SessionStore.last, name != keeping.name, store.has(name), !replaces {
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
    keeping.name = name
    if name == SessionStore.last { keeping.lastText = text }
    for omission in script.omissions { console.warn("not saved: \(omission)") }
    console.report("saved the session \(name) (\(state.summary)) in \(store.path(of: name))")
  }

  /// `:session list`.
  func listSessions() throws {
    let store = try SessionStore(console.environment)
    let names = store.names
    guard !names.isEmpty else {
      console.report("no session is saved; :session save NAME saves this one")
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

  /// Saves the session as `last` if it is worth keeping and not there already.
  ///
  /// That it cannot be written is told once.
  func keepLast() {
    guard console.isInteractive, let store = try? SessionStore(console.environment) else { return }
    let script = SessionScript(self)
    guard script.isWorthKeeping, script.body != keeping.lastBody else { return }
    keeping.lastBody = script.body
    let path = store.path(of: SessionStore.last)
    if !keeping.ownsLast, let reason = store.foreignness(of: SessionStore.last) {
      return warnOfLast(path, reason)
    }
    do throws(SystemError) {
      // What is there and not ours, from before or by another process since, is put aside.
      if let text = store.text(of: SessionStore.last), !text.isEmpty,
        !keeping.ownsLast || text != keeping.lastText
      {
        try store.write(text, as: SessionStore.previous, isDurable: false)
      }
      // Not waited for: what a crash of the machine takes is one session, and every prompt would wait.
      let text = script.text(named: SessionStore.last, at: .now())
      try store.write(text, as: SessionStore.last, isDurable: false)
      keeping.ownsLast = true
      keeping.lastText = text
    } catch {
      warnOfLast(path, "it cannot be written: \(error.message)")
    }
  }

  private func warnOfLast(_ path: String, _ reason: String) {
    if keeping.hasWarned { return }
    keeping.hasWarned = true
    console.warn(
      "\(path): \(reason); --resume will not bring this session back "
        + "(SEARCHBENCH_SESSIONS=FOLDER names another place)")
  }
}

/// What a saved session holds, as far as its commands tell.
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
