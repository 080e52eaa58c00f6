import TestSupport

/// Runs the program in a pseudo-terminal and a folder of its own, with a small corpus loaded.
struct Prompt {
  let folder: ScratchFolder
  let terminal: Pseudoterminal

  static let fruit = "red apple\nGreen Pear\nnaïve 漢字 plum\nred cherry, red plum\n"

  /// Starts the program and waits for its prompt.
  ///
  /// - Throws: `Pseudoterminal.Failure` if there is no prompt.
  init(
    _ arguments: [String] = ["fruit.txt"], environment: [String: String] = [:],
    in folder: ScratchFolder? = nil, columns: Int = 80, rows: Int = 24
  ) throws {
    self.folder = try folder ?? ScratchFolder()
    try self.folder.write(Self.fruit, to: "fruit.txt")
    terminal = try Pseudoterminal(
      try BinaryUnderTest(), arguments,
      environment: Self.environment(of: self.folder, environment), directory: self.folder.path,
      columns: columns, rows: rows)
    try terminal.expect("> ")
  }

  /// An environment whose home folder is `folder`.
  static func environment(
    of folder: ScratchFolder, _ changes: [String: String] = [:]
  ) -> [String: String] {
    let own = [
      "HOME": folder.path, "XDG_CONFIG_HOME": folder.path + "/config",
      "XDG_STATE_HOME": folder.path + "/state", "XDG_DATA_HOME": folder.path + "/data",
      "SEARCHBENCH_HISTORY": folder.path + "/history",
      "LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "PAGER": "cat",
    ]
    return own.merging(changes) { $1 }
  }

  /// Types a line and returns the output up to the next prompt.
  ///
  /// - Throws: `Pseudoterminal.Failure` if no prompt follows.
  @discardableResult
  func run(_ line: String) throws -> String {
    terminal.enter(line)
    return try answer()
  }

  /// Types a line, and waits until the program runs it.
  ///
  /// After this call, the terminal turns Ctrl-C into a signal instead of input.
  ///
  /// - Throws: `Pseudoterminal.Failure` if the line does not run.
  func start(_ line: String) throws {
    terminal.enter(line)
    // The line editor turns bracketed paste off when it stops reading.
    try terminal.expect("\u{1B}[?2004l")
    try terminal.expectScreen("the line runs") { _ in terminal.isCooked }
  }

  /// Waits until the typed line is accepted, and returns the output up to the next prompt.
  ///
  /// - Throws: `Pseudoterminal.Failure` if no prompt follows.
  @discardableResult
  func answer() throws -> String {
    try terminal.expect("\u{1B}[?2004l")
    return try end()
  }

  /// Waits for the prompt after an accepted line, and returns the output before it.
  ///
  /// - Throws: `Pseudoterminal.Failure` if no prompt follows.
  @discardableResult
  func end() throws -> String {
    let text = try terminal.expect("\u{1B}[?2004h")
    try terminal.expect("> ")
    return text
  }

  /// Presses Ctrl-D and waits until the program ends.
  ///
  /// - Throws: `Pseudoterminal.Failure` if the program does not end.
  func leave() throws -> BinaryUnderTest.Ending {
    terminal.press(PseudoterminalKeys.control("d"))
    return try terminal.expectEnd()
  }
}
