internal import Basics

/// How a command is typed, without the means to parse it: what help, manual and completion are made from.
struct CommandForm: Equatable, Sendable {
  /// The words that name it, such as `bench unique`; empty for the program without a subcommand.
  let name: String
  /// A phrase without capital and period.
  let summary: String
  /// What follows the name when it is typed.
  let usage: String
  let discussion: String
  let parameters: [ParameterDescription]

  /// The summary as a sentence.
  var sentence: String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }

  var options: [ParameterDescription] { parameters.filter { !$0.isPositional } }
  var arguments: [ParameterDescription] { parameters.filter(\.isPositional) }

  /// The last word of the name.
  var member: String { name.split(separator: " ").last.map(String.init) ?? "" }

  /// The command as it is typed, with what it takes.
  func synopsis(at place: CommandPlace) -> String {
    usage.isEmpty ? place.typed(name) : place.typed(name) + " " + usage
  }

  /// The help: the common options, or all of them.
  func help(at place: CommandPlace, isComplete: Bool) -> String {
    let shown = isComplete ? parameters : common
    var parts = [sentence + "\n", usageText(at: place)]
    // A long list of options explains itself; its remarks are for those who read all.
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

  /// The arguments and options, one a line.
  var optionText: String { Self.sections(of: parameters.filter { !$0.help.isEmpty }) }

  /// Whether some parameters are marked as common.
  private var hasMarks: Bool { parameters.contains { $0.isCommon && $0.section == "Options" } }

  /// What the short help shows.
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

  /// Parameters under the headings of their sections, the command's own first.
  private static func sections(of parameters: [ParameterDescription]) -> String {
    let names = (["Options"] + parameters.map(\.section)).uniqued()
    return names.compactMap { name in
      let own = parameters.filter { $0.section == name }
      if own.isEmpty { return nil }
      return (name == "Options" ? "" : name + "\n") + lines(of: own)
    }.joined(separator: "\n")
  }

  /// Parameters, the explanations in a column; if `brief`, the list of values is left out where it needs a second line.
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
      if brief, column + help.count > width, let colon = help.firstRange(of: ": ") {
        help = help[..<colon.lowerBound] + "."
      }
      return start + wrapped(help, first: line, indent: column)
    }.joined()
  }

  /// Text in lines of at most 80 columns.
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
