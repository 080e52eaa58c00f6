import System
import Terminal

/// A demo program for pseudo-terminal tests: it reads lines with the line editor and prints every
/// line and event.
@main
enum TerminalDemo {
  static func main() {
    if CommandLine.arguments.contains("--lines") { echoLines() }
    let environment = Platform.environment()
    if CommandLine.arguments.contains("--raw") { takeScreen(environment) }
    let history = History(environment: environment)
    guard let editor = LineEditor(history: history, environment: environment) else {
      say("no terminal")
      Platform.exit(2)
    }
    editor.keepsFinalBackslash = { $0.hasPrefix(":regex") }
    editor.completion = completions
    while true {
      let event = editor.next(prompt: "\u{1B}[1mdemo\u{1B}[0m> ")
      switch event {
      case .line(":quit"): Platform.exit(0)
      case .line(":wait"): wait()
      case .line(":history"): say("history \(history.entries)")
      case .line(":clear"): editor.clearHistory()
      case .line(let line) where line.hasPrefix(":!"): run(String(line.dropFirst(2)))
      case .line(let line): say("line [\(line.debugDescription)]")
      case .interrupted: say("interrupted")
      case .endOfInput:
        say("end of input")
        Platform.exit(0)
      case .hangup: Signals.die(of: .hangup)
      case .terminate: Signals.die(of: .terminate)
      }
    }
  }

  /// Reads lines as a script is read, and prints each line with the location of its start.
  private static func echoLines() -> Never {
    var lines = ContinuedLines(StandardInput())
    while case .line(let line) = lines.next(prompt: "") {
      say("\(lines.location?.description ?? "") [\(line.debugDescription)]")
    }
    say("end of input")
    Platform.exit(0)
  }

  /// Reads keys as live search does, and shows each key.
  ///
  /// With `--wakes`, the demo also shows a message whenever standard input is readable.
  private static func takeScreen(_ environment: EnvironmentVariables) -> Never {
    let wakes = CommandLine.arguments.contains("--wakes")
    guard var demo = RawDemo(environment: environment, wakes: wakes) else {
      say("no terminal")
      Platform.exit(2)
    }
    do throws(SystemError) {
      try demo.run()
    } catch {
      say(error.message)
      Platform.exit(1)
    }
  }

  /// Runs until it is interrupted, like a long query.
  private static func wait() {
    say("waiting")
    while !Signals.isCancelled {}
    Signals.clearInterrupt()
    say("cancelled")
  }

  private static func run(_ command: String) {
    do throws(SystemError) {
      say("ended \(try ChildProcess.run(ExternalPrograms.shell(command)))")
    } catch {
      say(error.message)
    }
  }

  private static func completions(line: String, cursor: Int) -> Completions {
    let before = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    let start = before.utf8.lastIndex(of: UInt8(ascii: " ")).map { before.utf8.index(after: $0) }
    let word = before[(start ?? before.startIndex)...]
    precondition(word != "crash", "a crash that was asked for")
    let words = ["gamma", "gamut", "漢字", "漢語", "naïve", "needle"].filter { $0.hasPrefix(word) }
    return Completions(
      replacing: cursor - word.utf8.count..<cursor, with: words.map { Completions.Candidate($0) })
  }

  static func say(_ text: String) {
    try? Platform.write(Array((text + "\n").utf8).span, to: 1)
  }
}
