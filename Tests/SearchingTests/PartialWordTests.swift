import Testing
import UnicodeText

@testable import Searching

/// Tests which word of a query Tab completes, and how the token that replaces it is escaped.
@Suite struct PartialWordTests {
  private func word(
    _ query: String, _ strategy: String, _ grammar: Grammar = .classic, trims: Bool = true
  ) -> PartialWord? {
    StrategyCatalog.named(strategy)?.partialWord(
      atEndOf: query, options: SearchOptions(trims: trims, grammar: grammar),
      fields: ["name", "full name", "a"])
  }

  @Test(arguments: [
    ("", nil, 0), ("  ", nil, 0), ("wha", "wha", 0), ("white wha", "wha", 6),
    ("white\u{3000}wha", "wha", 8), ("(wha", "(wha", 0), ("a\tb\u{301}", "b\u{301}", 2),
    ("\"a b", "b", 3), ("white ", nil, 0), ("漢字 漢", "漢", 7), (" \u{301}a", "\u{301}a", 1),
  ])
  func `substring and prefix complete the text after the last space`(
    query: String, text: String?, start: Int
  ) {
    for strategy in ["substring", "prefix"] {
      let word = word(query, strategy)
      #expect(word?.text == text)
      #expect(word?.range == text.map { _ in start..<query.utf8.count })
      #expect(word?.suffix ?? " " == " ")
    }
    #expect(word("ab", "substring", trims: false)?.suffix == "")
  }

  @Test(arguments: [
    ("", nil, 0), ("wha", "wha", 0), ("(wha", "wha", 1), ("!wha", "wha", 1), ("! wha", "wha", 2),
    ("NOT wha", "wha", 4), ("a AND (b OR wha", "wha", 12), ("a\"wha", "wha", 2),
    ("\"white wha", "wha", 7), ("\"wha", "wha", 1), ("\"", nil, 0), ("\"a\" wha", "wha", 4),
    ("\"a\"wha", "wha", 3), ("(", nil, 0), ("a\\ wha", "wha", 3), ("fo\\(o", "fo(o", 0),
    ("foo\\", nil, 0), ("\"a\\\"b", "a\"b", 1), ("\"a\\b", "a\\b", 1), ("a)wha", "wha", 2),
    ("name:wha", "name:wha", 0), ("wha ", nil, 0), ("\"white ", nil, 0), ("NO", "NO", 0),
    ("a\u{301}b", "a\u{301}b", 0), ("\"\u{301}b", "\"\u{301}b", 0), ("\\wha", "wha", 0),
  ])
  func `the classic grammar completes a word or the last word of a phrase`(
    query: String, text: String?, start: Int
  ) {
    let word = word(query, "bool")
    #expect(word?.text == text)
    #expect(word?.range == text.map { _ in start..<query.utf8.count })
    #expect(word?.field == nil && word?.allowsField != true)
  }

  @Test(arguments: [
    ("wha", "wha", nil, true), ("name:wha", "wha", "name", false),
    ("name:\"white wha", "wha", "name", false), ("name:(a OR wha", "wha", "name", false),
    ("name:(a) wha", "wha", nil, true), ("name:a wha", "wha", nil, true),
    ("name:(a (b wha", "wha", "name", false), ("name:(a:wha", "wha", "a", false),
    ("http://wha", "http://wha", nil, true), ("name:", nil, nil, false),
    ("name\\:wha", "name:wha", nil, true), ("full\\ name:wha", "wha", "full name", false),
    ("full\\ na", "na", nil, false), ("\"wha", "wha", nil, false),
    ("\"a\\\\b", "a\\b", nil, false), ("(na", "na", nil, true),
    ("a name:wha*", "wha*", "name", false),
  ])
  func `the standard grammar completes words after a field name`(
    query: String, text: String?, field: String?, allowsField: Bool
  ) {
    let word = word(query, "bool", .standard)
    #expect(word?.text == text)
    #expect(word?.field == field)
    #expect(word?.allowsField == (text == nil ? nil : allowsField))
  }

  @Test(arguments: [
    ("wha", "wha", 0), ("^wha", "wha", 1), ("a.*wha", "wha", 3), ("(wha", "wha", 1),
    ("(?:wha", "wha", 3), ("(?i)wha", "wha", 4), ("(?P<n>wha", "wha", 6), ("a|wha", "wha", 2),
    ("xmark\\.wha", "xmark.wha", 0), ("\\.wha", ".wha", 0), ("\\dwha", "wha", 2),
    ("\\bwha", "wha", 2), ("\\x41wha", "wha", 4), ("\\x{41}wha", "wha", 6), ("\\pLwha", "wha", 3),
    ("\\p{Greek}wha", "wha", 9), ("[a-z]wha", "wha", 5), ("[]wha]wha", "wha", 6),
    ("[[:alpha:]]wha", "wha", 11), ("[^]a]wha", "wha", 5), ("a{2,3}wha", "wha", 6),
    ("white wha", "wha", 6), ("\\Qa.b\\Ewha", "wha", 7), ("\\012wha", "wha", 4), ("漢+字", "字", 4),
    ("", nil, 0), ("wha\\", nil, 0), ("[wha", nil, 0), ("[\\]wha", nil, 0), ("a{2", nil, 0),
    ("\\p{Gre", nil, 0), ("\\Qwha", nil, 0), ("(?wha", nil, 0), ("wha*", nil, 0), ("a$", nil, 0),
    ("wha ", nil, 0), ("[[:al", nil, 0), ("\\", nil, 0), ("[", nil, 0), ("(?", nil, 0),
    ("\\x", nil, 0),
    ("\\p", nil, 0), ("\\x4", nil, 0),
  ])
  func `a regex completes only literal text`(query: String, text: String?, start: Int) {
    let word = word(query, "regex")
    #expect(word?.text == text)
    #expect(word?.range == text.map { _ in start..<query.utf8.count })
    #expect(word?.suffix ?? "" == "")
  }

  @Test(arguments: [
    ("substring", "x", "a.b*c\"(\\", "a.b*c\"(\\"), ("prefix", "x", "(AND", "(AND"),
    ("bool", "x", "a.b(c)\"d\\e", "a.b\\(c\\)\\\"d\\\\e"), ("bool", "x", "!x", "\\!x"),
    ("bool", "x", "x!", "x!"), ("bool", "x", "AND", "\\AND"), ("bool", "x", "and", "and"),
    ("bool", "x", "NOT(", "NOT\\("), ("bool", "\"x", "a(\"b\\c", "a(\\\"b\\c"),
    ("bool", "\"x", "b\\", nil), ("bool", "\"x", "AND", "AND"),
    ("regex", "x", "a.b*c(d)[e]{f}^$|+?\\", "a\\.b\\*c\\(d\\)\\[e\\]\\{f\\}\\^\\$\\|\\+\\?\\\\"),
    ("regex", "x", "\u{1B}[31mé", "\\x{1B}\\[31mé"), ("regex", "x", "\u{301}a", "\\x{301}a"),
    ("regex", "x", "a\u{202E}b", "a\\x{202E}b"),
  ])
  func `special characters are escaped`(
    strategy: String, query: String, token: String, written: String?
  ) {
    #expect(word(query, strategy)?.written(token) == written)
  }

  @Test(arguments: ["substring", "prefix", "bool"])
  func `control and joining characters are not inserted`(strategy: String) {
    let hostile = [
      "\u{1B}[2J", "a\u{7}", "a\u{9B}2J", "a\u{202E}b", "\u{FEFF}a", "a\u{200B}b", "\u{301}a",
      "\u{200D}a",
      "a\u{600}", "\u{0}",
    ]
    for token in hostile { #expect(word("x", strategy)?.written(token) == nil, "\(token)") }
    for token in ["é", "e\u{301}", "می\u{200C}خواهم", "👨\u{200D}👩", "漢字", "\u{FFFD}"] {
      #expect(word("x", strategy)?.written(token) == token)
    }
  }

  @Test(arguments: [
    ("x*", "x\\*"), ("x*y", "x*y"), ("name:x", "name\\:x"), ("http://x", "http://x"),
    ("OR", "\\OR"), ("x\\*", "x\\\\\\*"),
  ])
  func `the standard grammar escapes a final star and a field name`(
    token: String, written: String
  ) {
    #expect(word("x", "bool", .standard)?.written(token) == written)
  }

  @Test func `an escaped token in a query matches the token itself`() throws {
    let tokens = [
      "a", "(a)", "a\"b", "\\", "a\\", "\\\\a", "!a", "a!", "AND", "OR", "NOT", "*", "a*", "a\\*",
      "name:b", "a:b:c", "http://x", "NOT(", "é\"", "漢(", "\"", "a\\\"", ":", "name:", "!", "!!",
    ]
    for token in tokens {
      for grammar in [Grammar.classic, .standard] {
        for (head, end) in [("x", ""), ("x", " "), ("\"x", "\"")] {
          guard let text = word(head, "bool", grammar)?.written(token) else {
            #expect(head == "\"x" && token.hasSuffix("\\"), "\(token)")
            continue
          }
          let query = head.dropLast() + text + end
          let tree =
            grammar == .classic
            ? try ClassicParser.parse(String(query))
            : try StandardParser.parse(String(query), fields: ["name", "full name", "a"])
          #expect(tree.leaves.map(\.text) == [token], "\(grammar) \(query)")
        }
      }
    }
  }
}
