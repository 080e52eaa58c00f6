internal import Reporting
internal import Searching
internal import Terminal

/// The loop that reads typed lines and runs them until the end of input or `:quit`.
struct REPL {
  let session: Session

  /// Reads and runs lines until `:quit` or the end of input; errors are shown and do not end the
  /// loop.
  ///
  /// - Returns: the exit code.
  func run(_ editor: LineEditor) -> Int32 {
    while true {
      session.console.flush()
      session.keeper.keepLast()
      Signals.clearInterrupt()
      session.workspace.noteChangedSources()
      switch editor.next(prompt: prompt) {
      case .line(let line):
        runTyped(line)
        if Signals.termination != nil { return ExitStatus.interrupted }
        if let code = session.exitRequest { return code }
        if isOutputClosed {
          session.keeper.keepLast()
          return ExitStatus.success
        }
      case .interrupted:
        continue
      case .endOfInput:
        session.console.report("")
        return ExitStatus.success
      case .hangup, .terminate:
        if Signals.termination != nil { return ExitStatus.interrupted }
        // The terminal was closed without a signal, so the session can neither read nor show
        // anything.
        session.console.endByHangup()
      }
    }
  }

  private func runTyped(_ line: String) {
    do {
      try session.execute(line)
      try session.console.flushOutput()
    } catch let error as ShellError {
      session.console.error(error)
    } catch OutputError.closed where isOutputClosed {
      // The caller ends the session without a message.
    } catch {
      session.console.error("\(error)")
    }
  }

  /// Whether the reader of the results has closed its end of the pipe.
  ///
  /// The value is false if only another output was closed, such as a named pipe of `:export`.
  private var isOutputClosed: Bool {
    do throws(OutputError) {
      try session.console.flushOutput()
      return false
    } catch {
      return error == .closed
    }
  }

  private var prompt: String {
    let scope = session.workspace.scope.joined(separator: "+")
    let shown = scope.count <= 24 ? scope : String(scope.prefix(23)) + "…"
    let name = shown.isEmpty ? StyledText("") : StyledText(shown, .dimmed) + StyledText(" ")
    let text = name + StyledText(session.workspace.settings.strategy, .label)
    return text.rendered(session.console.diagnosticStyle) + "> "
  }
}
