internal import ArgumentParser
internal import Corpora

/// The options of loading, shared by `:load`, the executable and its subcommands.
///
/// `--field` is not among them: where a query stands on the same line it names the scope of the search.
struct LoadArguments: ParsableArguments {
  @Option(name: .customLong("as"), help: "Name the corpus.")
  var name: String?

  @Option(
    name: .customLong("alias-field"), help: "A field whose values are other names of the record.")
  var aliasFields: [String] = []

  @OptionGroup var reading: ReadingArguments

  /// The same without the means to parse it.
  var request: LoadRequest {
    var request = reading.request
    request.name = name
    request.aliasFields = aliasFields
    return request
  }

  /// The options as the loader takes them.
  ///
  /// - Throws: a usage error for an unknown type or a delimiter that is not one ASCII character.
  func options(fields: [String] = []) throws -> LoadOptions { try request.options(fields: fields) }
}

/// How files are read, whatever becomes of them.
struct ReadingArguments: ParsableArguments {
  @Option(help: "Read as auto, lines, csv, tsv, json or jsonl.")
  var type: String = "auto"

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

  @Flag(name: .customLong("no-ignore"), help: "Read what .gitignore and .ignore exclude too.")
  var noIgnore = false

  /// The same without the means to parse it.
  var request: LoadRequest {
    LoadRequest(
      type: type, globs: globs, isStrict: strict, isLenient: lenient, hasNoHeader: noHeader,
      delimiter: delimiter, readsHidden: hidden, ignoresNothing: noIgnore)
  }
}
