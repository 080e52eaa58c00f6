/// How files become a corpus.
public struct LoadOptions: Hashable, Sendable {
  /// The corpus's name; nil names it after the first file.
  public var name: String?

  /// `auto`, or the name of a format of `FormatCatalog`.
  public var type = "auto"

  /// The columns to keep; all, if empty.
  public var fields: [String] = []

  /// The columns whose values are representations: other names of the record.
  public var aliasFields: [String] = []

  /// Which files of folders are read: patterns as in an ignore file, `!` excludes, the last match wins.
  public var globs: [String] = []

  /// Whether invalid UTF-8 is an error.
  public var isStrict = false

  /// Whether what is wrong but has an obvious meaning is taken: extra cells join the last column.
  public var isLenient = false

  /// Whether the first row of CSV and TSV names the columns.
  public var hasHeader = true

  /// The ASCII character between cells; nil for the format's own.
  public var delimiter: UInt8?

  /// Whether hidden files of folders are read.
  public var includesHidden = false

  /// Whether binary files of folders are read: those with a zero byte among their first 8 KB.
  public var searchesBinary = false

  /// Whether files that an ignore file (`.gitignore` in a repository, `.ignore`) excludes are read.
  public var ignoresGitignore = false

  /// Whether a file that cannot be read is noted in the report and left out, and no error.
  public var skipsUnreadable = false

  /// The most threads that read and fold; as many as there are processors, if nil.
  public var threads: Int?

  /// Whether the SHA-256 of the bytes read, all files one after the other, is computed.
  public var computesSHA256 = false

  public init() {}

  /// The usual options; the others keep their defaults.
  public init(
    name: String? = nil, type: String = "auto", fields: [String] = [], aliasFields: [String] = []
  ) {
    self.name = name
    self.type = type
    self.fields = fields
    self.aliasFields = aliasFields
  }
}
