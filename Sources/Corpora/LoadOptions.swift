/// How to load files into a corpus.
public struct LoadOptions: Hashable, Sendable {
  /// The name of the corpus; nil to name the corpus after the first file.
  public var name: String?

  /// The name of a format in `FormatCatalog`; `auto` to detect the format of each file.
  public var type = "auto"

  /// The columns to keep; empty to keep all columns.
  public var fields: [String] = []

  /// The columns whose values are alternative names of the record.
  public var aliasFields: [String] = []

  /// The separator between the names in one cell of an alias column; whitespace around names is
  /// dropped.
  ///
  /// If `aliasSeparator` is nil, only newlines separate names.
  public var aliasSeparator: String?

  /// The types that override the inferred types of columns: `text`, `integer`, `decimal` or `time`.
  ///
  /// The keys are the names of the columns.
  public var columnTypes: [String: String] = [:]

  /// The glob patterns that select the files to read in folders.
  ///
  /// A pattern is written like a line of an ignore file, except that `!` excludes files. If several
  /// patterns match a file, the last matching pattern decides.
  public var globs: [String] = []

  /// Whether the patterns in `globs` are relative to the current folder, as in ripgrep; otherwise,
  /// they are relative to the folder given to the loader.
  public var globsUseCurrentFolder = false

  /// Whether invalid UTF-8 is an error.
  public var isStrict = false

  /// Whether to accept malformed input if its meaning is obvious.
  ///
  /// For example, extra cells in a row are joined to the last column.
  public var isLenient = false

  /// Whether the first row of CSV and TSV names the columns.
  public var hasHeader = true

  /// The ASCII character between cells; nil to use the format's default.
  public var delimiter: UInt8?

  /// Whether to read hidden files in folders.
  public var includesHidden = false

  /// Whether to read binary files in folders.
  ///
  /// A file is binary if its first 8 KB contain a zero byte.
  public var searchesBinary = false

  /// Whether to read files that an ignore file (`.gitignore` in a repository, `.ignore`) excludes.
  public var ignoresGitignore = false

  /// Whether to skip unreadable files and report their errors; otherwise, the load fails.
  public var skipsUnreadable = false

  /// The maximum number of threads for reading and folding; nil means one thread for each
  /// processor.
  public var threads: Int?

  /// Whether to compute the SHA-256 of all bytes, in the order in which the bytes are read.
  public var computesSHA256 = false

  /// Creates options with their default values.
  public init() {}

  /// Sets the most common options; all other options keep their defaults.
  public init(
    name: String? = nil, type: String = "auto", fields: [String] = [], aliasFields: [String] = []
  ) {
    self.name = name
    self.type = type
    self.fields = fields
    self.aliasFields = aliasFields
  }
}
