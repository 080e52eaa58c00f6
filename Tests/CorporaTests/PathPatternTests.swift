import TestSupport
import Testing

@testable import Corpora

@Suite struct PathPatternTests {
  private func matches(_ pattern: PathPattern?, _ path: [UInt8], isFolder: Bool = false) -> Bool? {
    let name = Array(path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...])
    return pattern?.matches(path.span, name: name.span, isFolder: isFolder)
  }

  private func pattern(_ line: String) -> PathPattern? {
    PathPattern(ignoreLine: Array(line.unicodeScalars))
  }

  @Test(arguments: [
    ("foo", "foo", true), ("foo", "a/foo", true), ("foo", "foo/a", false), ("foo", "food", false),
    ("/foo", "foo", true), ("/foo", "a/foo", false), ("a/b", "a/b", true), ("a/b", "x/a/b", false),
    ("*.c", "x.c", true), ("*.c", "a/x.c", true), ("*.c", "x.cc", false), ("*", "x", true),
    ("a/*", "a/b", true), ("a/*", "a/b/c", false), ("a?c", "abc", true), ("a?c", "a/c", false),
    ("a?c", "aéc", false), ("a??c", "aéc", true), ("[a-c]x", "bx", true), ("[!a-c]x", "bx", false),
    ("[^a]x", "bx", true), ("[]a]", "]", true), ("[\\]", "\\", true), ("[-a]", "-", true),
    ("[a-]", "-", true), ("**/foo", "foo", true), ("**/foo", "a/b/foo", true),
    ("foo/**", "foo", false), ("foo/**", "foo/a/b", true), ("a/**/b", "a/b", true),
    ("a/**/b", "a/x/y/b", true), ("a/**/b", "ab", false), ("a/**/b/**/c", "a/1/b/2/3/c", true),
    ("a**b", "axxb", true), ("a**b", "ax/b", false), ("\\*", "*", true), ("\\*", "x", false),
    ("\\#x", "#x", true), ("\\!x", "!x", true), ("a*b*c", "aXbYbZc", true),
    ("a*b*c", "aXbYbZ", false), ("**/x/**", "a/x/b", true), ("**", "a/b", true),
    ("*a*a*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false),
    ("x/*a*a*a*a*a*a*a*b", "x/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false),
    ("foo ", "foo", true), ("foo\\ ", "foo ", true), ("foo\t", "foo", true), ("é*", "éa", true),
    ("{a,b}.c", "b.c", true), ("{a,b}.c", "c.c", false), ("x/{a,*.c}", "x/y.c", true),
    ("{}", "x", false), ("[abc", "[abc", true), ("a,b", "a,b", true), ("a[!x]b", "a/b", true),
    ("!", "x", true),
  ])
  func `patterns match paths as in an ignore file`(line: String, path: String, expected: Bool) {
    #expect(matches(pattern(line), Array(path.utf8)) == expected)
  }

  @Test func `a final slash matches only folders`() {
    for line in ["foo/", "foo\\/"] {
      #expect(matches(pattern(line), Array("foo".utf8), isFolder: true) == true)
      #expect(matches(pattern(line), Array("foo".utf8)) == false)
    }
  }

  @Test(arguments: ["", "#x", "a\\", "[z-a]", "   ", "{a", "a}", "\r"])
  func `comments and malformed lines of ignore files are skipped`(line: String) {
    #expect(pattern(line) == nil)
  }

  @Test(arguments: ["", "!", "/", "!/", "[a", "[a-", "{a"])
  func `malformed globs are refused`(glob: String) {
    #expect(PathPattern(glob: glob) == nil)
  }

  @Test func `ignore rules that depend on parent folders are recognized`() {
    func depends(_ rules: String) -> Bool { IgnoreRules(text: Array(rules.utf8)).dependsOnFolders }
    #expect(!depends("node_modules\n*.o\n!keep.o\nbuild/\n*~\n[ab]*.tmp\n**\n"))
    for rule in ["/build", "a/b", "docs/**", "/*.o", "a/**/b"] { #expect(depends(rule), "\(rule)") }
  }

  @Test func `patterns match file names as bytes`() {
    #expect(matches(pattern("a?"), [0x61, 0xFF]) == true)
    #expect(matches(pattern("*"), [0xFF]) == true)
    #expect(matches(pattern("[é]"), [0xA9]) == true)
    #expect(matches(pattern("[!a]"), [0xFF]) == true)
  }

  @Test func `long globs match, up to a limit`() {
    let line = "x/" + String(repeating: "a?", count: 100) + "*"
    let path = Array("x/".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: 200)
    #expect(matches(pattern(line), path) == true && matches(pattern(line), path + [0x62]) == true)
    #expect(matches(pattern(line), path.dropLast()) == false)
    #expect(pattern("x/" + String(repeating: "?", count: 5_000)) == nil)
  }

  @Test func `the last matching pattern decides`() {
    let rules = IgnoreRules(text: Array("\u{FEFF}*.a\r\n\n# x\n!b.a\n/top.a\nd\n!d/\n".utf8))
    func verdict(_ path: String, isFolder: Bool = false) -> Bool? {
      let path = Array(path.utf8)
      let name = Array(path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...])
      return rules.verdict(
        on: path.span, name: name.span, hash: IgnoreRules.hash(name.span), isFolder: isFolder)
    }
    #expect(verdict("x.a") == true && verdict("b.a") == false && verdict("x.c") == nil)
    #expect(verdict("s/b.a") == false && verdict("top.a") == true && verdict("s/top.a") == true)
    #expect(verdict("d") == true && verdict("d", isFolder: true) == false)
  }

  @Test func `an ignore file's rules end at a line that is not UTF-8`() {
    let rules = IgnoreRules(text: Array("a\n".utf8) + [0xFF, 10] + Array("b\n".utf8))
    for (name, expected) in [("a", true), ("b", nil)] as [(String, Bool?)] {
      let bytes = Array(name.utf8)
      let hash = IgnoreRules.hash(bytes.span)
      #expect(
        rules.verdict(on: bytes.span, name: bytes.span, hash: hash, isFolder: false) == expected)
    }
  }

  /// All words of 1 to `length` letters from the alphabet.
  private func words(_ alphabet: [Character], upTo length: Int) -> [String] {
    var last = [""]
    var all: [String] = []
    for _ in 0..<length {
      last = last.flatMap { word in alphabet.map { word + String($0) } }
      all += last
    }
    return all
  }

  @Test func `short globs match the same short paths as a naive matcher`() {
    // Test only paths without empty components.
    let paths = words(["a", "b", "/"], upTo: 5).filter {
      !$0.hasPrefix("/") && !$0.hasSuffix("/") && !$0.contains("//")
    }
    .map { Array($0.utf8) }
    var random = SeededGenerator(seed: 13)
    let atoms = ["a", "b", "/", "*", "**", "?", "[!a]", "{a,*b}", "**/", "/**"]
    let globs =
      words(["a", "*", "?", "/"], upTo: 5)
      + (0..<600).map { _ in (0..<random.below(6) + 1).map { _ in random.pick(atoms) }.joined() }
    var different: [String] = []
    for glob in globs {
      guard let tokens = GlobParser.tokens(Array(glob.unicodeScalars), allowsUnclosedSet: true),
        let form = PathPattern.Form(tokens), let machine = GlobMachine(tokens)
      else { continue }
      let pattern = PathPattern(form: form)
      for path in paths {
        let expected = NaiveGlob.matches(path[...], tokens[...])
        if tokens == [.anyFolders] { continue }
        if machine.matches(path.span) != expected || matches(pattern, path) != expected {
          different.append("\(glob) on \(String(decoding: path, as: UTF8.self))")
        }
      }
    }
    #expect(different == [])
  }
}

/// A naive glob matcher that tries every way to match each token.
private enum NaiveGlob {
  static func matches(_ path: ArraySlice<UInt8>, _ tokens: ArraySlice<GlobToken>) -> Bool {
    guard let token = tokens.first else { return path.isEmpty }
    let rest = tokens.dropFirst()
    let slash = UInt8(ascii: "/")
    func after(_ isAccepted: (ArraySlice<UInt8>) -> Bool) -> Bool {
      (path.startIndex...path.endIndex).contains { end in
        isAccepted(path[..<end]) && matches(path[end...], rest)
      }
    }
    switch token {
    case .byte(let byte): return path.first == byte && matches(path.dropFirst(), rest)
    case .set(let set):
      return path.first.map(set.contains) == true && matches(path.dropFirst(), rest)
    case .anyRun: return after { !$0.contains(slash) }
    case .anyFolders: return after { $0.isEmpty || $0.last == slash }
    case .anyRest: return after { $0.first == slash }
    case .anyFoldersBetween: return after { $0.first == slash && $0.last == slash }
    case .alternatives(let globs):
      return globs.contains { !$0.isEmpty && matches(path, $0 + rest) }
        || globs.allSatisfy(\.isEmpty) && matches(path, rest)
    }
  }
}
