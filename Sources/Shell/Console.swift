internal import Reporting
internal import System
internal import Terminal

/// Where a session's results and reports go, and what the terminal can show.
///
/// Results go to standard output (or the file of `-o`); reports, warnings and errors to standard error.
final class Console {
  /// Results.
  private(set) var output: any Output

  private let diagnostics: any Output

  /// Whether a person types the lines and reads the answers.
  let isInteractive: Bool

  /// Whether reports are shown although nobody is at the prompt.
  var isVerbose = false

  /// Whether `:set` is run by the rc file or by a person.
  var settingOrigin = SettingOrigin.set

  /// Whether control characters of the corpus reach the terminal.
  var isRaw = false

  var progressStyle = ProgressStyle.auto

  /// Whether what commands change goes without saying: while the rc file or a saved session is read.
  var isQuiet = false

  /// Where typed lines come from, and their history; nil in a script.
  var editor: LineEditor?

  /// Whether results go to a file, not to standard output.
  var writesToFile = false

  let facts: TerminalFacts
  let environment: [String: String]
  private var color = ColorChoice.auto
  private var chosenWidth: Int?
  private var hyperlinks = Hyperlinks.never

  init(
    output: any Output, diagnostics: any Output, environment: [String: String],
    facts: TerminalFacts, isInteractive: Bool
  ) {
    self.environment = environment
    self.output = output
    self.diagnostics = diagnostics
    self.facts = facts
    self.isInteractive = isInteractive
  }

  var homeFolder: String? { HomeFolder.path(environment: environment) }

  /// The columns of a terminal, for pictures and tables.
  var width: Int { chosenWidth ?? TerminalFacts.size(environment: environment).columns }

  /// The columns of pictures with a caret, which are indented by two.
  var pictureWidth: Int { max(1, width - 2) }

  /// A line as the output shows it: escaped at a terminal.
  func shown(_ line: String) -> String { StyledText(line).rendered(style) }

  /// What the styles of a result mean; nil where there are none.
  var legend: String? {
    guard let style else { return nil }
    let text =
      StyledText("legend              ") + StyledText("a hit", .hit) + ", "
      + StyledText("the current hit", .currentHit) + ", "
      + StyledText("other fields and places", .dimmed)
    return text.rendered(style)
  }

  /// The rows of a terminal, for pages.
  var height: Int { TerminalFacts.size(environment: environment).rows }

  /// Takes over the settings that say how things are shown.
  func adopt(_ settings: Settings) {
    color = settings.color
    chosenWidth = settings.width
    hyperlinks = Hyperlinks(settings.hyperlink) ?? .never
  }

  /// How results are shown: nil where standard output is not a terminal.
  var style: TerminalStyle? {
    guard facts.isOutputTerminal, !writesToFile else { return nil }
    return style(isTerminal: true)
  }

  /// Whether hits are highlighted although results go to no terminal.
  var colorsHits: Bool { color == .always && style == nil && !writesToFile }

  /// How reports and errors are shown.
  var diagnosticStyle: TerminalStyle { style(isTerminal: facts.isErrorTerminal) }

  /// How a screen of so many columns is drawn, wherever results go.
  func screenStyle(columns: Int) -> TerminalStyle {
    TerminalStyle(
      width: columns, hasStyles: usesColor(isTerminal: true), isUTF8: facts.usesUTF8, isRaw: false,
      hyperlinks: .never)
  }

  private func style(isTerminal: Bool) -> TerminalStyle {
    TerminalStyle(
      width: width, hasStyles: usesColor(isTerminal: isTerminal), isUTF8: facts.usesUTF8,
      isRaw: isRaw, hyperlinks: isTerminal && !facts.isDumb ? hyperlinks : .never)
  }

  /// `--color` wins over `NO_COLOR`, that over `CLICOLOR_FORCE`, that over what the terminal is.
  private func usesColor(isTerminal: Bool) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto:
      !facts.refusesColor && (facts.forcesColor || (isTerminal && !facts.isDumb))
    }
  }

  // MARK: Results

  func write(_ text: String) throws(OutputError) { try output.write(text) }

  func writeLine(_ text: String = "") throws(OutputError) { try output.writeLine(text) }

  func write(_ table: Table) throws(OutputError) { try table.write(to: output, style: style) }

  /// Sends results to `output` from now on.
  ///
  /// - Returns: where they went before.
  func redirect(to output: any Output) -> any Output {
    let before = self.output
    self.output = output
    return before
  }

  func flushOutput() throws(OutputError) { try output.flush() }

  /// Writes everything held back; what cannot be written any more is nobody's to read.
  func flush() {
    try? output.flush()
    try? diagnostics.flush()
  }

  // MARK: Reports

  /// Shows a line to a person, or to whoever asked for `--verbose`.
  func report(_ line: StyledText) {
    guard isInteractive || isVerbose else { return }
    tell(line)
  }

  func report(_ line: String) { report(StyledText(line)) }

  /// Says what a command has changed.
  func note(_ line: StyledText) {
    if !isQuiet { report(line) }
  }

  func note(_ line: String) { note(StyledText(line)) }

  /// Says why there is nothing to show: to a person at the prompt or at a terminal.
  func explainEmpty(_ line: String) {
    guard isInteractive || isVerbose || style != nil else { return }
    tell(StyledText(line))
  }

  /// Shows a warning, always.
  func warn(_ message: String) { tell(StyledText("warning: ", .warning) + StyledText(message)) }

  /// Shows an error, always.
  func error(_ message: String, at place: String? = nil) {
    let source = isInteractive ? place ?? "error" : place ?? "searchbench"
    tell(StyledText("\(source): ", .error) + StyledText(message))
  }

  func error(_ error: ShellError, at place: String? = nil) {
    if error.message.isEmpty { return }
    self.error(error.message, at: place)
    for line in error.picture { tell(StyledText("  " + line)) }
  }

  /// Sends a progress bar to standard error as it is.
  func send(_ text: String) {
    try? diagnostics.write(text)
    try? diagnostics.flush()
  }

  /// Ends the process as a hang-up does, with everything written that can be.
  func endByHangup() -> Never {
    flush()
    Signals.die(of: .hangup)
  }

  /// Shows a line that was asked for, always.
  func tell(_ line: StyledText) {
    // Standard error is the last resort: a failure to write to it cannot be reported anywhere.
    try? output.flush()
    let style = diagnosticStyle
    let lines = facts.isErrorTerminal ? line.wrapped(style, width: width) : [line]
    for line in lines { try? diagnostics.writeLine(line.rendered(style)) }
    try? diagnostics.flush()
  }
}

/// `--progress`.
enum ProgressStyle: String, CaseIterable, Sendable {
  case auto, plain, never
}
