import Testing

@testable import Searching

@Suite struct OptionalPartsTests {
  @Test(arguments: [
    ("abc", 0), ("a?b*c+", 2), ("a{3}", 0), ("a{2,5}", 3), ("a{2,}", 1), ("(a?b?){3}", 6),
    ("(?:a?){2,4}", 6), ("((a?){10}){10}", 100), ("a??", 2), ("[?*]", 0), ("[]?]a?", 1),
    ("[[:alpha:]*]?", 1), ("\\?\\*", 0), ("\\x{3f}?", 1), ("\\pL{1,3}", 2), ("(?i)a?", 1),
    ("a{,5}", 0),
    ("(a|b?)*", 2), (")?", 1), ("[", 0), ("\\", 0), ("a{", 0),
  ])
  func `the optional parts of a pattern are counted`(pattern: String, count: Int) {
    #expect(OptionalParts.count(in: Array(pattern.utf8)) == count)
  }

  @Test(arguments: ["a{1,9}", "(a?){1000}", "((a?){30}){30}", "a?", "a*"])
  func `a pattern with too many optional parts is refused`(part: String) throws {
    let parts = String(repeating: part, count: 20_000 / OptionalParts.count(in: Array(part.utf8)))
    #expect(throws: QueryError(.tooManyOptionalParts(limit: 10_000))) {
      try CompiledQuery(Query(parts, by: "regex"))
    }
  }
}
