internal import Reporting
internal import System
internal import Terminal

/// Runs commands without a prompt: from `-c`, `-f`, standard input, `:source`, the rc file or a saved session.
struct Script {
  let session: Session

  /// Whether to write each line before its results.
  var echoes = false

  /// Whether to continue after an error; the exit code is then the highest one.
  var keepsGoing = false

  /// The lines of `lines`, with each line that ends in a backslash joined with the next.
  static func continued<Lines: LineSource>(_ lines: Lines) -> ContinuedLines<Lines> {
    ContinuedLines(lines, keepsFinalBackslash: keepsFinalBackslash)
  }

  /// Whether a trailing backslash with no line after it is kept as text, as it is in a query.
  static func keepsFinalBackslash(_ line: String) -> Bool {
    switch InputLine(line) {
    case .query: return true
    case .command(let name, _):
      return CommandCatalog.exact(name)?.takesVerbatimText ?? false
    case .empty, .comment, .shell: return false
    }
  }

  /// Whether `line` is the `#!` line of a script on standard input; a script file is read without its `#!` line.
  private static func isInterpreterLine(_ line: String, at place: LineLocation?) -> Bool {
    place == LineLocation(source: "-", line: 1) && line.hasPrefix("#!")
  }

  /// Runs lines until the end, `:quit`, or an error.
  ///
  /// - Returns: the exit code: that of `:quit`, otherwise that of the first error or, with `keepsGoing`, the highest
  ///   one, otherwise 0.
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
        "\(path) is not read: :source is 16 files deep, does it read itself?", at: .word(path))
    }
    var lines = try Self.scriptLines(path)
    sourceDepth += 1
    defer { sourceDepth -= 1 }
    let code = try Script(session: self).run(&lines)
    if exitRequest == nil, code != ExitStatus.success { throw ShellError.reported(code) }
  }

  /// The lines of a script file, with each line that ends in a backslash joined with the next.
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

  /// Runs the script at `path` without the notes about what its commands change.
  ///
  /// - Returns: the exit code.
  func runSuppressingNotes(_ path: String, origin: SettingOrigin, keepsGoing: Bool = false) throws
    -> Int32
  {
    guard sourceDepth < 16 else {
      throw ShellError.failure("\(path) is not read: scripts are 16 files deep here")
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
