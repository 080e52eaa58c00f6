internal import Basics
internal import UnicodeText

/// Where a command was typed; the place determines how messages write the command's name.
enum CommandPlace: Sendable {
  case prompt, program

  /// The command as a user types it: `:name` at the prompt, `searchbench name` in a shell.
  func typed(_ name: String) -> String {
    switch self {
    case .prompt: ":" + name
    case .program: name.isEmpty ? "searchbench" : "searchbench " + name
    }
  }

  /// The command that shows the help of `name`.
  func help(_ name: String) -> String {
    self == .prompt && !name.contains(" ") ? ":help \(name)" : "\(typed(name)) --help"
  }
}

/// The result of parsing arguments.
enum ParsedArguments<Values> {
  case values(Values)
  /// The words request help; `isComplete` is true for `-hh`, and false for `-h` and `--help`.
  case help(isComplete: Bool)
  /// The words request the version with `-V` or `--version`, which are accepted only in a shell.
  case version
}

extension Form where Values: Arguments {
  /// Parses the words after the command's name, as `getopt_long` does.
  ///
  /// An option is written as `--name VALUE`, `--name=VALUE`, `-nVALUE` or `-n VALUE`. Short flags
  /// can be combined (`-im1`), and `--` ends the options. If an option is used more than once, the
  /// last use wins, unless the option can be repeated.
  ///
  /// - Throws: a usage error that names the rejected word, and explains how to correct it.
  /// - Complexity: O(*n* · *m*), where *n* is the number of words, and *m* is the number of
  ///   parameters.
  func parse(_ words: [String], at place: CommandPlace) throws -> ParsedArguments<Values> {
    var reader = ArgumentReader(form: self, words: words, place: place, values: Values()) {
      try $0.validate()
    }
    return try reader.read()
  }
}

/// Reads the words of a command line.
///
/// `Values` is not constrained to `Arguments`, because Swift's runtime would then search all
/// protocol conformances in the program. This search takes longer than parsing the words.
private struct ArgumentReader<Values> {
  let form: Form<Values>
  let words: [String]
  let place: CommandPlace
  var next = 0
  var values: Values
  var arguments: [String] = []
  /// The options that the command shares with other commands; nil until they are first needed.
  var shared: [Parameter<Values>]?
  let validate: (inout Values) throws -> Void

  init(
    form: Form<Values>, words: [String], place: CommandPlace, values: Values,
    validate: @escaping (inout Values) throws -> Void
  ) {
    self.form = form
    self.words = words
    self.place = place
    self.values = values
    self.validate = validate
  }

  mutating func read() throws -> ParsedArguments<Values> {
    var readsOptions = form.reading != .words
    if !readsOptions, words.count == 1, words[0] == "-h" || words[0] == "--help" {
      return .help(isComplete: false)
    }
    while next < words.count {
      let word = words[next]
      next += 1
      guard readsOptions, word.utf8.count > 1, word.utf8.first == UInt8(ascii: "-"),
        !isNumber(word)
      else {
        arguments.append(word)
        continue
      }
      if word == "--" {
        readsOptions = false
      } else if word.hasPrefix("--") {
        if word == "--help" { return .help(isComplete: false) }
        if word == "--version", place == .program { return .version }
        try readLong(word)
      } else if let answer = try readShort(word) {
        return answer
      }
    }
    try assign()
    do {
      try validate(&values)
    } catch let error as ShellError where error.fault == nil && error.picture.isEmpty {
      throw ShellError.usage("\(error.message); \(place.help(form.name)) shows its options")
    }
    return .values(values)
  }

  /// Whether a word such as `-5` is a number and not an option.
  ///
  /// The word is a number if only digits follow the hyphen, and if the command has no option whose
  /// name is the hyphen and the first digit.
  private mutating func isNumber(_ word: String) -> Bool {
    word.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
      && parameter(String(word.prefix(2))) == nil
  }

  private mutating func parameter(_ name: String) -> Parameter<Values>? {
    if let own = form.own.first(where: { $0.isOption(name) }) { return own }
    let options = shared ?? form.shared()
    shared = options
    return options.first { $0.isOption(name) }
  }

  private mutating func readLong(_ word: String) throws {
    let equals = word.utf8.firstIndex(of: UInt8(ascii: "="))
    let name = equals.map { String(word[..<$0]) } ?? word
    let joined = equals.map { String(word[word.utf8.index(after: $0)...]) }
    guard let parameter = parameter(name) else { throw unknown(name, in: word) }
    try apply(parameter, name, joined, in: word)
  }

  /// Reads a word that contains short options, such as `-im1`.
  ///
  /// - Returns: `help` or `version` if the word requests help or the version; otherwise nil.
  private mutating func readShort(_ word: String) throws -> ParsedArguments<Values>? {
    var rest = word.dropFirst()
    while let letter = rest.first {
      let name = "-\(letter)"
      rest = rest.dropFirst()
      if letter == "V", place == .program { return .version }
      guard let parameter = parameter(name) else {
        if letter == "h" { return .help(isComplete: rest.first == "h") }
        throw unknown(name, in: word)
      }
      guard case .flag(let change) = parameter.effect else {
        let value = rest.first == "=" ? rest.dropFirst() : rest
        try apply(parameter, name, rest.isEmpty ? nil : String(value), in: word)
        return nil
      }
      try Self.perform(name, value: nil, in: word) { try change(&values) }
    }
    return nil
  }

  private mutating func apply(
    _ parameter: Parameter<Values>, _ name: String, _ joined: String?, in word: String
  ) throws {
    switch parameter.effect {
    case .flag(let change):
      guard joined == nil else {
        throw usage("\(name) takes no value", at: word)
      }
      try Self.perform(name, value: nil, in: word) { try change(&values) }
    case .value(let change):
      let value = try joined ?? nextWord(of: parameter, name, in: word)
      try Self.checkPath(value, of: parameter, name)
      try Self.perform(name, value: value, in: word) { try change(&values, value) }
    case .words(let change):
      var list = try [joined ?? nextWord(of: parameter, name, in: word)]
      while next < words.count, !words[next].hasPrefix("-") || words[next] == "-" {
        list.append(words[next])
        next += 1
      }
      try Self.perform(name, value: list[0], in: word) { try change(&values, list) }
    }
  }

  private mutating func nextWord(
    of parameter: Parameter<Values>, _ name: String, in word: String
  ) throws -> String {
    guard next < words.count else {
      throw usage("\(name) needs a value: \(name) \(parameter.description.value ?? "")", at: word)
    }
    next += 1
    return words[next - 1]
  }

  /// Rejects an empty path, which would otherwise mean the current folder.
  ///
  /// A script can pass an empty path by mistake if a variable is not set.
  private static func checkPath(
    _ value: String, of parameter: Parameter<Values>, _ name: String
  ) throws {
    guard case .files = parameter.description.kind, value.isEmpty else { return }
    throw ShellError.usage(
      "\(name) cannot be empty: it takes a path, such as . for the current folder",
      at: .word(value))
  }

  /// Runs `change`; adds the name and the value of the option to any error that `change` throws.
  ///
  /// The function is static, because an instance method would hold a second reference to the arrays
  /// in `values`. Each change would then copy these arrays.
  private static func perform(
    _ name: String, value: String?, in word: String, _ change: () throws -> Void
  ) throws {
    do {
      try change()
    } catch ArgumentProblem.takes(let what) {
      let shown = CommandWords.quoted(value ?? "")
      throw ShellError.usage(
        "\(name) cannot be \(shown): it takes \(what)", at: .word(value ?? word))
    }
  }

  /// Assigns the positional arguments to their parameters, in order.
  private mutating func assign() throws {
    let parameters = form.own.filter(\.description.isPositional)
    var rest = arguments[...]
    for parameter in parameters {
      guard case .value(let change) = parameter.effect else { continue }
      let description = parameter.description
      let takesAll = description.arity == .any || description.arity == .many
      if rest.isEmpty, description.arity == .one || description.arity == .many {
        throw ShellError.usage(
          "\(description.names[0]) is missing: \(place.typed(form.name)) \(form.description.usage)")
      }
      var count = takesAll ? rest.count : min(1, rest.count)
      while count > 0, let word = rest.popFirst() {
        try Self.checkPath(word, of: parameter, description.names[0])
        try Self.perform(description.names[0], value: word, in: word) { try change(&values, word) }
        count -= 1
      }
    }
    guard let surplus = rest.first else { return }
    throw usage("unexpected argument \(CommandWords.quoted(surplus))", at: surplus)
  }

  private func usage(_ message: String, at word: String) -> ShellError {
    .usage("\(message); \(place.help(form.name)) shows its options", at: .word(word))
  }

  private mutating func unknown(_ name: String, in word: String) -> ShellError {
    let message = "there is no option \(name)"
    if let meaning = OptionHints.remedy(for: name, knows: { parameter($0) != nil }) {
      return .usage("\(message); \(meaning)", at: .word(word))
    }
    let names = form.parameters.filter { !$0.description.isPositional && !$0.description.isHidden }
      .flatMap(\.description.names).filter { $0.hasPrefix("--") }
    if name.hasPrefix("--"),
      let near = names.first(where: { $0.hasPrefix(name) }) ?? Nearest.match(name, among: names)
    {
      return .usage("\(message); did you mean \(near)?", at: .word(word))
    }
    return usage(message, at: word)
  }
}
