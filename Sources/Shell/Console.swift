internal import Reporting
internal import Searching
internal import System
internal import Terminal

/// The outputs of a session, and the style of the text that is written to them.
///
/// Results are written to standard output or to the file that `--output` names. Reports, warnings
/// and errors are written to standard error.
final class Console {
  /// The output for results.
  private(set) var output: any Output

  private let diagnostics: any Output

  /// Whether a user types the commands at a prompt.
  let isInteractive: Bool

  /// The prefix of command names in messages: `:` at the prompt, otherwise the program's name.
  var commandPrefix: String { isInteractive ? ":" : "searchbench " }

  /// Whether to show reports even without a prompt, as `--verbose` requests.
  var isVerbose = false

  /// The origin that `:set` records for a setting: the user, the rc file or a saved session.
  var settingOrigin = SettingOrigin.set

  /// Whether control characters in results are written to the terminal unescaped.
  var isRaw = false

  var progressStyle = ProgressStyle.auto

  /// Whether to suppress the notes that commands print; true while the rc file or a saved session
  /// is run.
  var suppressesNotes = false

  /// The editor for typed lines, with their history; nil in a script.
  var editor: LineEditor?

  /// Whether results are written to a file instead of standard output.
  var writesToFile = false

  let facts: TerminalFacts
  let environment: EnvironmentVariables
  private var color = ColorChoice.auto
  private var chosenWidth: Int?
  private var hyperlinks = Hyperlinks.never

  init(
    output: any Output, diagnostics: any Output, environment: EnvironmentVariables,
    facts: TerminalFacts, isInteractive: Bool
  ) {
    self.environment = environment
    self.output = output
    self.diagnostics = diagnostics
    self.facts = facts
    self.isInteractive = isInteractive
  }

  var homeFolder: String? { HomeFolder.path(environment: environment) }

  /// The width of diagrams and tables in columns.
  ///
  /// The setting `width` takes precedence over the width of the terminal.
  var width: Int { chosenWidth ?? TerminalFacts.size(environment: environment).columns }

  /// The width of a query excerpt in an error message; the excerpt is indented by two columns.
  var pictureWidth: Int { max(1, width - 2) }

  /// The line as it is written to the output: escaped if the output is a terminal.
  func shown(_ line: String) -> String { StyledText(line).rendered(style) }

  /// An explanation of the styles in results; nil if results do not go to a terminal.
  var legend: String? {
    guard let style else { return nil }
    let text =
      StyledText("legend              ") + StyledText("a hit", .hit) + ", "
      + StyledText("the current hit", .currentHit) + ", "
      + StyledText("other fields and file locations", .dimmed)
    return text.rendered(style)
  }

  /// The height of the terminal in rows, for paging.
  var height: Int { TerminalFacts.size(environment: environment).rows }

  /// Applies the settings for colors, width and hyperlinks.
  func adopt(_ settings: Settings) {
    color = settings.color
    chosenWidth = settings.width
    hyperlinks = Hyperlinks(settings.hyperlink) ?? .never
  }

  /// The style of results; nil if results do not go to a terminal.
  var style: TerminalStyle? {
    guard facts.isOutputTerminal, !writesToFile else { return nil }
    return style(isTerminal: true)
  }

  /// Whether to highlight hits in results that do not go to a terminal, because the setting `color`
  /// is `always`.
  var colorsHits: Bool { color == .always && style == nil && !writesToFile }

  /// The style of reports and errors.
  var diagnosticStyle: TerminalStyle { style(isTerminal: facts.isErrorTerminal) }

  /// The style of a full-screen view with this number of columns; the destination of results does
  /// not affect it.
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

  /// Whether to use color.
  ///
  /// The first of these that is set decides: the setting `color`, `NO_COLOR`, `CLICOLOR_FORCE`. If
  /// none of them is set, color is used on a terminal that supports color.
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

  /// Writes a line of text that is not data; on a terminal, the line is wrapped between words.
  func writeStatus(_ text: String) throws(OutputError) {
    let line = StyledText(text)
    guard facts.isOutputTerminal, let style else { return try writeLine(text) }
    for line in line.wrapped(style, width: width) { try writeLine(line.rendered(style)) }
  }

  func write(_ table: Table) throws(OutputError) { try table.write(to: output, style: style) }

  func write(_ explanation: Explanation) throws(OutputError) {
    var table = Table(["", ""], hasHeader: false)
    for line in explanation.lines {
      table.append([StyledText(line.label, .label), StyledText(line.value)])
    }
    for line in table.lines(nil) { try writeLine(shown(line)) }
    if let legend { try writeLine(legend) }
  }

  /// Sends results to `output` from now on.
  ///
  /// - Returns: the previous output.
  func redirect(to output: any Output) -> any Output {
    let before = self.output
    self.output = output
    return before
  }

  func flushOutput() throws(OutputError) { try output.flush() }

  /// Flushes both outputs, ignoring errors.
  func flush() {
    try? output.flush()
    try? diagnostics.flush()
  }

  // MARK: Reports

  /// Writes a report, but only at the prompt or with `--verbose`.
  func report(_ line: StyledText) {
    guard isInteractive || isVerbose else { return }
    tell(line)
  }

  func report(_ line: String) { report(StyledText(line)) }

  /// Reports a change that a command has made, unless notes are suppressed.
  func note(_ line: StyledText) {
    if !suppressesNotes { report(line) }
  }

  func note(_ line: String) { note(StyledText(line)) }

  /// Reports a persistent change, unless notes are suppressed.
  ///
  /// In a script, the change is reported only with `--verbose` or if standard error is a terminal.
  func announce(_ line: StyledText) {
    if suppressesNotes { return }
    if isInteractive || isVerbose || facts.isErrorTerminal { tell(line) }
  }

  func announce(_ line: String) { announce(StyledText(line)) }

  /// Explains why there are no results, but only at the prompt, at a terminal or with `--verbose`.
  func reportNoResults(_ line: String) {
    guard isInteractive || isVerbose || style != nil else { return }
    tell(StyledText(line))
  }

  /// Writes a warning, even in a script.
  func warn(_ message: String) { tell(StyledText("warning: ", .warning) + StyledText(message)) }

  /// Warns about cells in the output that a spreadsheet might interpret as formulas.
  func warn(ofFormulasIn summary: EncodingSummary, _ options: EncodingOptions) {
    if let warning = summary.warning(isSafe: options.isSafe) { warn(warning) }
  }

  /// Writes an error, even in a script; `place` is the error's position in the script.
  func error(_ message: String, at place: String? = nil) {
    let source = isInteractive ? place ?? "error" : place ?? "searchbench"
    tell(StyledText("\(source): ", .error) + StyledText(ShellError.clipped(message)))
  }

  func error(_ error: ShellError, at place: String? = nil) {
    if error.message.isEmpty { return }
    self.error(error.message, at: place)
    for line in error.picture { tell(StyledText("  " + line)) }
  }

  /// Writes the text of a progress bar, which may contain escape sequences, to standard error.
  func send(_ text: String) {
    try? diagnostics.write(text)
    try? diagnostics.flush()
  }

  /// Flushes the outputs, then ends the process with SIGHUP.
  func endByHangup() -> Never {
    flush()
    Signals.die(of: .hangup)
  }

  /// Flushes the results, then writes a line to standard error, even in a script.
  func tell(_ line: StyledText) {
    // Errors are ignored: a failure to write to standard error cannot be reported.
    try? output.flush()
    let style = diagnosticStyle
    let lines = facts.isErrorTerminal ? line.wrapped(style, width: width) : [line]
    for line in lines { try? diagnostics.writeLine(line.rendered(style)) }
    try? diagnostics.flush()
  }
}

/// The values of `--progress`.
enum ProgressStyle: String, CaseIterable, Sendable {
  case auto, plain, never
}
