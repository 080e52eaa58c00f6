/// A typed or scripted line, classified by how it starts.
enum InputLine: Equatable {
  /// An empty line, which shows the next page of the last result at the prompt.
  case empty
  /// `:#` and its text.
  case comment
  /// `:!` and a shell command.
  case shell(String)
  /// `:name`, and everything after the whitespace character that follows it, verbatim.
  case command(name: String, rest: String)
  /// Anything else, verbatim.
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
      // Split by scalars: a combining mark after the space would form one Character with it.
      let scalars = body.unicodeScalars
      let name = scalars.prefix { !$0.properties.isWhitespace }
      self = .command(
        name: String(name), rest: String(Substring(scalars.dropFirst(name.count + 1))))
    default:
      self = .query(line)
    }
  }
}
