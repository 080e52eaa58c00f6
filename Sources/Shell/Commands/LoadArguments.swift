internal import ArgumentParser
internal import Corpora

/// The options of loading, shared by `:load`, the executable and its subcommands.
///
/// `--field` is not among them: where a query stands on the same line it names the scope of the search.
struct LoadArguments: ParsableArguments {
  @Option(name: .customLong("as"), help: "Name the corpus.")
  var name: String?

  @Option(help: "Read as auto, lines, csv, tsv, json or jsonl.")
  var type: String = "auto"

  @Option(
    name: .customLong("alias-field"), help: "A field whose values are other names of the record.")
  var aliasFields: [String] = []

  @Option(name: .customLong("glob"), help: "In folders, read only files that match.")
  var globs: [String] = []

  @Flag(help: "Refuse invalid UTF-8 instead of replacing it.")
  var strict = false

  @Flag(help: "Join surplus cells of a row to its last field.")
  var lenient = false

  @Flag(name: .customLong("no-header"), help: "The first row is data; fields are c1, c2, ...")
  var noHeader = false

  @Option(help: "The character between cells.")
  var delimiter: String?

  @Flag(help: "Read hidden files of folders too.")
  var hidden = false

  @Flag(name: .customLong("no-ignore"), help: "Do not honour .gitignore.")
  var noIgnore = false

  /// The options as the loader takes them.
  ///
  /// - Throws: a usage error for an unknown type or a delimiter that is not one ASCII character.
  func options(fields: [String] = []) throws -> LoadOptions {
    var options = LoadOptions()
    options.name = name
    let names = ["auto"] + FormatCatalog.all.map(\.name)
    guard names.contains(type) else {
      throw ShellError.usage(
        "--type cannot be \(CommandWords.quoted(type))"
          + suggestion(for: type, among: names, else: "it takes \(names.joined(separator: " "))"))
    }
    options.type = type
    options.fields = fields
    options.aliasFields = aliasFields
    options.globs = globs
    options.isStrict = strict
    options.isLenient = lenient
    options.hasHeader = !noHeader
    options.includesHidden = hidden
    options.ignoresGitignore = noIgnore
    if let delimiter { options.delimiter = try Self.delimiter(delimiter) }
    return options
  }

  private static func delimiter(_ text: String) throws -> UInt8 {
    if text == "\\t" || text == "tab" { return 9 }
    guard text.utf8.count == 1, let byte = text.utf8.first, byte < 0x80, byte != 0x22, byte != 10,
      byte != 13
    else {
      throw ShellError.usage(
        "--delimiter cannot be \(CommandWords.quoted(text)): it takes one ASCII character that is "
          + "not a quote or a newline, or \\t")
    }
    return byte
  }
}
