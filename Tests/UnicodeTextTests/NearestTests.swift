import Testing

@testable import UnicodeText

@Suite struct NearestTests {
  private let words = ["substring", "prefix", "bool", "regex", "search", "set", "show"]

  @Test(arguments: [
    ("serach", "search"), ("regx", "regex"), ("PREFIX", "prefix"), ("substrng", "substring"),
    ("boool", "bool"), ("sett", "set"), ("shwo", "show"), ("set", "set"),
  ])
  func `a misspelled word matches the intended word`(word: String, expected: String) {
    #expect(Nearest.match(word, among: words) == expected)
  }

  @Test(arguments: ["", "xyzzy", "q", "completelydifferent", "load"])
  func `a word that differs too much from all candidates has no match`(word: String) {
    #expect(Nearest.match(word, among: words) == nil)
  }

  @Test func `a candidate with the same prefix matches if no candidate is nearer`() {
    #expect(Nearest.match("corpus", among: ["compare", "corpora"]) == "corpora")
    #expect(Nearest.match("organization", among: ["Organization Name"]) == "Organization Name")
    #expect(Nearest.match("corp", among: ["corporation"]) == "corporation")
    #expect(Nearest.match("cor", among: ["corporation"]) == nil)
  }

  @Test func `of equally near candidates, the first matches`() {
    #expect(Nearest.match("cat", among: ["car", "can"]) == "car")
    #expect(Nearest.match("cat", among: [String]()) == nil)
    #expect(Nearest.match("x", among: ["y", "X"]) == "X")
  }

  @Test(arguments: [
    ("", "", 0), ("abc", "", 3), ("abc", "abd", 1), ("ab", "ba", 1), ("ca", "abc", 3),
    ("kitten", "sitting", 3),
  ])
  func `the edit distance is counted correctly`(a: String, b: String, edits: Int) {
    #expect(Nearest.distance(Array(a), Array(b)) == edits)
    #expect(Nearest.distance(Array(b), Array(a)) == edits)
  }
}
