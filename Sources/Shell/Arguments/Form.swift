/// The arguments of a command, as they were typed.
protocol Arguments: Sendable {
  init()

  /// Every parameter, and what help says of the command.
  static var form: Form<Self> { get }

  /// Checks what single arguments cannot know, such as options that exclude each other.
  mutating func validate() throws
}

extension Arguments {
  mutating func validate() throws {}
}

/// How a command is typed: the one declaration from which parsing, help, manual and completion follow.
struct Form<Values>: Sendable {
  /// How the words after the command's name are read.
  enum Reading: Sendable {
    /// Options anywhere, until `--`.
    case options
    /// No options: each word is an argument as it stands.
    case words
    /// Options first, then the rest of the line verbatim.
    case query
  }

  /// The words that name the command, such as `bench unique`; empty for the program without a subcommand.
  let name: String
  /// What the command does: a phrase without capital and period.
  let summary: String
  /// What follows the name in the usage; made from the parameters if nil.
  var usage: String?
  var discussion = ""
  var reading = Reading.options
  let parameters: [Parameter<Values>]

  init(
    _ name: String, _ summary: String, usage: String? = nil, discussion: String = "",
    reading: Reading = .options, _ groups: [Parameter<Values>]...
  ) {
    self.name = name
    self.summary = summary
    self.usage = usage
    self.discussion = discussion
    self.reading = reading
    parameters = groups.flatMap(\.self)
  }

  /// The same without the means to parse it.
  var description: CommandForm {
    CommandForm(
      name: name, summary: summary, usage: usage ?? derivedUsage, discussion: discussion,
      parameters: parameters.map(\.description).filter { !$0.isHidden })
  }

  private var derivedUsage: String {
    let shown = parameters.map(\.description).filter { !$0.isHidden }
    let options = shown.contains { !$0.isPositional } ? ["[options]"] : []
    return (options + shown.filter(\.isPositional).map(\.usage)).joined(separator: " ")
  }
}

extension Array {
  /// The parameters of a part of `Outer`, under a heading of their own if `section` is given.
  ///
  /// `part` lends that part. (Key paths would read better; making them takes longer than a small search.)
  static func group<Part, Outer>(
    _ parameters: [Parameter<Part>],
    in part: @escaping @Sendable (inout Outer, (inout Part) throws -> Void) throws -> Void,
    _ section: String? = nil
  ) -> [Parameter<Outer>] where Element == Parameter<Outer> {
    parameters.map { parameter in
      var lifted = parameter.lifted(part)
      if let section { lifted.description.section = section }
      return lifted
    }
  }

  /// The same parameters, those with these names marked as common.
  func marking<Values>(_ names: String...) -> [Parameter<Values>]
  where Element == Parameter<Values> {
    map { $0.description.names.contains(where: names.contains) ? $0.common : $0 }
  }
}
