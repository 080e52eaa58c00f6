import Testing

@testable import Shell

@Suite struct QuotedTextTests {
  @Test(arguments: [
    "", " ", "a", "two\nrows", "\r\n", "\\", "a\\\\", "\"", "\u{301}\"\u{301}", "tab\there",
    "\u{0}\u{1B}[31m",
    "naïve 漢字 👩‍👩‍👧", "\u{85}", "ends in blank ", ":colon", "\\n",
  ])
  func `quoted text has no control characters and is parsed back unchanged`(
    text: String
  ) throws {
    let quoted = QuotedText.quoted(text)
    #expect(try Array(QuotedText.text(of: quoted).utf8) == Array(text.utf8))
    #expect(!quoted.unicodeScalars.contains(where: QuotedText.isControl))
    #expect(quoted.hasSuffix("\"") || text.unicodeScalars.last == "\u{301}")
  }

  @Test(arguments: [
    ("abc", 0), ("", 0), ("\"abc", 0), ("\"a\\x\"", 2), ("\"é\\u{}\"", 3), ("\"\\u{110000}\"", 1),
    ("\"\\u{d800}\"", 1), ("\"\\u41\"", 1), ("\"a\" b", 4), ("\"a\\", 2), ("\"a\\\"", 0),
  ])
  func `malformed quoted text is refused with the offset of the error`(text: String, offset: Int) {
    let problem = #expect(throws: QuotedText.Problem.self) { try QuotedText.text(of: text) }
    #expect(problem?.offset == offset)
  }

  @Test(arguments: [
    ("a b", false), ("\"a\"", false), (":x", false), ("--quoted", false), ("a\\b", false),
    (" a", true), ("a ", true), ("a\\", true), ("a\\\\", true), ("a\nb", true), ("", true),
    ("\u{A0}a", true), ("a\u{1B}", true),
  ])
  func `text is quoted if a line without quotes would change it`(text: String, isNeeded: Bool) {
    #expect(QuotedText.isNeeded(for: text) == isNeeded)
  }
}
