import Testing

@testable import Attaching

/// Tests that strings and names are escaped, so that the server reads them back unchanged.
@Suite struct SQLWriterTests {
  private func text(_ expression: SQLExpression) -> String {
    Statement { $0.write(expression) }.text
  }

  @Test func `bytes that end a literal or are not printable are escaped`() {
    #expect(text(.text("it's \\ \n\u{0}é")) == #"'it\'s \\ \x0A\x00\xC3\xA9'"#)
    #expect(text(.column("a`b\\")) == #"`a\`b\\`"#)
  }

  @Test func `conditions without operands are constants`() {
    #expect(text(.all([])) == "1")
    #expect(text(.any([])) == "0")
    #expect(text(.all([.column("a"), .not(.column("b"))])) == "(`a` AND (NOT `b`))")
  }
}
