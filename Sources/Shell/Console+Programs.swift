internal import Reporting
internal import System
internal import Terminal

extension Console {
  /// Runs a program in the foreground, on the terminal of this process, and waits until the program
  /// ends.
  ///
  /// - Throws: a failure if the program cannot be started or does not exit with status 0;
  ///   `interrupted` if SIGINT ended it.
  func runInForeground(_ arguments: [String]) throws {
    try flushOutput()
    try check(try started { () throws(SystemError) in try ChildProcess.run(arguments) })
  }

  /// `:!`: runs a command in the shell.
  func runInShell(_ command: String) throws {
    guard command.contains(where: { !$0.isWhitespace }) else {
      throw ShellError.usage(":! needs a shell command: :! ls")
    }
    try runInForeground(ExternalPrograms.shell(command))
  }

  /// Runs a program and writes to its standard input, which the program can close early.
  ///
  /// - Parameters:
  ///   - arguments: the program's name and arguments.
  ///   - startsWithOutput: whether to start the program only when there is output; until then,
  ///     Ctrl-C interrupts this process.
  ///   - body: writes the output.
  /// - Throws: a failure if the program cannot be started or does not exit with status 0;
  ///   `interrupted` if SIGINT ended it.
  func feed(
    _ arguments: [String], startsWithOutput: Bool = false, _ body: (any Output) throws -> Void
  ) throws {
    try flushOutput()
    let output = FeedOutput(to: arguments)
    if !startsWithOutput { try started { () throws(SystemError) in try output.start() } }
    do {
      try body(output)
      try output.flush()
    } catch OutputError.closed {
      // The program has stopped reading, which is not an error.
    } catch {
      _ = output.finish()
      if let failure = output.startFailure { throw Self.cannotStart(failure) }
      throw error
    }
    if let ending = output.finish() { try check(ending) }
  }

  /// Writes text; uses the pager if the text does not fit on the screen and paging is enabled.
  func writePaged(_ text: String, settings: Settings) throws {
    let lines = text.utf8.count { $0 == UInt8(ascii: "\n") }
    guard lines >= height else { return try write(text) }
    try paged(settings: settings) { try self.write(text) }
  }

  /// Runs `body`, and sends its output through the pager.
  ///
  /// The pager is not used if the session is not interactive or paging is disabled.
  func paged(settings: Settings, _ body: () throws -> Void) throws {
    guard isInteractive, settings.usesPager, style != nil,
      let pager = ExternalPrograms.pager(environment: environment)
    else { return try body() }
    try feed(pager, startsWithOutput: true) { output in
      let usual = redirect(to: output)
      defer { _ = redirect(to: usual) }
      try body()
    }
  }

  private func started<Started>(
    _ start: () throws(SystemError) -> Started
  ) throws -> Started {
    do throws(SystemError) {
      return try start()
    } catch {
      throw Self.cannotStart(error)
    }
  }

  private static func cannotStart(_ error: SystemError) -> ShellError {
    .failure("cannot start the command: \(error.message)")
  }

  /// The signal number of SIGINT.
  private static let interruptSignal: Int32 = 2

  private func check(_ ending: ChildProcess.Ending) throws {
    switch ending {
    case .exited(0): return
    case .killed(bySignal: Self.interruptSignal):
      // While the program runs, Ctrl-C is sent only to the program. If Ctrl-C ended the program, it
      // also ends this script, as in a shell.
      throw ShellError.interrupted
    case .exited(let status):
      throw ShellError.failure("the command ended with status \(status)")
    case .killed(let signal):
      throw ShellError.failure("the command was ended by signal \(signal)")
    }
  }
}
