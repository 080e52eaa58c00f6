extension QueryError {
  /// One lower-case sentence that describes the problem.
  public var message: String {
    switch code {
    case .tooLong(let limit): "the query is longer than \(limit >> 10) KiB"
    case .tooManyMarks(let limit): "more than \(limit) combining marks follow each other"
    case .nestingTooDeep(let limit): "more than \(limit) parentheses are open at once"
    case .unclosedParenthesis: "this parenthesis is never closed"
    case .unopenedParenthesis: "this parenthesis closes nothing"
    case .emptyParentheses: "these parentheses are empty"
    case .missingOperand(let name): "an operand of \(name) is missing"
    case .unclosedQuote: "this quote is never closed"
    case .unknownField(let name, _, _): "no field is named \(name)"
    case .unknownStrategy(let name, _): "no strategy is named \(name)"
    case .unknownAccessPath(let name, _): "no access path is named \(name)"
    case .malformedPattern(let problem, let fragment):
      fragment.isEmpty ? problem : "\(problem): \(fragment)"
    case .unsupportedPattern(let construct): construct.message
    case .patternTooLarge(let limit):
      "the pattern needs more than \(limit >> 20) MB when compiled"
    case .tooManyOptionalParts(let limit): "the pattern has more than \(limit) optional parts"
    case .regexBusy(let count):
      "\(count) canceled searches of very long records are still running"
    case .engineMissing: "PCRE2's library, libpcre2-8.so.0, is not installed"
    }
  }

  /// A short remedy for the error; `nil` if there is none.
  public var remedy: String? {
    switch code {
    case .tooLong:
      "search for a part of it, or put its parts in a file of queries: searchbench search -f FILE"
    case .tooManyMarks: "remove some of the marks"
    case .nestingTooDeep: "remove some of the parentheses"
    case .unclosedParenthesis: "add a closing parenthesis, or write \\( for the character ("
    case .unopenedParenthesis: "remove the parenthesis, or write \\) for the character )"
    case .emptyParentheses:
      "put a word between the parentheses, or write \\(\\) for the characters ()"
    case .missingOperand(let name):
      "put a word next to \(name), or write \\\(name) or \"\(name)\" for the word itself"
    case .unclosedQuote: "add a closing quote, or write \\\" for the character \""
    case .unknownField(_, nil, let fields):
      fields.isEmpty
        ? nil
        : "the fields are " + fields.prefix(20).joined(separator: ", ")
          + (fields.count > 20 ? ", and others" : "")
    case .unknownField(_, let nearest, _), .unknownStrategy(_, let nearest),
      .unknownAccessPath(_, let nearest):
      nearest.map { "did you mean \($0)?" }
    case .malformedPattern(let problem, let fragment):
      Self.remedy(forPatternProblem: problem, fragment)
    case .unsupportedPattern(let construct): construct.remedy
    case .regexBusy: "try again when they have ended"
    case .engineMissing: "run apt-get install libpcre2-8-0, or use RE2: :set regex-engine re2"
    case .patternTooLarge, .tooManyOptionalParts:
      "use smaller repetition counts or fewer alternatives"
    }
  }

  /// The remedy for an error in a pattern; `nil` if there is none.
  ///
  /// `problem` is the error message of RE2 or PCRE2. `fragment` is the invalid part of the pattern,
  /// or empty.
  private static func remedy(forPatternProblem problem: String, _ fragment: String) -> String? {
    switch problem {
    case "missing ]", "missing terminating ] for character class":
      "add a closing ], or write \\[ for the character ["
    case "missing )", "missing closing parenthesis":
      "add a closing ), or write \\( for the character ("
    case "unexpected )", "unmatched closing parenthesis":
      "remove the ), or write \\) for the character )"
    case "trailing \\", "\\ at end of pattern": "write \\\\ for the character \\"
    case "no argument for repetition operator", "quantifier does not follow a repeatable item":
      "put something before the operator, or a backslash to match it as a character"
    case "invalid repetition size":
      "the first number must not exceed the second, and RE2 repeats at most 1000 times"
    case "numbers out of order in {} quantifier": "put the smaller number first"
    case "number too big in {} quantifier": "PCRE2 repeats at most 65535 times"
    case "bad repetition operator": "omit one of the operators"
    case "invalid named capture group", "syntax error in subpattern name (missing terminator?)":
      "write (?P<name>...), with a name of letters, digits and _"
    case "invalid character class range" where fragment.hasPrefix("\\"):
      "name a category or a script, such as \\p{L} or \\p{Greek}"
    case "invalid character class range" where fragment.hasPrefix("["), "unknown POSIX class name":
      "name a POSIX class, such as [[:alpha:]]"
    case "invalid character class range", "range out of order in character class":
      "put the lower character first, or write \\- for the character -"
    case PatternProblem.classInRange: "write \\- for the character -, or put the - last"
    case "invalid perl operator", "unrecognized character after (? or (?-":
      "the flags are i, m, s and U, as in (?i) or (?i:...)"
    case "unrecognized character follows \\": "omit the backslash for the character itself"
    default: nil
    }
  }
}

extension QueryError.PatternConstruct {
  fileprivate var message: String {
    switch self {
    case .lookahead: "look-ahead is not supported: RE2 matches in linear time"
    case .lookbehind: "look-behind is not supported: RE2 matches in linear time"
    case .backreference(let text):
      "the backreference \(text) is not supported: RE2 matches in linear time"
    case .atomicGroup: "atomic groups are not supported"
    case .possessiveQuantifier(let text): "the possessive quantifier \(text) is not supported"
    case .namedGroup: "this form of a named group is not supported"
    case .anyByte: "\\C is refused: it could match half a character"
    case .escape(let text): "the escape \(text) is not supported"
    case .conditional: "conditional groups are not supported"
    case .comment: "comments in a pattern are not supported"
    }
  }

  fileprivate var remedy: String? {
    switch self {
    case .lookahead, .lookbehind, .backreference:
      "use PCRE2: searchbench search -P, or :set regex-engine pcre2"
    case .atomicGroup:
      "write (?:...), or use PCRE2: searchbench search -P, or :set regex-engine pcre2"
    case .possessiveQuantifier:
      "omit the last +, or use PCRE2: searchbench search -P, or :set regex-engine pcre2"
    case .namedGroup: "write (?P<name>...)"
    case .anyByte: "write (?s:.) for any character"
    case .escape(let text): Self.remedy(forEscape: text)
    case .conditional:
      "write the two cases as alternatives with |, or use PCRE2: searchbench search -P"
    case .comment: "omit the comment"
    }
  }

  private static func remedy(forEscape text: String) -> String? {
    switch text {
    case "\\Z": "write \\z for the end of the text"
    case "\\<", "\\>": "write \\b for the edge of a word"
    case "\\h": "write [ \\t]"
    case "\\K": "use PCRE2: searchbench search -P, or :set regex-engine pcre2"
    case "\\R": "write (?:\\r\\n|\\n|\\r)"
    case "\\u", "\\U": "write \\x{...} for a character by its number"
    case "\\e": "write \\x1b"
    case "\\X": "write \\PM\\pM*"
    case "\\G": nil
    case _ where text.hasPrefix("\\x"):
      "write \\x and two hexadecimal digits, or \\x{...} with a number up to 10FFFF"
    default: "omit the backslash for the character itself"
    }
  }
}
