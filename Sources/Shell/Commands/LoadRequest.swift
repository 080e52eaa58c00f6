internal import Corpora

/// How files are to be loaded, as it was typed and not yet checked.
struct LoadRequest: Equatable {
  var name: String?
  var type = "auto"
  var aliasFields: [String] = []
  var globs: [String] = []
  var isStrict = false
  var isLenient = false
  var hasNoHeader = false
  var delimiter: String?
  var readsHidden = false
  var ignoresNothing = false

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
          + suggestion(for: type, among: names, else: "it takes \(names.joined(separator: " "))"),
        at: .word(type))
    }
    options.type = type
    options.fields = fields
    options.aliasFields = aliasFields
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
