internal import Attaching
internal import Reporting
internal import System
internal import Terminal

/// The entry point of the executable, which runs a subcommand, a script or the prompt.
package enum EntryPoint {
  /// The version of searchbench.
  package static let version = "0.1.0"

  /// The release date of the version, for the manual.
  static let versionDate = "2026-11-21"

  /// The command line without the program's name.
  ///
  /// - Parameter known: the command line as the standard library reports it; empty if the library
  ///   cannot read `/proc`.
  /// - Returns: the arguments for `run(_:)`.
  package static func arguments(_ known: [String]) -> [String] {
    Array((known.isEmpty ? Platform.arguments() : known).dropFirst())
  }

  /// Runs the program.
  ///
  /// - Parameter arguments: the command line without the program's name.
  /// - Returns: the exit code.
  package static func run(_ arguments: [String]) -> Int32 {
    Platform.fillStandardDescriptors()
    Signals.install()
    Signals.setInterruptEndsProcess(true)
    let code = dispatch(arguments)
    PendingKills.finish()
    // Cleanup is done. If a signal requested the exit, end this process with that signal, so that
    // the parent process sees the signal in the exit status.
    if let signal = Signals.termination { Signals.die(of: signal) }
    return code
  }

  private static func dispatch(_ arguments: [String]) -> Int32 {
    // Handle `--version` first, because building the option table would double the time that this
    // option takes.
    if arguments == ["--version"] { return writeVersion() }
    do {
      for argument in arguments { try Session.checkMarks(of: argument) }
    } catch {
      return reportError(error)
    }
    guard let first = arguments.first, let subcommand = SubcommandCatalog.named(first) else {
      return WorkbenchRun.main(arguments)
    }
    return subcommand.run(Array(arguments.dropFirst()))
  }

  /// Ends the process.
  package static func exit(_ code: Int32) -> Never { Platform.exit(code) }

  /// The names of the subcommands, for "did you mean" hints.
  static var subcommands: [String] { SubcommandCatalog.all.map(\.name) }

  /// Parses the arguments of a command, runs the command, and turns errors into messages and exit
  /// codes.
  static func run<Values: Arguments>(
    _ type: Values.Type, _ words: [String], _ body: (Values) throws -> Int32
  ) -> Int32 {
    run {
      switch try type.form.parse(words, at: .program) {
      case .values(let values): try body(values)
      case .help(let isComplete):
        finish(FileOutput.standardOutput()) {
          try $0.write(type.form.description.help(at: .program, isComplete: isComplete))
        }
      case .version: writeVersion()
      }
    }
  }

  /// Runs `body`, and turns errors into messages and exit codes.
  static func run(_ body: () throws -> Int32) -> Int32 {
    do {
      return try body()
    } catch {
      return Signals.termination == nil ? reportError(error) : ExitStatus.interrupted
    }
  }

  private static func writeVersion() -> Int32 {
    finish(FileOutput.standardOutput()) { try $0.writeLine("searchbench \(version)") }
  }

  static func reportError(_ error: any Error) -> Int32 {
    switch error {
    case let error as ShellError where error.message.isEmpty: error.exitCode
    case let error as ShellError:
      reportError(error.message, picture: error.picture, code: error.exitCode)
    case OutputError.closed: ExitStatus.success
    case OutputError.cancelled: reportError("interrupted", code: ExitStatus.interrupted)
    case OutputError.unknownFormat: reportError("\(error)", code: ExitStatus.usage)
    default: reportError("\(error)", code: ExitStatus.failure)
    }
  }

  static func reportError(_ message: String, picture: [String] = [], code: Int32) -> Int32 {
    let errors = FileOutput.standardError()
    // Escape control characters, because the message can contain any path. Ignore errors, because a
    // failure to write to standard error cannot be reported.
    let style = TerminalStyle(width: 80)
    let sentence = StyledText("searchbench: \(ShellError.clipped(message))")
    let width = TerminalFacts.size(environment: Platform.environment()).columns
    let lines = Platform.isTerminal(2) ? sentence.wrapped(style, width: width) : [sentence]
    for line in lines { try? errors.writeLine(line.rendered(style)) }
    for line in picture { try? errors.writeLine("  " + line) }
    try? errors.flush()
    return code
  }

  static func finish(
    _ output: FileOutput, _ body: (FileOutput) throws -> Void
  ) -> Int32 {
    do {
      try body(output)
      try output.flush()
      return ExitStatus.success
    } catch OutputError.closed {
      return ExitStatus.success
    } catch {
      return reportError("\(error)", code: ExitStatus.failure)
    }
  }
}
