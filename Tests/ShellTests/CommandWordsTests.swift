import Testing

@testable import Shell

@Suite struct CommandWordsTests {
  @Test(arguments: [
    ("", []), (" \t ", []), ("a", ["a"]), ("  a   bc\t d ", ["a", "bc", "d"]),
    ("'a b'", ["a b"]), ("'a\\b'", ["a\\b"]), ("''", [""]), ("\"\" x", ["", "x"]),
    ("\"a b\"", ["a b"]), (#""a\"b\\c\d""#, [#"a"b\c\d"#]), ("'it'\\''s'", ["it's"]),
    ("a'b c'd", ["ab cd"]), (#"a\ b\\c\'"#, [#"a b\c'"#]), ("--as='two words'", ["--as=two words"]),
    ("naïve '漢 字'", ["naïve", "漢 字"]), ("a\nb", ["a", "b"]), ("$HOME *.txt", ["$HOME", "*.txt"]),
  ])
  func `words are split as in a shell, without expansion`(
    line: String, words: [String]
  ) throws {
    #expect(try CommandWords(line).words.map(\.text) == words)
  }

  @Test func `a word has a byte range that includes its quotes`() throws {
    let words = try CommandWords("é 'b c' d").words
    #expect(words.map(\.range) == [0..<2, 3..<8, 9..<10])
  }

  @Test(arguments: [
    ("~", "/home/u"), ("~/a", "/home/u/a"), ("~/'a b'", "/home/u/a b"), ("'~/a'", "~/a"),
    ("\\~/a", "~/a"), ("~x", "~x"), ("a~/b", "a~/b"), ("~\"/a\"", "~/a"),
  ])
  func `an unquoted tilde at the start expands to the home folder`(line: String, word: String)
    throws
  {
    #expect(try CommandWords(line).expanded(home: "/home/u") == [word])
  }

  @Test func `a tilde is kept if the home folder is unknown`() throws {
    #expect(try CommandWords("~/a ~").expanded(home: nil) == ["~/a", "~"])
  }

  @Test(
    arguments: [
      ("a 'b c", .quote("'"), 2, ["a", "b c"]), ("é \"x\\\"y", .quote("\""), 3, ["é", "x\"y"]),
      ("a\\", .backslash, 1, ["a"]), ("\\", .backslash, 0, [""]), ("'", .quote("'"), 0, [""]),
      ("ab'c", .quote("'"), 2, ["abc"]), ("\"a\\", .quote("\""), 0, ["a\\"]),
    ] as [(String, CommandWords.Unfinished.Kind, Int, [String])])
  func `an unclosed quote and a final backslash are reported with their offset`(
    line: String, kind: CommandWords.Unfinished.Kind, offset: Int, words: [String]
  ) {
    let error = #expect(throws: CommandWords.Unfinished.self) { try CommandWords(line) }
    #expect(error?.kind == kind)
    #expect(error?.offset == offset)
    #expect(error?.words.map(\.text) == words)
  }

  @Test func `every short word can be quoted and read back`() throws {
    let alphabet = ["a", " ", "'", "\"", "\\", "~", "/", "\u{301}", "\n", "漢", "$"]
    var words = [""]
    var longest = [""]
    for _ in 0..<4 {
      longest = longest.flatMap { word in alphabet.map { word + $0 } }
      words += longest
    }
    let wrong = words.filter { word in
      (try? CommandWords(CommandWords.quoted(word)).expanded(home: "/h")) != [word]
    }
    #expect(Array(wrong.prefix(5)) == [])
  }

  @Test func `quoted words are parsed as separate words`() throws {
    let words = ["", "a b", "it's", "\"", "\\", "~/x", "-", "plain"]
    let line = words.map(CommandWords.quoted).joined(separator: " ")
    #expect(try CommandWords(line).expanded(home: "/h") == words)
    #expect(line.hasSuffix(" plain"))
  }
}
