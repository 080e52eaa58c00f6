/// Why a query cannot be run, as data: `message` and `remedy` put it into words.
public struct QueryError: Error, Equatable, Sendable {
  /// What is wrong.
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
    /// The pattern is not in the dialect; `problem` is the library's own word for it.
    case malformedPattern(problem: String, fragment: String)
    /// The pattern uses something that a linear-time engine cannot offer.
    case unsupportedPattern(PatternConstruct)
    /// The compiled pattern would need more memory than it is given.
    case patternTooLarge(limit: Int)
    /// Searches of long records that were cancelled still run; the library cannot be interrupted.
    case regexBusy(Int)
  }

  /// Something other regular expression dialects have.
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

  /// Where in the query, in UTF-8 bytes; `nil` where no single place is to blame.
  public let offset: Int?

  /// How many bytes of the query from `offset` on are meant.
  public let length: Int

  public init(_ code: Code, at offset: Int? = nil, length: Int = 0) {
    self.code = code
    self.offset = offset
    self.length = length
  }
}
