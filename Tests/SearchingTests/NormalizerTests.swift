import Testing
import UnicodeText

@testable import Searching

@Suite struct NormalizerTests {
  static func form(_ query: String) throws -> NormalForm {
    let folding = Folding(ignoresCase: true, ignoresDiacritics: true)
    return Normalizer.normalForm(of: try StandardParser.parse(query, fields: ["f"])) {
      folding.fold($0)
    }
  }

  @Test(arguments: [
    ("", "(any)"), ("NOT \"\"", "(none)"), ("a", "\"a\""), ("NOT NOT a", "\"a\""),
    ("NOT (a b)", "(or (not \"a\") (not \"b\"))"),
    ("NOT (a OR b)", "(and (not \"a\") (not \"b\"))"),
    ("a b c", "(and \"a\" \"b\" \"c\")"), ("a (b (c d))", "(and \"a\" \"b\" \"c\" \"d\")"),
    ("a OR (b OR c)", "(or \"a\" \"b\" \"c\")"), ("a A á", "\"a\""), ("a OR a", "\"a\""),
    ("a (b OR b)", "(and \"a\" \"b\")"), ("a \"\"", "\"a\""), ("a OR \"\"", "(any)"),
    ("a NOT \"\"", "(none)"), ("a NOT a", "(none)"), ("a OR NOT A", "(any)"),
    ("(a OR b) (b OR a)", "(or \"a\" \"b\")"), ("a ((b c) OR (c b))", "(and \"a\" \"b\" \"c\")"),
    ("a bbb cc", "(and \"bbb\" \"cc\" \"a\")"), ("NOT aaa b", "(and \"b\" (not \"aaa\"))"),
    ("(a OR b) c", "(and \"c\" (or \"a\" \"b\"))"), ("\u{301} OR a", "\"a\""),
    ("\u{301}", "(none)"),
    ("NOT\n\u{301}", "(any)"), ("ab* ab", "(and \"ab\" (prefix \"ab\"))"),
    ("f:a a", "(and (in \"f\" \"a\") \"a\")"),
    ("NOT (a OR NOT (b c))", "(and \"b\" \"c\" (not \"a\"))"),
  ])
  func `a query has one normal form`(_ query: String, _ form: String) throws {
    #expect(try Self.form(query).canonicalForm == form)
  }

  @Test func `highlighted terms are unique, not empty and not negated`() throws {
    let form = try Self.form("b OR a NOT (c NOT a) \"\" B\n\u{301}")
    #expect(
      form.highlighted.map { String(decoding: form.leaves[$0].bytes, as: UTF8.self) } == ["b", "a"])
  }
}
