public import JSON

/// The reason why a corpus could not be loaded; `message` states the reason in a sentence.
public struct CorpusError: Error, Equatable, Sendable {
  /// The kind of error, with its details.
  public enum Code: Equatable, Sendable {
    /// No file has this path; `nearest` is the path of the file with the most similar name in the
    /// same folder.
    case notFound(nearest: String?)
    /// The system refused to open the file, or to list the folder.
    case unreadable(reason: String)
    /// The path names a folder, but a file is required.
    case isFolder
    /// A read failed with a system error.
    case readFailed(reason: String)

    /// The gzip data ends early.
    case truncatedGzip

    /// The gzip data is damaged.
    case damagedGzip
    /// The text contains invalid UTF-8, and the option `isStrict` is set.
    case invalidText
    /// A quoted cell never ends; the error's position is the opening quote.
    case unclosedQuote
    /// Text follows the closing quote of a cell.
    case textAfterQuote
    /// A row has more cells than the header has names.
    case extraCells(found: Int, named: Int)

    /// The text is not valid JSON.
    case json(JSONProblem)
    /// `--field` or `--alias-field` names a column that no input has.
    case unknownField(String, nearest: String?)

    /// The input has more columns than a corpus may have.
    case tooManyFields(limit: Int)

    /// The name of a column has too many bytes.
    case longFieldName(limit: Int)

    /// A record has too many bytes.
    case recordTooLarge(limit: Int)

    /// Memory could not be allocated.
    case outOfMemory
    /// Standard input must be read twice, but is too large for a temporary file.
    case inputTooLarge(limit: Int)

    /// A glob pattern is malformed.
    case badGlob(String)
    /// The name given to `--type` is not the name of a format.
    case unknownType(String, nearest: String?)
    /// The delimiter is not a single ASCII character that can separate cells.
    case badDelimiter

    /// The caller canceled the load.
    case cancelled
  }

  /// The kind of error in a JSON text.
  public typealias JSONProblem = JSONSyntaxProblem

  /// The kind of error.
  public var code: Code

  /// The path as the caller gave it, or `-` for standard input; nil if the error is not about one
  /// file.
  public var path: String?

  /// The line number of the error, from 1.
  public var line: Int?

  /// The column of the error in code points, from 1.
  public var column: Int?

  /// Creates an error, optionally with its position.
  public init(_ code: Code, path: String? = nil, line: Int? = nil, column: Int? = nil) {
    self.code = code
    self.path = path
    self.line = line
    self.column = column
  }
}
