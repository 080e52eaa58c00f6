internal import Basics
internal import Reporting
internal import Terminal

extension Console {
  /// `:history [N|PATTERN|clear]`: shows or empties the history.
  ///
  /// Shows the whole history, its last N lines, or its lines that contain a pattern; `clear`
  /// empties the history.
  func showHistory(_ argument: String, settings: Settings) throws {
    guard let editor else {
      throw ShellError.failure("no history is kept here: lines are recorded only at a terminal")
    }
    if argument == "clear" {
      editor.clearHistory()
      return report("history cleared")
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
      // As with smart case, match case only if the pattern has an uppercase letter.
      let lower = argument.lowercased()
      let isExact = lower != argument
      shown = entries.dropLast(isHistoryCommand(entries.last?.element) ? 1 : 0).filter {
        isExact
          ? $0.element.hasOccurrence(of: argument)
          : $0.element.lowercased().hasOccurrence(of: lower)
      }
      if shown.isEmpty { return report("no line of the history contains \(argument)") }
    }
    let width = String(entries.count).count
    let lines = shown.map { historyLines($0.element, number: $0.offset + 1, width: width) }
    try writePaged(lines.joined(), settings: settings)
  }

  /// Whether a line is a `:history` command.
  ///
  /// A search of the history ignores the `:history` command that started it, because that command
  /// contains the pattern.
  private func isHistoryCommand(_ line: String?) -> Bool {
    guard let line, case .command(let name, _) = InputLine(line) else { return false }
    return (try? CommandCatalog.find(name, allowsPrefixes: true))?.name == "history"
  }

  /// A history entry with its number; further lines of the entry are indented below the first line.
  private func historyLines(_ entry: String, number: Int, width: Int) -> String {
    var label = String(number)
    label = String(repeating: " ", count: max(0, width - label.count)) + label
    let indent = String(repeating: " ", count: width)
    var text = ""
    for row in entry.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      text += "\(text.isEmpty ? label : indent)  \(shown(String(row)))\n"
    }
    return text
  }
}
