import Testing

@testable import Corpora

@Suite struct PathPatternTests {
  @Test(arguments: [
    ("foo", "foo", true), ("foo", "a/foo", true), ("foo", "foo/a", false), ("foo", "food", false),
    ("/foo", "foo", true), ("/foo", "a/foo", false), ("a/b", "a/b", true), ("a/b", "x/a/b", false),
    ("*.c", "x.c", true), ("*.c", "a/x.c", true), ("*.c", "x.cc", false), ("*", "x", true),
    ("a/*", "a/b", true), ("a/*", "a/b/c", false), ("a?c", "abc", true), ("a?c", "a/c", false),
    ("a?c", "aéc", true), ("[a-c]x", "bx", true), ("[!a-c]x", "bx", false), ("[^a]x", "bx", true),
    ("[]a]", "]", true), ("[a\\]]", "]", true), ("[-a]", "-", true), ("[a-]", "-", true),
    ("**/foo", "foo", true), ("**/foo", "a/b/foo", true), ("foo/**", "foo", false),
    ("foo/**", "foo/a/b", true), ("a/**/b", "a/b", true), ("a/**/b", "a/x/y/b", true),
    ("a/**/b", "ab", false), ("a/**/b/**/c", "a/1/b/2/3/c", true), ("a**b", "axxb", true),
    ("a**b", "ax/b", false), ("\\*", "*", true), ("\\*", "x", false), ("\\#x", "#x", true),
    ("\\!x", "!x", true), ("a*b*c", "aXbYbZc", true), ("a*b*c", "aXbYbZ", false),
    ("*a*a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false),
    ("**/x/**", "a/x/b", true), ("**", "a/b", true), ("foo ", "foo", true),
    ("foo\\ ", "foo ", true),
    ("é*", "éa", true),
  ])
  func `patterns match paths as in a gitignore`(pattern: String, path: String, matches: Bool) {
    let parts = path.split(separator: "/").map { Array($0.unicodeScalars) }
    #expect(PathPattern(ignoreLine: pattern)?.matches(parts[...], isFolder: false) == matches)
  }

  @Test func `a slash at the end asks for a folder`() {
    let pattern = PathPattern("foo/")
    let path = [Array("foo".unicodeScalars)][...]
    #expect(pattern?.matches(path, isFolder: true) == true)
    #expect(pattern?.matches(path, isFolder: false) == false)
  }

  @Test(arguments: ["", "#x", "[a", "a\\", "!", "/", "[a-", "   "])
  func `comments and malformed lines are no patterns`(line: String) {
    #expect(PathPattern(ignoreLine: line) == nil)
  }

  @Test func `the last pattern that matches decides`() {
    let rules = IgnoreRules(depth: 1, text: "*.a\r\n\n# x\n!b.a\n/top.a\n")
    func verdict(_ path: String) -> Bool? {
      let parts = path.split(separator: "/").map { Array($0.unicodeScalars) }
      return rules.verdict(on: parts, isFolder: false)
    }
    #expect(verdict("r/x.a") == true && verdict("r/b.a") == false && verdict("r/x.c") == nil)
    #expect(verdict("r/s/b.a") == false && verdict("r/top.a") == true)
  }
}
