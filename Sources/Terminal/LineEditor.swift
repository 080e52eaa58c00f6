internal import CEdit
package import System
internal import UnicodeText

/// Reads lines at a terminal with editing, history and completion, using libedit.
///
/// The terminal is in raw mode only while a line is read. Output goes to standard output if
/// standard output is a terminal, otherwise to the controlling terminal. On a terminal without
/// escape codes, lines are read without editing.
@safe package final class LineEditor: LineSource {
  /// The history; the editor adds each line that it reads.
  package let history: History

  /// Called when Tab is pressed; returns the completions.
  ///
  /// The arguments are the line and the UTF-8 offset of the cursor.
  package var completion: ((_ line: String, _ cursor: Int) -> Completions)?

  /// Whether to keep a continuation backslash at the end of a line if no further row follows.
  package var keepsFinalBackslash: (String) -> Bool = { _ in false }

  /// The version of libedit.
  package static var libraryVersion: String {
    let version = ce_library_version()
    return "\(version / 1000).\(version % 1000)"
  }

  // SAFETY: The pointer is created by `ce_editor_create` and destroyed in `deinit`; in between,
  // only this object uses the pointer, and this object is not Sendable.
  private let editor: OpaquePointer?
  private var plain = StandardInput()

  /// Opens an editor on standard input; nil if standard input is not a terminal, or if there is no
  /// terminal for output.
  ///
  /// `program` is the name that selects the editor's key bindings in `~/.editrc`. The character set
  /// is UTF-8: if the environment's locale uses another character set, a UTF-8 locale is used
  /// instead.
  package init?(
    program: String = "searchbench", history: History, environment: EnvironmentVariables
  ) {
    self.history = history
    let facts = TerminalFacts(environment: environment)
    guard facts.isInputTerminal else { return nil }
    Signals.install()
    if facts.isDumb {
      unsafe editor = nil
      return
    }
    guard let editor = unsafe ce_editor_create(program) else { return nil }
    unsafe self.editor = editor
    // SAFETY: The editor calls these closures only during `ce_editor_read`, while `self` is alive.
    unsafe ce_editor_set_completer(
      editor,
      { context, line, length, cursor in
        let bytes = unsafe UnsafeRawBufferPointer(start: line, count: length)
        let text = unsafe String(decoding: bytes, as: UTF8.self)
        unsafe Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue()
          .complete(text, cursor: cursor)
      }, Unmanaged.passUnretained(self).toOpaque())
    // SAFETY: The editor calls this closure only during `ce_editor_read`, while `self` is alive.
    unsafe ce_editor_set_acceptor(
      editor,
      { context, line, length in
        let bytes = unsafe UnsafeRawBufferPointer(start: line, count: length)
        let text = unsafe String(decoding: bytes, as: UTF8.self)
        unsafe Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue().keep(text)
      }, Unmanaged.passUnretained(self).toOpaque())
    // SAFETY: The closure copies the line while the line is valid.
    unsafe ce_editor_set_cluster_finder(
      editor,
      { line, length, offset, isForward in
        let bytes = unsafe Array(UnsafeRawBufferPointer(start: line, count: length))
        if isForward { return Graphemes.boundary(atOrAfter: offset + 1, in: bytes.span) }
        return Graphemes.boundary(atOrBefore: offset - 1, in: bytes.span)
      })
    for entry in history.entries { remember(entry, isNew: true) }
  }

  deinit {
    if let editor = unsafe editor { unsafe ce_editor_destroy(editor) }
  }

  package func next(prompt: String) -> LineEvent {
    var text = ""
    var shown = prompt
    repeat {
      let event = unsafe editor.map { unsafe readEdited($0, shown) } ?? readPlain(shown)
      if event == .endOfInput && !text.isEmpty { break }
      guard case .line(let rows) = event else { return event }
      text += text.isEmpty ? rows : "\n" + rows
      shown = "... > "
      // If libedit reads the line, one iteration is enough, because libedit returns all continued
      // rows together.
    } while LineContinuation.isOpen(text)
    let line = LineContinuation.joined(text, keepsFinal: keepsFinalBackslash)
    record(line)
    return .line(line)
  }

  /// Adds an accepted line to the history before the end of the line is drawn, so that the line is
  /// saved even if drawing fails.
  private func keep(_ text: String) {
    history.add(LineContinuation.joined(text, keepsFinal: keepsFinalBackslash))
  }

  /// Adds a line to the history in the same way as a typed line.
  package func record(_ line: String) {
    if history.add(line) { remember(line, isNew: false) }
  }

  /// Deletes the history, in memory and in its file.
  package func clearHistory() {
    history.clear()
    if let editor = unsafe editor { unsafe ce_editor_history_clear(editor) }
  }

  private func remember(_ entry: String, isNew: Bool) {
    guard let editor = unsafe editor else { return }
    unsafe entry.withUTF8Copy { unsafe ce_editor_history_add(editor, $0, $1, isNew) }
  }

  private func readEdited(_ editor: OpaquePointer, _ prompt: String) -> LineEvent {
    var line: UnsafePointer<CChar>?
    var length = 0
    let event = unsafe prompt.withUTF8Copy { unsafe ce_editor_read(editor, $0, $1, &line, &length) }
    switch event {
    case ce_event_line:
      // SAFETY: The line stays valid until the next read.
      return unsafe .line(
        String(decoding: UnsafeRawBufferPointer(start: line, count: length), as: UTF8.self))
    case ce_event_interrupted: return .interrupted
    case ce_event_hangup: return .hangup
    case ce_event_terminated: return Signals.pendingEvent ?? .terminate
    default: return .endOfInput
    }
  }

  // MARK: Completion

  private func complete(_ line: String, cursor: Int) {
    guard let editor = unsafe editor, let completions = completion?(line, cursor) else { return }
    let range = completions.range.clamped(to: 0..<line.utf8.count)
    let insertion = completions.insertion
    let candidates = completions.candidates
    // Compare the numbers of characters, because the typed text and its replacement can have
    // different lengths in bytes.
    let typed = String(
      decoding: line.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
    let isProgress = insertion.count > typed.count || completions.isUnique
    if isProgress {
      unsafe insertion.withUTF8Copy {
        unsafe ce_editor_replace(editor, range.lowerBound, range.upperBound, $0, $1)
      }
    }
    if isProgress { return }
    guard !candidates.isEmpty else {
      if let note = completions.note { show([note]) }
      return
    }
    var columns: Int32 = 0
    var rows: Int32 = 0
    unsafe ce_editor_size(editor, &columns, &rows)
    let labels = candidates.map(\.display)
    show(
      CompletionLayout.rows(
        of: labels, unlisted: completions.unlisted, columns: Int(columns),
        rows: max(2, Int(rows) - 2)))
  }

  /// Shows lines below the line being edited.
  private func show(_ lines: [String]) {
    guard let editor = unsafe editor else { return }
    let text = lines.reduce("") { $0 + $1 + "\r\n" }
    unsafe text.withUTF8Copy { unsafe ce_editor_show(editor, $0, $1) }
  }

  // MARK: Terminals without escape codes

  private func readPlain(_ prompt: String) -> LineEvent {
    if Signals.termination == nil { Signals.clearInterrupt() }
    // Ignore errors: if the terminal is closed, the next read reports the closed terminal.
    try? Platform.write(Array(Self.withoutEscapes(prompt).utf8).span, to: 1)
    let event = plain.next(prompt: prompt)
    if event == .interrupted { try? Platform.write(Array("\n".utf8).span, to: 1) }
    return event
  }

  /// `prompt` without color codes (`ESC [ ... letter`).
  private static func withoutEscapes(_ prompt: String) -> String {
    var rest = prompt.unicodeScalars[...]
    var plain = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == "\u{1B}", rest.first == "[" {
        let end = rest.dropFirst().drop { $0 == ";" || ("0"..."9").contains($0) }
        if let letter = end.first, letter.properties.isAlphabetic, letter.isASCII {
          rest = end.dropFirst()
          continue
        }
      }
      plain.append(scalar)
    }
    return String(plain)
  }
}

extension String {
  /// Calls `body` with the UTF-8 of the text and its length.
  fileprivate func withUTF8Copy<R>(_ body: (UnsafePointer<CChar>, Int) -> R) -> R {
    let count = utf8.count
    // SAFETY: The C string is valid until `body` returns, and contains at least `count` bytes.
    return unsafe withCString { unsafe body($0, count) }
  }
}
