internal import Basics

/// The syntax and the help text of a command, from which help, the manual and completions are
/// generated.
struct CommandForm: Equatable, Sendable {
  /// The name of the command, such as `bench unique`; empty for the program without a subcommand.
  let name: String
  /// A phrase that describes the command, without an initial capital or a final period.
  let summary: String
  /// The arguments after the name, as shown in a usage line.
  let usage: String
  let discussion: String
  let parameters: [ParameterDescription]

  /// The summary with an initial capital and a final period.
  var sentence: String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }

  var options: [ParameterDescription] { parameters.filter { !$0.isPositional } }
  var arguments: [ParameterDescription] { parameters.filter(\.isPositional) }

  /// The last word of the name.
  var member: String { name.split(separator: " ").last.map(String.init) ?? "" }

  /// The command and its arguments, as the user types them at `place`.
  func synopsis(at place: CommandPlace) -> String {
    usage.isEmpty ? place.typed(name) : place.typed(name) + " " + usage
  }

  /// The help text: with all options if `isComplete` is true, otherwise with only the common
  /// options.
  func help(at place: CommandPlace, isComplete: Bool) -> String {
    let shown = isComplete ? parameters : common
    var parts = [sentence + "\n", usageText(at: place)]
    // The discussion is omitted from a short help that lists only the common options.
    if !discussion.isEmpty, isComplete || !hasMarks { parts.append(Self.wrapped(discussion)) }
    let described = shown.filter { !$0.help.isEmpty }
    if !described.isEmpty {
      parts.append(
        isComplete ? Self.sections(of: described) : Self.lines(of: described, brief: hasMarks))
    }
    let left = parameters.count - shown.count
    if left > 0 { parts.append("\(place.typed(name)) -hh shows \(left) more options.\n") }
    return parts.joined(separator: "\n")
  }

  /// All arguments and options that have a help text, grouped by section.
  var optionText: String { Self.sections(of: parameters.filter { !$0.help.isEmpty }) }

  /// Whether any parameter of the section Options is marked for the short help.
  private var hasMarks: Bool { parameters.contains { $0.isCommon && $0.section == "Options" } }

  /// The parameters that the short help shows.
  private var common: [ParameterDescription] {
    let marked = hasMarks
    return parameters.filter {
      $0.isCommon || (!marked && ["Options", "Arguments"].contains($0.section))
    }
  }

  private func usageText(at place: CommandPlace) -> String {
    let lines = usage.split(separator: "\n", omittingEmptySubsequences: false)
    let name = place.typed(name)
    let usages = lines.map { $0.isEmpty ? name : "\(name) \($0)" }
    return "Usage: " + (usages.isEmpty ? name : usages.joined(separator: "\n       ")) + "\n"
  }

  private static let width = 80

  /// Formats the parameters by section; the section Options comes first and has no heading.
  private static func sections(of parameters: [ParameterDescription]) -> String {
    let names = (["Options"] + parameters.map(\.section)).uniqued()
    return names.compactMap { name in
      let own = parameters.filter { $0.section == name }
      if own.isEmpty { return nil }
      return (name == "Options" ? "" : name + "\n") + lines(of: own)
    }.joined(separator: "\n")
  }

  /// Formats each parameter as a line, with its help text in a second column.
  ///
  /// If `brief` is true, and a help text does not fit on one line, the text ends at its colon. The
  /// list of values after the colon is then omitted.
  private static func lines(of parameters: [ParameterDescription], brief: Bool = false) -> String {
    let declarations = parameters.map(\.declaration.count).filter { $0 <= 26 }
    let column = (declarations.max() ?? 0) + 4
    return parameters.map { parameter in
      var line = "  " + parameter.declaration
      var start = ""
      if line.count + 2 > column {
        start = line + "\n"
        line = ""
      }
      line += String(repeating: " ", count: column - line.count)
      var help = parameter.help
      if brief, column + help.count > width,
        let colon = help.indices.first(where: { help[$0...].hasPrefix(": ") })
      {
        help = help[..<colon] + "."
      }
      return start + wrapped(help, first: line, indent: column)
    }.joined()
  }

  /// Wraps text at 80 columns; `first` starts the first line, and `indent` is the indentation of
  /// all other lines.
  private static func wrapped(_ text: String, first: String = "", indent: Int = 0) -> String {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent)
        isEmpty = true
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    lines.append(line)
    return lines.joined(separator: "\n") + "\n"
  }
}
