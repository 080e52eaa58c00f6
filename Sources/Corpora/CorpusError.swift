/// Why a corpus could not be loaded, as data; `message` is the sentence.
public struct CorpusError: Error, Equatable, Sendable {
  public enum Code: Equatable, Sendable {
    /// No file has this path; `nearest` is a name in its folder that is close to it.
    case notFound(nearest: String?)
    /// The system refused to open or list it.
    case unreadable(reason: String)
    /// A folder stands where a file is meant.
    case isFolder
    /// Reading stopped with an error of the system.
    case readFailed(reason: String)
    case truncatedGzip
    case damagedGzip
    /// Invalid UTF-8 while `isStrict`.
    case invalidText
    /// A quoted cell never ends; the place is that of its quote.
    case unclosedQuote
    /// Text follows the closing quote of a cell.
    case textAfterQuote
    /// A row has more cells than the header names.
    case extraCells(found: Int, named: Int)
    case json(JSONProblem)
    /// `--field` or `--alias-field` names a column that no file has.
    case unknownField(String, nearest: String?)
    case tooManyFields(limit: Int)
    case longFieldName(limit: Int)
    case recordTooLarge(limit: Int)
    case outOfMemory
    /// Standard input has to be read twice, and there is more of it than is put aside.
    case inputTooLarge(limit: Int)
    case badGlob(String)
    /// `--type` names no format.
    case unknownType(String, nearest: String?)
    /// The delimiter is not one ASCII character that can part cells.
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

  /// The path as it was given, `-` for standard input; nil if no one file is to blame.
  public var path: String?

  /// From 1.
  public var line: Int?

  /// In code points, from 1.
  public var column: Int?

  public init(_ code: Code, path: String? = nil, line: Int? = nil, column: Int? = nil) {
    self.code = code
    self.path = path
    self.line = line
    self.column = column
  }
}
