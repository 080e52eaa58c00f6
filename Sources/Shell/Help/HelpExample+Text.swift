extension HelpExample {
  /// Formats the examples for help, under headings that show where to type the lines.
  ///
  /// The text is empty if there are no examples.
  ///
  /// The paths of bundled corpora start with `folder`.
  static func text(_ examples: [HelpExample], corporaIn folder: String) -> String {
    var text = ""
    var rest = examples[...]
    while let first = rest.first {
      let group = rest.prefix { $0.place == first.place }
      rest = rest.dropFirst(group.count)
      text += "\n" + heading(first.place, folder) + "\n" + body(Array(group), folder)
    }
    return text
  }

  private static func heading(_ place: Place, _ folder: String) -> String {
    switch place {
    case .session(let corpus?), .terminal(let corpus?):
      "Examples, after \(corpus.loadLine(from: folder)) :"
    case .session(nil): "Examples:"
    case .terminal(nil): "Examples, at the prompt:"
    case .shell: "Examples, in a shell:"
    }
  }

  private static func body(_ group: [HelpExample], _ folder: String) -> String {
    let lines = group.map { $0.lines.map { placed($0, in: folder) } }
    let width = min(lines.flatMap(\.self).map(\.count).max() ?? 0, 44)
    var text = ""
    for (index, example) in group.enumerated() {
      if index > 0, example.lines.count > 1 || group[index - 1].lines.count > 1 { text += "\n" }
      for line in lines[index].dropLast() { text += "  \(line)\n" }
      text += row(lines[index].last ?? "", example.explanation, width)
    }
    return text
  }

  /// Replaces `corpora` with `folder` in the paths of bundled corpora.
  private static func placed(_ line: String, in folder: String) -> String {
    if folder == "corpora" { return line }
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard word.hasPrefix("corpora/") else { return String(word) }
      return CommandWords.quoted(folder + word.dropFirst("corpora".count))
    }
    return words.joined(separator: " ")
  }

  /// A line and its explanation, side by side if both fit into 80 columns.
  private static func row(_ line: String, _ explanation: String, _ width: Int) -> String {
    if explanation.isEmpty { return "  \(line)\n" }
    let gap = String(repeating: " ", count: max(2, width - line.count + 2))
    let whole = "  \(line)\(gap)\(explanation)"
    return whole.count <= 80 ? whole + "\n" : "  \(line)\n      \(explanation)\n"
  }
}
