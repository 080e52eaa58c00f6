/// The reason why a query cannot be run; `message` and `remedy` describe it in words.
public struct QueryError: Error, Equatable, Sendable {
  /// The kind of error.
  public enum Code: Equatable, Sendable {
    /// The query has more than `limit` bytes.
    case tooLong(limit: Int)
    /// The query has more than `limit` combining marks in a row.
    case tooManyMarks(limit: Int)
    /// More than `limit` parentheses are open at once.
    case nestingTooDeep(limit: Int)
    /// An opening parenthesis is never closed.
    case unclosedParenthesis
    /// A closing parenthesis has no opening parenthesis.
    case unopenedParenthesis
    /// A group is empty.
    case emptyParentheses
    /// An operator or a field name has no operand.
    case missingOperand(of: String)
    /// A quote is never closed.
    case unclosedQuote
    /// No field of the corpus has this name; `fields` lists the names of all fields of the corpus.
    case unknownField(String, nearest: String?, fields: [String])
    /// No strategy has this name.
    case unknownStrategy(String, nearest: String?)
    /// No access path has this name.
    case unknownAccessPath(String, nearest: String?)
    /// The engine rejects the pattern; `problem` is the engine's message.
    case malformedPattern(problem: String, fragment: String)
    /// The pattern uses a construct that RE2 does not support.
    case unsupportedPattern(PatternConstruct)
    /// The compiled pattern would need more memory than `limit`.
    case patternTooLarge(limit: Int)
    /// The pattern has more than `limit` optional parts, such as `a?`.
    case tooManyOptionalParts(limit: Int)
    /// Too many canceled searches of long records are still running; the value is their number.
    ///
    /// RE2 cannot be interrupted while it searches a record.
    case regexBusy(Int)
    /// PCRE2 is not installed.
    case engineMissing
  }

  /// A construct that other regular expression dialects have, but that RE2 does not support.
  public enum PatternConstruct: Equatable, Sendable {
    /// Look-ahead: `(?=...)`, `(?!...)`.
    case lookahead

    /// Look-behind: `(?<=...)`, `(?<!...)`.
    case lookbehind

    /// A backreference, such as `\1`.
    case backreference(String)

    /// An atomic group: `(?>...)`.
    case atomicGroup

    /// A possessive quantifier, such as `a++`.
    case possessiveQuantifier(String)

    /// A named group in a syntax that RE2 does not support.
    case namedGroup

    /// `\C`, which could match a part of a character.
    case anyByte

    /// An escape that RE2 does not support.
    case escape(String)

    /// A conditional group: `(?(1)...)`.
    case conditional

    /// A comment: `(?#...)`.
    case comment
  }

  /// The kind of error.
  public let code: Code

  /// The offset of the error in the query, in UTF-8 bytes.
  ///
  /// The value is `nil` if the error has no single position.
  public let offset: Int?

  /// The length of the erroneous text that begins at `offset`, in bytes.
  public let length: Int

  /// Creates an error.
  public init(_ code: Code, at offset: Int? = nil, length: Int = 0) {
    self.code = code
    self.offset = offset
    self.length = length
  }
}
