import Testing

@testable import Searching

@Suite struct StandardParserTests {
  static let fields: Set<String> = ["name", "my field", "a:b"]

  static func tree(_ query: String) throws -> String {
    try StandardParser.parse(query, fields: fields).canonicalForm
  }

  @Test(arguments: [
    ("", "(any)"), ("  \u{3000}\n ", "(any)"), ("a", "\"a\""), ("a b", "(and \"a\" \"b\")"),
    ("a AND b OR c", "(or (and \"a\" \"b\") \"c\")"),
    ("a OR b AND c", "(or \"a\" (and \"b\" \"c\"))"),
    ("a OR b OR c", "(or (or \"a\" \"b\") \"c\")"),
    ("a b c", "(and (and \"a\" \"b\") \"c\")"),
    ("NOT a b", "(and (not \"a\") \"b\")"), ("!a OR !!b", "(or (not \"a\") (not (not \"b\")))"),
    ("NOT (a OR b)", "(not (or \"a\" \"b\"))"), ("! a", "(not \"a\")"),
    ("(a)(b)", "(and \"a\" \"b\")"), ("((a))", "\"a\""), ("a(b OR c)d", nested),
    ("\"a AND b\"", "\"a AND b\""), (#""a\"b\\c""#, #""a\"b\\c""#), (#"\AND"#, "\"AND\""),
    (#"a\ b"#, "\"a b\""), (#"a\"#, #""a\\""#), ("ANDa and", "(and \"ANDa\" \"and\")"),
    ("AND\"b\"", "(and \"AND\" \"b\")"), ("\"b\"AND", "(and \"b\" \"AND\")"),
    ("(a)AND(b)", "(and \"a\" \"b\")"), ("\"\"", "\"\""),
    ("ab*", "(prefix \"ab\")"), ("*", "\"*\""), ("a*b", "\"a*b\""), (#"a\*"#, "\"a*\""),
    ("**", "(prefix \"*\")"), ("\"a*\"", "\"a*\""),
    ("name:a", "(in \"name\" \"a\")"), ("name:ab*", "(in \"name\" (prefix \"ab\"))"),
    ("name:\"a b\" c", "(and (in \"name\" \"a b\") \"c\")"),
    ("name:(a OR NOT b)", "(or (in \"name\" \"a\") (not (in \"name\" \"b\")))"),
    ("name:NOT a", "(and (in \"name\" \"NOT\") \"a\")"),
    ("NOT name:a", "(not (in \"name\" \"a\"))"), (#"my\ field:a"#, "(in \"my field\" \"a\")"),
    ("a:b:c", "(in \"a:b\" \"c\")"), ("http://x", "\"http://x\""), (#"name\:a"#, "\"name:a\""),
    ("e\u{301}(\u{301}a", "\"é(\u{301}a\""),
  ])
  func `a query is parsed as the standard grammar specifies`(_ query: String, _ tree: String) throws
  {
    #expect(try Self.tree(query) == tree)
  }

  private static let nested = "(and (and \"a\" (or \"b\" \"c\")) \"d\")"

  @Test(
    arguments: [
      ("(a", .unclosedParenthesis, 0, 1), ("a (b (c)", .unclosedParenthesis, 2, 1),
      ("a)", .unopenedParenthesis, 1, 1), (")", .unopenedParenthesis, 0, 1),
      ("a ( )", .emptyParentheses, 2, 3), ("()", .emptyParentheses, 0, 2),
      ("AND a", .missingOperand(of: "AND"), 0, 3), ("a OR", .missingOperand(of: "OR"), 2, 2),
      ("a AND OR b", .missingOperand(of: "AND"), 2, 3), ("NOT", .missingOperand(of: "NOT"), 0, 3),
      ("a !", .missingOperand(of: "!"), 2, 1), ("(a AND)", .missingOperand(of: "AND"), 3, 3),
      ("NOT AND a", .missingOperand(of: "NOT"), 0, 3), ("é OR", .missingOperand(of: "OR"), 3, 2),
      ("name:", .missingOperand(of: "name:"), 0, 5),
      ("(name:)", .missingOperand(of: "name:"), 1, 5),
      ("name: NOT a", .missingOperand(of: "name:"), 0, 5),
      ("name:name:a", .missingOperand(of: "name:"), 0, 5),
      ("(a OR", .missingOperand(of: "OR"), 3, 2), ("a OR )", .missingOperand(of: "OR"), 2, 2),
      ("a \"b", .unclosedQuote, 2, 1), ("\"", .unclosedQuote, 0, 1),
      ("\"a\\\"", .unclosedQuote, 0, 1),
    ] as [(String, QueryError.Code, Int, Int)])
  func `a syntax error has an offset and a length`(
    _ query: String, _ code: QueryError.Code, _ offset: Int, _ length: Int
  ) {
    #expect(throws: QueryError(code, at: offset, length: length)) { try Self.tree(query) }
  }

  @Test func `101 open parentheses are accepted, and the next is refused`() throws {
    let open = String(repeating: "(", count: 101)
    let close = String(repeating: ")", count: 101)
    #expect(try Self.tree(open + "a" + close) == "\"a\"")
    #expect(throws: QueryError(.nestingTooDeep(limit: 101), at: 101, length: 1)) {
      try Self.tree("(" + open + "a" + close + ")")
    }
  }
}
