import System
import Terminal

/// A full-screen demo that shows every terminal event; the newest event is at the bottom.
///
/// The first row shows the size of the window. Ctrl-D leaves full-screen mode, prints "left", reads
/// a line and ends the program. Ctrl-P leaves full-screen mode, reads a line at a prompt and
/// returns. `c` leaves full-screen mode, runs a child process and returns. `t` waits 1 ms for an
/// event. `!` crashes.
struct RawDemo {
  private let terminal: RawTerminal
  private let environment: EnvironmentVariables
  private var screen: Screen
  private var rows: [String] = []
  private var pasted = 0
  private var wakes: Bool
  private var editor: LineEditor?

  init?(environment: EnvironmentVariables, wakes: Bool) {
    guard let terminal = RawTerminal(environment: environment) else { return nil }
    self.terminal = terminal
    self.environment = environment
    self.wakes = wakes
    let size = terminal.size
    screen = Screen(columns: size.columns, rows: size.rows)
  }

  mutating func run() throws(SystemError) -> Never {
    try terminal.enter()
    draw()
    while true {
      let event = terminal.nextEvent(wakingOn: wakes ? 0 : nil)
      switch event {
      case .key(.control("d")): end()
      case .key(.control("p")): try ask()
      case .key(.text("c")): try runChild()
      case .key(.text("t")): note("\(terminal.nextEvent(milliseconds: 1))")
      case .key(.text("!")): preconditionFailure("a crash that was asked for")
      case .key(.control("z")): terminal.suspend()
      case .key(.paste(let text)) where text.utf8.count > 60:
        pasted += text.utf8.count
        note("pasted \(pasted)")
      case .key(let key): note("\(key)")
      case .hangup, .terminate:
        terminal.leave()
        Signals.die(of: event == .hangup ? .hangup : .terminate)
      case .resized, .resumed:
        let size = terminal.size
        screen.resize(columns: size.columns, rows: size.rows)
        note("\(event)")
      case .woken:
        wakes = false
        note("woken")
      case .interrupted, .timeout: note("\(event)")
      }
      draw()
    }
  }

  private mutating func note(_ row: String) { rows.append(row) }

  private mutating func draw() {
    let size = "\u{1B}[7m\(screen.columns)x\(screen.rows)\u{1B}[m"
    let shown = [size] + rows.suffix(screen.rows - 1)
    terminal.write(screen.draw(shown, cursor: (row: 0, column: 3)).span)
  }

  private func end() -> Never {
    terminal.leave()
    TerminalDemo.say("left")
    var input = StandardInput()
    TerminalDemo.say("\(input.next(prompt: ""))")
    Platform.exit(0)
  }

  private mutating func ask() throws(SystemError) {
    terminal.leave()
    // Use the same editor for later prompts, as a session does, because ending an editor resets the
    // terminal's modes.
    let history = History(environment: environment)
    if editor == nil { editor = LineEditor(history: history, environment: environment) }
    note("asked \(editor?.next(prompt: "line> ") ?? .endOfInput)")
    try terminal.enter()
    screen.resize(columns: terminal.size.columns, rows: terminal.size.rows)
  }

  private mutating func runChild() throws(SystemError) {
    terminal.leave()
    let command = "echo child; read x; echo got $x"
    note("child \(try ChildProcess.run(ExternalPrograms.shell(command)))")
    try terminal.enter()
    screen.resize(columns: terminal.size.columns, rows: terminal.size.rows)
  }
}
