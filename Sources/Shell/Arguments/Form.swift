/// The arguments of a command, parsed from words.
protocol Arguments: Sendable {
  init()

  /// The parameters and the help of the command.
  static var form: Form<Self> { get }

  /// Checks combinations of arguments, such as options that exclude each other.
  mutating func validate() throws
}

extension Arguments {
  mutating func validate() throws {}
}

/// A command's syntax, used for parsing, help, the manual and completion.
struct Form<Values>: Sendable {
  /// How to parse the words after the command's name.
  enum Reading: Sendable {
    /// Options can appear anywhere before `--`.
    case options
    /// The command has no options: each word is an argument, even if the word starts with a hyphen.
    case words
    /// The options come first, and the text after the options is used verbatim.
    case query
  }

  /// The name of the command, such as `bench unique`; empty for the program without a subcommand.
  let name: String
  /// A phrase that describes the command, without an initial capital or a final period.
  let summary: String
  /// The arguments in the usage line; if nil, the form derives the arguments from the parameters.
  var usage: String?
  var discussion = ""
  var reading = Reading.options
  /// The parameters that only this command has, including all positional arguments.
  let own: [Parameter<Values>]
  /// Creates the options that the command shares with other commands.
  ///
  /// The shared options are created only when needed, because most command lines use none of them,
  /// and creating them takes longer than a small search.
  let shared: @Sendable () -> [Parameter<Values>]

  var parameters: [Parameter<Values>] { own + shared() }

  init(
    _ name: String, _ summary: String, usage: String? = nil, discussion: String = "",
    reading: Reading = .options, _ groups: [Parameter<Values>]...,
    shared: @escaping @Sendable () -> [Parameter<Values>] = { [] }
  ) {
    self.name = name
    self.summary = summary
    self.usage = usage
    self.discussion = discussion
    self.reading = reading
    own = groups.flatMap(\.self)
    self.shared = shared
  }

  /// The description of this form; it omits hidden parameters.
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
  /// Converts parameters of `Part` to parameters of `Outer`.
  ///
  /// If `section` is given, the help lists the parameters in the section with that name.
  ///
  /// The closure `part` gives access to the `Part` value inside an `Outer` value. Key paths would
  /// be clearer, but creating them takes longer than a small search.
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

  /// Returns all parameters; each parameter with a name in `names` is marked for the short help.
  func marking<Values>(_ names: String...) -> [Parameter<Values>]
  where Element == Parameter<Values> {
    map { $0.description.names.contains(where: names.contains) ? $0.common : $0 }
  }
}
