/// The reason why a query cannot be run; `message` and `remedy` describe it in words.
public struct QueryError: Error, Equatable, Sendable {
  /// The kind of error.
  public enum Code: Equatable, Sendable {
    /// More than `limit` parentheses are open at once.
    case nestingTooDeep(limit: Int)
    /// An opening parenthesis is never closed.
    case unclosedParenthesis
    /// A closing parenthesis closes nothing.
    case unopenedParenthesis
    /// A group holds nothing.
    case emptyParentheses
    /// An operator or a field name has nothing to apply to.
    case missingOperand(of: String)
    /// A quote is never closed.
    case unclosedQuote
    /// No field of the corpus has this name.
    case unknownField(String, nearest: String?)
    /// No strategy has this name.
    case unknownStrategy(String, nearest: String?)
    /// No access path has this name.
    case unknownAccessPath(String, nearest: String?)
    /// RE2 rejects the pattern; `problem` is RE2's own message.
    case malformedPattern(problem: String, fragment: String)
    /// The pattern uses a construct that RE2 does not support.
    case unsupportedPattern(PatternConstruct)
    /// The compiled pattern would need more memory than `limit`.
    case patternTooLarge(limit: Int)
    /// Canceled searches of long records are still running, because RE2 cannot be interrupted.
    case regexBusy(Int)
  }

  /// A construct of other regular expression dialects.
  public enum PatternConstruct: Equatable, Sendable {
    case lookahead
    case lookbehind
    case backreference(String)
    case atomicGroup
    case possessiveQuantifier(String)
    case namedGroup
    case anyByte
    case escape(String)
    case conditional
    case comment
  }

  public let code: Code

  /// Where the error is in the query, in UTF-8 bytes; `nil` if it has no single place.
  public let offset: Int?

  /// The number of bytes of the query that are wrong, from `offset` on.
  public let length: Int

  public init(_ code: Code, at offset: Int? = nil, length: Int = 0) {
    self.code = code
    self.offset = offset
    self.length = length
  }
}
