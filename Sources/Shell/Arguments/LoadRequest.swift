internal import Corpora
internal import Tables

/// The values of the options for loading files, parsed but not yet checked.
struct LoadRequest: Equatable {
  var name: String?
  var aliasFields: [String] = []
  var aliasSeparator: String?
  var columnTypes: [String] = []
  var reading = ReadingRequest()

  /// The command-line options for loading files.
  ///
  /// `--field` is not included, because commands with a query use it to select the fields to
  /// search.
  static let parameters: [Parameter<LoadRequest>] =
    [
      .option("--as", value: "NAME", help: "Name the corpus.", change: { $0.name = $1 }),
      .list(
        "--alias-field", value: "FIELD", kind: .fields,
        help: "A field whose values are other names of the record.",
        change: { $0.aliasFields.append($1) }),
      .option(
        "--alias-separator", value: "TEXT",
        help: "The text between the names in one cell of an alias field, such as ';'.",
        change: { $0.aliasSeparator = $1 }),
      .list(
        "--column-type", value: "FIELD=TYPE", kind: .fields,
        help: "Treat a column as text, integer, decimal or time, regardless of its cells.",
        change: { $0.columnTypes.append($1) }),
    ] + .group(ReadingRequest.parameters, in: { try $1(&$0.reading) })

  /// Converts this request to the options that the loader takes.
  ///
  /// - Throws: a usage error for an unknown type or an invalid delimiter.
  func options(fields: [String] = []) throws -> LoadOptions {
    var options = try reading.options(fields: fields)
    options.name = name
    options.globsUseCurrentFolder = true
    options.aliasFields = aliasFields
    if let separator = aliasSeparator {
      if separator.isEmpty {
        throw ShellError.usage("--alias-separator cannot be empty: it takes a string like ';'")
      }
      if aliasFields.isEmpty {
        throw ShellError.usage("--alias-separator needs --alias-field FIELD, whose cells it splits")
      }
      options.aliasSeparator = separator
    }
    for text in columnTypes {
      let equals = text.utf8.lastIndex(of: UInt8(ascii: "=")) ?? text.startIndex
      let type = String(text[equals...].dropFirst())
      guard equals > text.startIndex, ColumnType(rawValue: type) != nil else {
        let types = ColumnType.allCases.map(\.rawValue).joined(separator: ", ")
        throw ShellError.usage(
          "--column-type cannot be \(CommandWords.quoted(text)): it takes FIELD=TYPE, and the types are "
            + types, at: .word(text))
      }
      options.columnTypes[String(text[..<equals])] = type
    }
    return options
  }
}

/// The values of the options for reading files into a corpus or a catalog.
struct ReadingRequest: Equatable {
  var type = "auto"
  var globs: [String] = []
  var isStrict = false
  var isLenient = false
  var hasNoHeader = false
  var delimiter: String?
  var readsHidden = false
  var ignoresNothing = false

  static let parameters: [Parameter<ReadingRequest>] = [
    .option(
      "--type", value: "NAME", kind: .corpusTypes,
      help: "Read as \(FormatCatalog.typeNames.commaSeparated).",
      change: { $0.type = $1 }),
    .list(
      "-g", "--glob", value: "GLOB",
      help: "In folders, read only files that match GLOB: *.c, or !*.c for all others.",
      change: { $0.globs.append($1) }),
    .flag(
      "--strict", help: "Refuse invalid UTF-8 instead of replacing it.",
      change: { $0.isStrict = true }),
    .flag(
      "--lenient", help: "Append extra cells of a row to its last field.",
      change: { $0.isLenient = true }),
    .flag(
      "--no-header", help: "The first row is data; fields are c1, c2, ...",
      change: { $0.hasNoHeader = true }),
    .option(
      "--delimiter", value: "C", help: "The character between cells.", change: { $0.delimiter = $1 }
    ),
    .flag("--hidden", help: "Also read hidden files.", change: { $0.readsHidden = true }),
    .flag(
      "--no-ignore", help: "Also read files that .gitignore and .ignore exclude.",
      change: { $0.ignoresNothing = true }),
  ]

  /// Converts this request to the options that the loader takes.
  ///
  /// - Throws: a usage error for an unknown type or an invalid delimiter.
  func options(fields: [String] = []) throws -> LoadOptions {
    var options = LoadOptions()
    let names = FormatCatalog.typeNames
    guard names.contains(type) else {
      throw ShellError.usage(
        "--type cannot be \(CommandWords.quoted(type))"
          + suggestion(
            for: type, among: names,
            else: "it takes \(names.joined(separator: " ")); -g '*.c' chooses files by name"),
        at: .word(type))
    }
    options.type = type
    options.fields = fields
    options.globs = globs
    options.isStrict = isStrict
    options.isLenient = isLenient
    options.hasHeader = !hasNoHeader
    options.includesHidden = readsHidden
    options.ignoresGitignore = ignoresNothing
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
          + "not a quote or a newline, or \\t", at: .word(text))
    }
    return byte
  }
}
