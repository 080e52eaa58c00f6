import Corpora
import TestSupport
import Testing

@testable import Searching

/// Tests that very large queries are processed without recursion and in linear time.
@Suite struct DeepQueryTests {
  static let searcher = Searcher(
    Corpus(name: "deep", fields: [Field("text")], rows: [["a"], ["b"], ["a b"], ["x"]]))

  static func run(_ text: String, _ grammar: Grammar = .classic) throws -> [Int] {
    var options = SearchOptions()
    options.grammar = grammar
    return try searcher.run(Query(text, by: "bool", options: options)).results.map {
      Int($0.rawValue)
    }
  }

  @Test(arguments: [Grammar.classic, .standard])
  func `a megabyte of nested parentheses is refused`(_ grammar: Grammar) {
    let half = 1 << 19
    let text = String(repeating: "(", count: half) + String(repeating: ")", count: half)
    #expect(throws: QueryError(.nestingTooDeep(limit: 101), at: 101, length: 1)) {
      try Self.run(text, grammar)
    }
  }

  @Test func `many unpaired parentheses are literal text`() throws {
    #expect(try Self.run(String(repeating: "(", count: 1 << 17)) == [])
    #expect(try Self.run(String(repeating: ")", count: 1 << 17)) == [])
  }

  @Test func `many negations cancel out`() throws {
    #expect(try Self.run(String(repeating: "!", count: 1 << 17) + "a") == [0, 2])
    #expect(try Self.run(String(repeating: "!", count: 1 << 17 + 1) + "a") == [1, 3])
    #expect(try Self.run(String(repeating: "!", count: 1 << 17) + "a", .standard) == [0, 2])
  }

  @Test func `a tree as deep as the query is long is evaluated and printed`() throws {
    // The classic grammar is right-associative, so each operator is an operand of the previous
    // operator.
    let text = String(repeating: "a AND b OR ", count: Effort.size(4_000, thorough: 20_000)) + "x"
    #expect(try Self.run(text) == [2])
    let explanation = try Self.searcher.explain(Query(text, by: "bool"))
    #expect(explanation["parsed"]?.utf8.count ?? 0 > text.utf8.count)
    var distinct = ""
    for index in 0..<3_000 { distinct += "a AND k\(index) OR " }
    #expect(try Self.run(distinct + "b") == [2])
    #expect(try Self.searcher.explain(Query(distinct + "b", by: "bool"))["requirement"] == "none")
  }

  @Test func `groups that a literal parenthesis keeps open count toward the nesting limit`() throws
  {
    let level = "(a AND ) "
    #expect(try Self.run(String(repeating: level, count: 101)).isEmpty)
    #expect(throws: QueryError.self) { try Self.run(String(repeating: level, count: 102)) }
  }

  /// `inner` inside `depth` nested pairs of parentheses.
  private static func nested(_ inner: String, _ depth: Int) -> String {
    String(repeating: "(", count: depth) + inner + String(repeating: ")", count: depth)
  }

  @Test func `an empty pair of parentheses is one operand and counts as one nesting level`() throws
  {
    let pair = "(and \"(\" \")\")"
    #expect(try ClassicParser.parse(Self.nested("()", 100)).canonicalForm == pair)
    #expect(
      try ClassicParser.parse(Self.nested("a ()", 100)).canonicalForm == "(and \"a\" \(pair))")
    #expect(
      try ClassicParser.parse(Self.nested("a AND NOT ()", 100)).canonicalForm
        == "(and \"a\" (not \(pair)))")
    for (inner, offset) in [("()", 101), ("a ()", 103), ("() a", 101), ("a OR NOT ()", 110)] {
      #expect(throws: QueryError(.nestingTooDeep(limit: 101), at: offset, length: 1), "\(inner)") {
        try ClassicParser.parse(Self.nested(inner, 101))
      }
    }
  }
}
