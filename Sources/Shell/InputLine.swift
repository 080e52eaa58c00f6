/// A typed or scripted line, classified by how it starts.
enum InputLine: Equatable {
  /// An empty line; at the prompt, it shows the next page of the last result.
  case empty
  /// A comment: `:#` and its text.
  case comment
  /// A line that runs a shell command: `:!` and the command.
  case shell(String)
  /// A command: `:name`, one whitespace character, and verbatim text.
  case command(name: String, rest: String)
  /// A query: the verbatim text of any other line.
  case query(String)

  init(_ line: String) {
    guard !line.isEmpty else {
      self = .empty
      return
    }
    let trimmed = line.drop { $0 == " " || $0 == "\t" }
    guard trimmed.first == ":", let second = trimmed.dropFirst().unicodeScalars.first else {
      self = .query(line)
      return
    }
    let body = trimmed.dropFirst()
    switch second {
    case "#":
      self = .comment
    case "!":
      self = .shell(String(body.dropFirst()))
    case "?":
      self = .command(name: "help", rest: String(body.dropFirst()))
    case "a"..."z", "A"..."Z":
      // Split the scalars: a space and a combining mark after it form one Character.
      let scalars = body.unicodeScalars
      let name = scalars.prefix { !$0.properties.isWhitespace }
      self = .command(
        name: String(name), rest: String(Substring(scalars.dropFirst(name.count + 1))))
    default:
      self = .query(line)
    }
  }
}
