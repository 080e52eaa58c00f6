import Testing

@testable import UnicodeText

@Suite struct TokenSeparatorsTests {
  @Test(arguments: [
    (".", ".", false), ("._-", "-._", false), ("camel", "camel", true), (".camel", ". camel", true),
    (". camel", ". camel", true), ("camel.", ". camel", true), ("", "", false), (" ", "", false),
    ("x", "x", false), ("x y.", "x y.", false), ("x camel", "x camel", true), ("10", "01", false),
  ])
  func `a separator specification has a canonical form`(
    spec: String, canonical: String, splits: Bool
  ) throws {
    let separators = try #require(TokenSeparators(spec))
    #expect(separators.description == canonical)
    #expect(separators.splitsCamelCase == splits)
    #expect(TokenSeparators(canonical) == separators)
  }

  @Test(arguments: ["camle", "Camel", "camelcase", ". camle", "ab"])
  func `a misspelled separator name is refused`(spec: String) {
    #expect(TokenSeparators(spec) == nil)
  }

  @Test func `the default separator is a full stop`() {
    #expect(TokenSeparators.standard == TokenSeparators("."))
  }
}
