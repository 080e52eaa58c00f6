internal import Basics
internal import Reporting
internal import Terminal

extension Session {
  /// `:export FILE|-`.
  func export(
    to file: String, format: String?, _ options: EncodingOptions, mode: AtomicFile.Existing
  ) throws {
    let outcome = try lastOutcome()
    let encoder = try encoder(format ?? EncoderCatalog.format(forFile: file))
    var encoding = options
    encoding.isCancelled = { Signals.isCancelled }
    let summary = try write(outcome.rows, as: encoder, encoding, to: file, mode: mode)
    if let warning = summary.warning(isSafe: options.isSafe) { console.warn(warning) }
    if file != "-" {
      console.report(
        "\(NumberFormat.counted(summary.records, "record")) written to \(file) as \(encoder.name)")
    }
  }

  private func write(
    _ rows: ResultRows, as encoder: any ResultEncoder, _ options: EncodingOptions, to file: String,
    mode: AtomicFile.Existing
  ) throws -> EncodingSummary {
    var options = options
    if file == "-" {
      options.terminal = console.style
      return try encoder.encode(rows, options: options, to: console.output)
    }
    if mode == .append, !encoder.canAppend {
      throw OutputError.cannotAppend(format: encoder.name)
    }
    let output = try AtomicFile(file, ifExists: mode, cancellation: .signals)
    if output.keptBytes > 0 {
      options.hasHeader = false
      options.hasByteOrderMark = false
    }
    let summary = try encoder.encode(rows, options: options, to: output)
    try output.commit()
    return summary
  }

  /// `:pipe CMD`: the rows of the last result, in the format of the settings, to a shell command.
  func pipe(to rest: String) throws {
    let outcome = try lastOutcome()
    guard !rest.isEmpty else {
      throw ShellError.usage(":pipe needs a shell command: :pipe sort | head -3")
    }
    let words = try? CommandWords(rest).words
    let command = words?.count == 1 ? words?.first?.text ?? rest : rest
    try console.flushOutput()
    try console.feed(ExternalPrograms.shell(command)) { output in
      var options = encodingOptions(terminal: nil)
      options.colorsHits = false
      try encoder(settings.format).encode(outcome.rows, options: options, to: output)
    }
  }

  /// `:!`.
  func runInShell(_ command: String) throws {
    guard command.contains(where: { !$0.isWhitespace }) else {
      throw ShellError.usage(":! needs a shell command: :! ls")
    }
    try console.runInForeground(ExternalPrograms.shell(command))
  }

  /// `:history [N|PATTERN|clear]`.
  func showHistory(_ argument: String) throws {
    guard let editor else {
      throw ShellError.failure("no history is kept here: lines are recorded only at a terminal")
    }
    if argument == "clear" {
      editor.clearHistory()
      return console.report("history cleared")
    }
    let entries = Array(editor.history.entries.enumerated())
    var shown = entries
    if let count = Int(argument) {
      guard count > 0 else {
        throw ShellError.usage(
          ":history cannot be \(count): it takes a number of lines from 1, a pattern, or clear",
          at: .word(argument))
      }
      shown = Array(entries.suffix(count))
    } else if !argument.isEmpty {
      // As with :set case smart: only a pattern with a capital minds them.
      let lower = argument.lowercased()
      let isExact = lower != argument
      shown = entries.dropLast(isHistoryCommand(entries.last?.element) ? 1 : 0).filter {
        isExact ? $0.element.contains(argument) : $0.element.lowercased().contains(lower)
      }
      if shown.isEmpty { return console.report("no line of the history has \(argument) in it") }
    }
    let width = String(entries.count).count
    let lines = shown.map { historyLines($0.element, number: $0.offset + 1, width: width) }
    try console.writePaged(lines.joined(), settings: settings)
  }

  /// Whether a line is the one that asks, which would always be found.
  private func isHistoryCommand(_ line: String?) -> Bool {
    guard let line, case .command(let name, _) = InputLine(line) else { return false }
    return (try? CommandCatalog.find(name, allowsPrefixes: true))?.name == "history"
  }

  /// An entry with its number; its further rows stand below its first.
  private func historyLines(_ entry: String, number: Int, width: Int) -> String {
    var label = String(number)
    label = String(repeating: " ", count: max(0, width - label.count)) + label
    let indent = String(repeating: " ", count: width)
    var text = ""
    for row in entry.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      text += "\(text.isEmpty ? label : indent)  \(console.shown(String(row)))\n"
    }
    return text
  }
}
