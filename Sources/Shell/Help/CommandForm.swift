internal import ArgumentParser
internal import UnicodeText

/// A form of a command as its declaration describes it: what the manual and the completions of shells are made from.
struct CommandForm: Sendable {
  struct Option: Equatable, Sendable {
    /// `-m`, `--limit`, or the name of an argument.
    let names: [String]
    /// What the value is called; nil for a flag.
    var value: String?
    let help: String
    /// The heading under which help lists it: `Options`, `Load options`.
    let section: String

    var isPositional: Bool { names.first?.hasPrefix("-") != true }
  }

  /// The words that ask for it, such as `bench unique`; empty for the executable alone.
  let name: String
  let abstract: String
  let discussion: String
  /// How it is typed, without the word `searchbench` in front: one line a way.
  let usage: [String]
  /// Arguments and options, in the order of help, `--help` left out.
  let options: [Option]

  /// Reads the declaration of `type` out of the help that the parser makes of it, the only form in which it gives it.
  init(_ type: any ParsableCommand.Type, name: String) {
    self.name = name
    abstract = type.configuration.abstract
    discussion = type.configuration.discussion
    let lines = type.helpMessage(columns: 10_000).split(separator: "\n")
    usage = type.usageString().split(separator: "\n").map {
      Self.trimmed($0.replacing("Usage:", with: ""))
    }
    var section = ""
    var options: [Option] = []
    for line in lines {
      if line.hasSuffix(":"), !line.hasPrefix(" "), line == line.uppercased() {
        section = line.prefix(1) + line.dropFirst().dropLast().lowercased()
      } else if !section.isEmpty, line.hasPrefix("  "), !line.hasPrefix("   ") {
        options.append(Self.option(line, section))
      } else if !section.isEmpty, line.hasPrefix("   "), let last = options.popLast() {
        // A long name has its explanation below it.
        let help = [last.help, Self.trimmed(line)].filter { !$0.isEmpty }.joined(separator: " ")
        options.append(
          Option(names: last.names, value: last.value, help: help, section: last.section))
      }
    }
    self.options = options.filter { !$0.names.contains("--help") }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    String(Blanks.trimmed(String(text)))
  }

  /// Reads a line such as `-m, --limit <limit>   Write at most N records`.
  private static func option(_ line: Substring, _ section: String) -> Option {
    let text = line.dropFirst(2)
    let end = text.firstRange(of: "  ")?.lowerBound ?? text.endIndex
    var declaration = text[..<end]
    // An explanation may follow the value at once.
    var help = trimmed(text[end...])
    if let close = declaration.firstIndex(of: ">"), declaration.index(after: close) < end,
      declaration.suffix(from: close) != "> ...", help.isEmpty
    {
      help = trimmed(declaration[declaration.index(after: close)...])
      declaration = declaration[...close]
    }
    var names: [String] = []
    var value: String?
    for word in declaration.split(whereSeparator: { $0 == " " || $0 == "," }) {
      if word.hasPrefix("-") {
        names.append(String(word))
      } else if word.hasPrefix("<") {
        value = word.filter { $0 != "<" && $0 != ">" }
      }
    }
    if names.isEmpty, let name = value {
      return Option(names: [name], help: help, section: section)
    }
    return Option(names: names, value: value, help: help, section: section)
  }

  /// The options as help of a command shows them, an option a line.
  var optionText: String {
    var text = ""
    var section = ""
    let width = options.map(\.declaration.count).filter { $0 <= 28 }.max() ?? 0
    for option in options {
      if option.section != section {
        section = option.section
        text += (text.isEmpty ? "" : "\n") + section + ":\n"
      }
      let gap = String(repeating: " ", count: max(2, width - option.declaration.count + 2))
      text += "  " + option.declaration + (option.help.isEmpty ? "" : gap + option.help) + "\n"
    }
    return text
  }
}

extension CommandForm {
  /// The short options of settings, by the settings' names.
  static let shortNames: [String: String] = CommandForm(WorkbenchArguments.self, name: "").options
    .reduce(into: [:]) { shorts, option in
      guard option.names.count == 2, let long = option.names.last else { return }
      shorts[String(long.dropFirst(2))] = option.names.first
    }
}

extension CommandForm.Option {
  /// `-m, --limit LIMIT`, or the argument.
  var declaration: String {
    let names = isPositional ? "<\(names[0])>" : names.joined(separator: ", ")
    return value.map { "\(names) \($0.uppercased())" } ?? names
  }
}
