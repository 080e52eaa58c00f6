internal import Corpora
internal import System
internal import Terminal

/// A `:load` command with absolute paths, so that it can be repeated from any folder.
struct LoadStep: Equatable, Sendable {
  /// The paths; all except `-` (standard input) are absolute.
  let paths: [String]

  /// The load options, without the name and the number of threads.
  let options: LoadOptions

  /// Whether the paths can be read again, unlike standard input and pipes.
  let isRepeatable: Bool

  init(_ paths: [String], options: LoadOptions) {
    let folder = Platform.workingDirectory()
    self.paths = paths.map { path in
      if path == "-" || path.hasPrefix("/") { return path }
      guard let folder else { return path }
      let plain = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
      let base = folder == "/" ? "" : folder
      return plain.isEmpty || plain == "." ? folder : "\(base)/\(plain)"
    }
    var own = options
    own.name = nil
    own.threads = nil
    self.options = own
    isRepeatable = self.paths.allSatisfy { path in
      guard path.hasPrefix("/"), let status = Platform.status(of: path) else { return false }
      return status.isRegular || status.isDirectory
    }
  }

  /// The words of the `:load` command that repeats this step for the corpus `name`.
  func words(as name: String, appends: Bool) -> [String] {
    var words = [":load"] + paths + Self.option("as", name)
    if options.type != "auto" { words += Self.option("type", options.type) }
    for field in options.fields { words += Self.option("field", field) }
    for field in options.aliasFields { words += Self.option("alias-field", field) }
    if let separator = options.aliasSeparator { words += Self.option("alias-separator", separator) }
    for (field, type) in options.columnTypes.sorted(by: { $0.key < $1.key }) {
      words += Self.option("column-type", "\(field)=\(type)")
    }
    for glob in options.globs { words += Self.option("glob", glob) }
    if let delimiter = options.delimiter {
      let text = String(Character(Unicode.Scalar(delimiter)))
      words += Self.option("delimiter", delimiter == 9 ? "tab" : text)
    }
    let flags = [
      ("append", appends), ("strict", options.isStrict), ("lenient", options.isLenient),
      ("no-header", !options.hasHeader), ("hidden", options.includesHidden),
      ("no-ignore", options.ignoresGitignore),
    ]
    for (flag, isSet) in flags where isSet { words.append("--\(flag)") }
    return words
  }

  /// The words of an option and its value; if the value starts with a hyphen, `=` joins the option
  /// and the value.
  private static func option(_ key: String, _ value: String) -> [String] {
    value.hasPrefix("-") ? ["--\(key)=\(value)"] : ["--\(key)", value]
  }
}
