import Testing

@testable import UnicodeText

@Suite struct NearestTests {
  private let words = ["substring", "prefix", "bool", "regex", "search", "set", "show"]

  @Test(arguments: [
    ("serach", "search"), ("regx", "regex"), ("PREFIX", "prefix"), ("substrng", "substring"),
    ("boool", "bool"), ("sett", "set"), ("shwo", "show"), ("set", "set"),
  ])
  func `a typing error is recognized`(word: String, expected: String) {
    #expect(Nearest.match(word, among: words) == expected)
  }

  @Test(arguments: ["", "xyzzy", "q", "completelydifferent", "load"])
  func `a word that is far from all others has no match`(word: String) {
    #expect(Nearest.match(word, among: words) == nil)
  }

  @Test func `a word with the same start is a match if no word is nearer`() {
    #expect(Nearest.match("corpus", among: ["compare", "corpora"]) == "corpora")
    #expect(Nearest.match("organization", among: ["Organization Name"]) == "Organization Name")
    #expect(Nearest.match("corp", among: ["corporation"]) == "corporation")
    #expect(Nearest.match("cor", among: ["corporation"]) == nil)
  }

  @Test func `the first of equally near words wins`() {
    #expect(Nearest.match("cat", among: ["car", "can"]) == "car")
    #expect(Nearest.match("cat", among: [String]()) == nil)
    #expect(Nearest.match("x", among: ["y", "X"]) == "X")
  }

  @Test(arguments: [
    ("", "", 0), ("abc", "", 3), ("abc", "abd", 1), ("ab", "ba", 1), ("ca", "abc", 3),
    ("kitten", "sitting", 3),
  ])
  func `edits are counted`(a: String, b: String, edits: Int) {
    #expect(Nearest.distance(Array(a), Array(b)) == edits)
    #expect(Nearest.distance(Array(b), Array(a)) == edits)
  }
}
