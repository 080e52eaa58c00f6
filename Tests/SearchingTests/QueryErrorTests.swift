import Searching
import Testing

@Suite struct QueryErrorTests {
  static let constructs: [QueryError.PatternConstruct] = [
    .lookahead, .lookbehind, .backreference("\\1"), .atomicGroup, .possessiveQuantifier("++"),
    .namedGroup, .anyByte, .escape("\\Z"), .escape("\\<"), .escape("\\h"), .escape("\\R"),
    .escape("\\u"), .escape("\\e"), .escape("\\X"), .escape("\\K"), .escape("\\y"), .conditional,
    .comment,
  ]
  static let codes: [QueryError.Code] =
    [
      .nestingTooDeep(limit: 101), .unclosedParenthesis, .unopenedParenthesis, .emptyParentheses,
      .missingOperand(of: "AND"), .unclosedQuote,
      .unknownField("txt", nearest: "text", fields: ["text"]),
      .unknownStrategy("a", nearest: nil), .unknownAccessPath("b", nearest: "scan"),
      .patternTooLarge(limit: 64 << 20), .regexBusy(2),
      .malformedPattern(problem: "missing ]", fragment: "["),
      .malformedPattern(problem: "missing )", fragment: ""),
      .malformedPattern(problem: "unexpected )", fragment: ")"),
      .malformedPattern(problem: "trailing \\", fragment: ""),
      .malformedPattern(problem: "no argument for repetition operator", fragment: "*"),
      .malformedPattern(problem: "invalid repetition size", fragment: "{1001}"),
      .malformedPattern(problem: "invalid UTF-8", fragment: ""),
    ] + constructs.map { .unsupportedPattern($0) }

  @Test(arguments: codes)
  func `every error has a message that is one lower-case sentence`(_ code: QueryError.Code) {
    let error = QueryError(code, at: 3, length: 1)
    #expect(!error.message.isEmpty)
    #expect(!error.message.contains("\n") && !error.message.hasSuffix("."))
    #expect(error.message.first?.isUppercase == false || error.message.hasPrefix("RE2"))
    if let remedy = error.remedy {
      #expect(!remedy.isEmpty && !remedy.hasSuffix(".") || remedy.contains("..."))
    }
  }

  @Test func `the remedy suggests the nearest name`() {
    func remedy(_ nearest: String?, _ fields: [String]) -> String? {
      QueryError(.unknownField("txt", nearest: nearest, fields: fields)).remedy
    }
    #expect(remedy("text", ["text"]) == "did you mean text?")
    #expect(remedy(nil, ["name", "id"]) == "the fields are name, id")
    #expect(remedy(nil, []) == nil)
    let many = (1...30).map { "c\($0)" }
    #expect(remedy(nil, many)?.hasSuffix("c19, c20, and others") == true)
    #expect(
      QueryError(.unsupportedPattern(.escape("\\Z"))).remedy == "write \\z for the end of the text")
    #expect(QueryError(.patternTooLarge(limit: 64 << 20)).message.contains("64 MB"))
  }
}
