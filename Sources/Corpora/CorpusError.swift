/// Why a corpus could not be loaded, as data; `message` is the sentence for it.
public struct CorpusError: Error, Equatable, Sendable {
  public enum Code: Equatable, Sendable {
    /// No file has this path; `nearest` is a similar name in the same folder.
    case notFound(nearest: String?)
    /// The system refused to open or list the file.
    case unreadable(reason: String)
    /// The path names a folder, but a file is required.
    case isFolder
    /// A read failed with a system error.
    case readFailed(reason: String)
    case truncatedGzip
    case damagedGzip
    /// The text has invalid UTF-8, and `isStrict` is set.
    case invalidText
    /// A quoted cell never ends; the position is that of its opening quote.
    case unclosedQuote
    /// Text follows the closing quote of a cell.
    case textAfterQuote
    /// A row has more cells than the header names.
    case extraCells(found: Int, named: Int)
    case json(JSONProblem)
    /// `--field` or `--alias-field` names a column that no input has.
    case unknownField(String, nearest: String?)
    case tooManyFields(limit: Int)
    case longFieldName(limit: Int)
    case recordTooLarge(limit: Int)
    case outOfMemory
    /// Standard input must be read twice but is larger than the limit of the temporary file.
    case inputTooLarge(limit: Int)
    case badGlob(String)
    /// `--type` names no format.
    case unknownType(String, nearest: String?)
    /// The delimiter is not a single ASCII character that can separate cells.
    case badDelimiter
    case cancelled
  }

  /// What is wrong with a JSON text.
  public enum JSONProblem: String, Equatable, Sendable {
    case notAnArray
    case valueExpected
    case keyExpected
    case colonExpected
    case commaExpected
    case badNumber
    case badLiteral
    case badEscape
    case controlCharacter
    case unexpectedEnd
    case textAfterEnd
  }

  public var code: Code

  /// The path as the caller gave it, or `-` for standard input; nil if the error is not about one file.
  public var path: String?

  /// The line number, from 1.
  public var line: Int?

  /// The column in code points, from 1.
  public var column: Int?

  public init(_ code: Code, path: String? = nil, line: Int? = nil, column: Int? = nil) {
    self.code = code
    self.path = path
    self.line = line
    self.column = column
  }
}
