/// One option of `searchbench search`, for reading plain command lines at once.
///
/// `SearchArguments` declares the options, their help and their errors; the parser it is made for takes longer to get
/// ready than a small search takes. What stands here says the same of the lines that need no explanation.
struct SearchOption: Sendable {
  enum Effect: Sendable {
    case flag(@Sendable (inout SearchRequest) -> Void)
    /// Takes a value, or refuses it by returning false.
    case value(@Sendable (inout SearchRequest, String) -> Bool)
  }

  let names: [String]
  let effect: Effect
  /// Whether it may be given more than once.
  var repeats = false
  /// Whether a value may follow the short name without a blank.
  var joins = false

  private static func flag(
    _ names: String..., effect: @escaping @Sendable (inout SearchRequest) -> Void
  ) -> SearchOption {
    SearchOption(names: names, effect: .flag(effect))
  }

  private static func value(
    _ names: String..., joins: Bool = false,
    effect: @escaping @Sendable (inout SearchRequest, String) -> Void
  ) -> SearchOption {
    SearchOption(
      names: names,
      effect: .value { request, text in
        effect(&request, text)
        return true
      }, joins: joins)
  }

  private static func number(
    _ name: String, effect: @escaping @Sendable (inout SearchRequest, Int) -> Void
  ) -> SearchOption {
    SearchOption(
      names: [name],
      effect: .value { request, text in
        guard let number = Int(text) else { return false }
        effect(&request, number)
        return true
      }, joins: true)
  }

  private static func list(
    _ name: String, effect: @escaping @Sendable (inout SearchRequest, String) -> Void
  ) -> SearchOption {
    var option = value(name, effect: effect)
    option.repeats = true
    return option
  }

  private static func setting(_ key: String, short: String? = nil) -> SearchOption {
    SearchOption(
      names: ["--" + key] + (short.map { [$0] } ?? []),
      effect: .value { request, text in
        request.settings.texts[key] = text
        return true
      }, joins: short != nil)
  }

  static let all: [SearchOption] = [
    list("--field") { $0.fields.append($1) },
    flag("-c", "--count") { $0.count = true },
    flag("--total") { $0.total = true },
    flag("-l", "--files") { $0.listsFiles = true },
    number("-A") { $0.after = $1 },
    number("-B") { $0.before = $1 },
    flag("-v", "--invert", "--invert-match") { $0.invert = true },
    flag("-q", "--quiet") { $0.quiet = true },
    flag("--text") { $0.searchesBinary = true },
    flag("--safe") { $0.safe = true },
    flag("--bom") { $0.bom = true },
    flag("--crlf") { $0.crlf = true },

    value("--as") { $0.load.name = $1 },
    value("--type") { $0.load.type = $1 },
    list("--alias-field") { $0.load.aliasFields.append($1) },
    list("--glob") { $0.load.globs.append($1) },
    flag("--strict") { $0.load.isStrict = true },
    flag("--lenient") { $0.load.isLenient = true },
    flag("--no-header") { $0.load.hasNoHeader = true },
    value("--delimiter") { $0.load.delimiter = $1 },
    flag("--hidden") { $0.load.readsHidden = true },
    flag("--no-ignore") { $0.load.ignoresNothing = true },

    setting("strategy", short: "-s"), setting("case"), setting("diacritics"), setting("trim"),
    setting("grammar"), setting("separators"), setting("fields"), setting("regex-engine"),
    setting("path"), setting("threads"), setting("cache"), setting("format"),
    setting("limit", short: "-m"), setting("context", short: "-C"), setting("timing"),
    setting("pager"), setting("color"), setting("width"), setting("hyperlink"), setting("seed"),
    setting("editor"),
    flag("-i") { $0.settings.ignoresCase = true },
    flag("-S") { $0.settings.mindsCapitals = true },
    flag("--no-pager") { $0.settings.hasNoPager = true },

    value("-o", joins: true) { $0.common.output = $1 },
    flag("--force") { $0.common.force = true },
    flag("--raw") { $0.common.raw = true },
    value("--progress") { $0.common.progress = $1 },
    flag("--verbose") { $0.common.verbose = true },
  ]
}
