internal import Reporting
internal import System
internal import Terminal

/// Runs the lines of a script.
///
/// The lines come from `-c`, `-f`, standard input, `:source`, the rc file or a saved session.
struct Script {
  let session: Session

  /// Whether to print each line before its results.
  var echoes = false

  /// Whether to continue after an error, and return the highest exit code of all lines.
  var keepsGoing = false

  /// Joins each line that ends in a backslash with the next line.
  static func continued<Lines: LineSource>(_ lines: Lines) -> ContinuedLines<Lines> {
    ContinuedLines(lines, keepsFinalBackslash: keepsFinalBackslash)
  }

  /// Whether a backslash at the end of the last line is part of the text, as in a query.
  static func keepsFinalBackslash(_ line: String) -> Bool {
    switch InputLine(line) {
    case .query: return true
    case .command(let name, _):
      return CommandCatalog.exact(name)?.takesVerbatimText ?? false
    case .empty, .comment, .shell: return false
    }
  }

  /// Whether `line` is the `#!` line of a script on standard input.
  ///
  /// When a script file is read, its `#!` line is removed.
  private static func isInterpreterLine(_ line: String, at place: LineLocation?) -> Bool {
    place == LineLocation(source: "-", line: 1) && line.hasPrefix("#!")
  }

  /// Runs lines until the end, `:quit`, or an error.
  ///
  /// - Returns: the exit code of `:quit`, or else of the first error, or else 0. If `keepsGoing` is
  ///   true and there is no `:quit`, returns the highest exit code of all lines.
  /// - Throws: `OutputError` if results cannot be written.
  func run(_ source: inout some LineSource) throws -> Int32 {
    var code = ExitStatus.success
    session.scriptDepth += 1
    defer { session.scriptDepth -= 1 }
    while session.exitRequest == nil {
      switch source.next(prompt: "") {
      case .line(let line):
        do {
          try Session.checkMarks(of: line)
          if echoes { try session.console.writeLine(line) }
          if Self.isInterpreterLine(line, at: source.location) { continue }
          try session.execute(line)
        } catch let error as ShellError {
          if Signals.termination != nil { return ExitStatus.interrupted }
          try session.console.flushOutput()
          let place = source.location(ofOffset: error.offset(in: line))
          session.console.error(error, at: place?.description)
          code = max(code, error.exitCode)
          if !keepsGoing || error.exitCode == ExitStatus.interrupted { return error.exitCode }
        }
      case .endOfInput:
        return code
      case .interrupted, .hangup, .terminate:
        return ExitStatus.interrupted
      }
      if Signals.termination != nil { return ExitStatus.interrupted }
    }
    return session.exitRequest ?? code
  }
}

extension Session {
  /// `:source FILE`: runs the lines of a file until the first error.
  func source(_ path: String) throws {
    guard sourceDepth < 16 else {
      throw ShellError.failure(
        "\(path) is not read, because :source is already 16 files deep; "
          + "perhaps a script reads itself", at: .word(path))
    }
    var lines = try Self.scriptLines(path)
    sourceDepth += 1
    defer { sourceDepth -= 1 }
    let code = try Script(session: self).run(&lines)
    if exitRequest == nil, code != ExitStatus.success { throw ShellError.reported(code) }
  }

  /// Reads the lines of a script file, and joins each line that ends in a backslash with the next
  /// line.
  ///
  /// - Throws: a failure if the file cannot be read.
  static func scriptLines(_ path: String) throws -> ContinuedLines<ScriptLines> {
    do throws(SystemError) {
      return Script.continued(try ScriptLines(path: path))
    } catch {
      if error.isInterruption { throw ShellError.interrupted }
      throw ShellError.failure(
        "cannot read the script \(path): \(error.message)", at: .word(path))
    }
  }

  /// Runs the script at `path`, and suppresses the notes that its commands print.
  ///
  /// - Returns: the exit code.
  func runSuppressingNotes(_ path: String, origin: SettingOrigin, keepsGoing: Bool = false) throws
    -> Int32
  {
    guard sourceDepth < 16 else {
      throw ShellError.failure("\(path) is not read: scripts are already nested 16 files deep")
    }
    var lines = try Self.scriptLines(path)
    let (wasQuiet, originBefore) = (console.suppressesNotes, console.settingOrigin)
    sourceDepth += 1
    console.suppressesNotes = true
    console.settingOrigin = origin
    defer {
      sourceDepth -= 1
      console.suppressesNotes = wasQuiet
      console.settingOrigin = originBefore
    }
    return try Script(session: self, keepsGoing: keepsGoing).run(&lines)
  }
}
