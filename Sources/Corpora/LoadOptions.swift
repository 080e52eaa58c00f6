/// How to load files into a corpus.
public struct LoadOptions: Hashable, Sendable {
  /// The name of the corpus; nil names it after the first file.
  public var name: String?

  /// `auto`, or the name of a format in `FormatCatalog`.
  public var type = "auto"

  /// The columns to keep; empty keeps all.
  public var fields: [String] = []

  /// The columns whose values are representations: other names of the record.
  public var aliasFields: [String] = []

  /// What separates several names in one cell of an alias column; whitespace around them is dropped.
  ///
  /// If it is nil, only newlines separate them.
  public var aliasSeparator: String?

  /// The types of columns, by name, that replace the inferred ones: `text`, `integer`, `decimal` or `time`.
  public var columnTypes: [String: String] = [:]

  /// Which files in folders to read.
  ///
  /// The patterns are those of an ignore file; `!` excludes, and the last match wins.
  public var globs: [String] = []

  /// Whether invalid UTF-8 is an error.
  public var isStrict = false

  /// Whether to accept malformed input with an obvious meaning.
  ///
  /// For example, extra cells in a row are joined to the last column.
  public var isLenient = false

  /// Whether the first row of CSV and TSV names the columns.
  public var hasHeader = true

  /// The ASCII character between cells; nil uses the format's own.
  public var delimiter: UInt8?

  /// Whether to read hidden files in folders.
  public var includesHidden = false

  /// Whether to read binary files in folders: those with a zero byte in their first 8 KB.
  public var searchesBinary = false

  /// Whether to read files that an ignore file (`.gitignore` in a repository, `.ignore`) excludes.
  public var ignoresGitignore = false

  /// Whether a file that cannot be read is skipped and listed in the report, instead of an error.
  public var skipsUnreadable = false

  /// The maximum number of threads for reading and folding; nil uses one for each processor.
  public var threads: Int?

  /// Whether to compute the SHA-256 of all bytes read, in order.
  public var computesSHA256 = false

  /// Creates options with their default values.
  public init() {}

  /// Sets the most common options; the others keep their defaults.
  public init(
    name: String? = nil, type: String = "auto", fields: [String] = [], aliasFields: [String] = []
  ) {
    self.name = name
    self.type = type
    self.fields = fields
    self.aliasFields = aliasFields
  }
}
