internal import ArgumentParser
internal import Reporting
internal import Terminal

/// The executable: chooses among the REPL, a script, and the subcommands.
public enum EntryPoint {
  /// The version of searchbench.
  public static let version = "0.1.0"

  /// Runs the program.
  ///
  /// - Parameter arguments: the command line without the program's name.
  /// - Returns: the exit code.
  public static func run(_ arguments: [String]) -> Int32 {
    // Answered before anything is set up: scripts ask for the version and want no more.
    if arguments == ["--version"] {
      return finish(FileOutput.standardOutput()) { try $0.writeLine("searchbench \(version)") }
    }
    Signals.install()
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case "search": return SearchRun.main(rest)
    case "corpus": return CorpusRun.main(rest)
    case "doctor": return DoctorRun.main(rest)
    case "help": return WorkbenchRun.main(["--help"])
    default: return WorkbenchRun.main(arguments)
    }
  }

  /// Ends the process.
  public static func exit(_ code: Int32) -> Never { Platform.exit(code) }

  /// The names that stand for a subcommand, for "did you mean".
  static let subcommands = ["search", "corpus", "doctor", "help"]

  /// Parses the arguments of one form of the executable and runs it; failures become messages and exit codes.
  static func run<Arguments: ParsableCommand>(
    _ type: Arguments.Type, _ words: [String], _ body: (Arguments) throws -> Int32
  ) -> Int32 {
    let arguments: Arguments
    do {
      arguments = try type.parse(words)
    } catch {
      if type.exitCode(for: error).isSuccess {
        return finish(FileOutput.standardOutput()) {
          try $0.writeLine(type.fullMessage(for: error))
        }
      }
      return complain(usageSentence(type, error), code: ExitStatus.usage)
    }
    do {
      return try body(arguments)
    } catch let error as ShellError {
      return complain(error.message, picture: error.picture, code: error.exitCode)
    } catch let error as OutputError {
      switch error {
      case .closed: return ExitStatus.success
      case .cancelled: return complain("interrupted", code: ExitStatus.interrupted)
      case .unknownFormat: return complain(error.message, code: ExitStatus.usage)
      default: return complain(error.message, code: ExitStatus.failure)
      }
    } catch {
      return complain("\(error)", code: ExitStatus.failure)
    }
  }

  static func complain(_ message: String, picture: [String] = [], code: Int32) -> Int32 {
    let errors = FileOutput.standardError()
    // A path may hold what a terminal would obey. Nobody is left to tell when standard error itself cannot be written.
    let sentence = StyledText("searchbench: \(message)").rendered(TerminalStyle(width: 80))
    try? errors.writeLine(sentence)
    for line in picture { try? errors.writeLine("  " + line) }
    try? errors.flush()
    return code
  }

  private static func finish(
    _ output: FileOutput, _ body: (FileOutput) throws -> Void
  ) -> Int32 {
    do {
      try body(output)
      try output.flush()
      return ExitStatus.success
    } catch OutputError.closed {
      return ExitStatus.success
    } catch {
      return complain("\(error)", code: ExitStatus.failure)
    }
  }
}
