import TestSupport
import Testing

@testable import UnicodeText

@Suite struct TokenizerTests {
  private func tokens(_ text: String, _ spec: String) throws -> [String] {
    let tokenizer = Tokenizer(try #require(TokenSeparators(spec)))
    let bytes = Array(text.utf8)
    return tokenizer.tokens(in: bytes.span).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @Test(arguments: [
    ("", ".", []), (" . .. ", ".", []), ("arrow.up square", ".", ["arrow", "up", "square"]),
    ("a.b", "", ["a.b"]), ("a_b-c.d", "._-", ["a", "b", "c", "d"]),
    ("\u{A0}a\u{3000}b\u{2028}c\u{85}d\u{1680}e\n\tf", ".", ["a", "b", "c", "d", "e", "f"]),
    ("a\u{200B}b", ".", ["a\u{200B}b"]), ("a·b", "·", ["a", "b"]),
    ("a。b–c", "。–", ["a", "b", "c"]),
    ("日本語　文字", ".", ["日本語", "文字"]), ("þÿ", ".", ["þÿ"]),
    ("arrowUp", "camel", ["arrow", "Up"]), ("ABCd", "camel", ["AB", "Cd"]),
    ("HTTPServer2Go", "camel", ["HTTP", "Server", "2", "Go"]),
    ("aB.cD", ". camel", ["a", "B", "c", "D"]), ("aB.cD", "camel", ["a", "B.c", "D"]),
    ("x1y22z", "camel", ["x", "1", "y", "22", "z"]), ("ABC", "camel", ["ABC"]),
    ("The Quick", "camel", ["The", "Quick"]), ("éÉa", "camel", ["é", "Éa"]),
    ("e\u{301}E\u{301}", "camel", ["e\u{301}", "E\u{301}"]), ("жЖЖж", "camel", ["ж", "Ж", "Жж"]),
    ("字1字", "camel", ["字", "1", "字"]), ("字A", "camel", ["字A"]), ("a_B", "camel", ["a_B"]),
    ("AB\u{301}c", "camel", ["A", "B\u{301}c"]), ("१क", "camel", ["१", "क"]),
    ("ǅa", "camel", ["ǅa"]), ("1a", "camel", ["1", "a"]), ("_Ab", "camel", ["_Ab"]),
  ])
  func `text is split into the expected tokens`(text: String, spec: String, expected: [String])
    throws
  {
    #expect(try tokens(text, spec) == expected)
  }

  @Test func `cell separators separate tokens`() {
    let bytes: [UInt8] = [0x61, 0xFE, 0x62, 0x63, 0xFF, 0xFF, 0x64]
    #expect(Tokenizer(.standard).tokens(in: bytes.span) == [0..<1, 2..<4, 6..<7])
  }

  @Test func `whitespace-separated tokens are not split at separators`() {
    #expect(Tokenizer.whitespaceTokens(in: "a.b cD".utf8.span) == [0..<3, 4..<6])
    #expect(Tokenizer(.standard).whitespaceTokens(in: "a.b cD".utf8.span) == [0..<3, 4..<6])
  }

  @Test func `a thrown error ends the iteration over tokens`() {
    struct Stop: Error {}
    var seen = 0
    do throws(Stop) {
      try Tokenizer(.standard).forEachToken(in: "a b c".utf8.span) { _ throws(Stop) in
        seen += 1
        if seen == 2 { throw Stop() }
      }
      Issue.record("the error was swallowed")
    } catch {
      #expect(seen == 2)
    }
  }

  @Test(arguments: ["", ".", "._-", "camel", ". camel", "·。 camel", "𝐀.é"])
  func `long random texts are split into the same tokens as by a scalar-by-scalar oracle`(
    spec: String
  ) throws {
    let separators = try #require(TokenSeparators(spec))
    let tokenizer = Tokenizer(separators)
    let alphabet = Array(
      "aaabbzABZ019  .._-\n\té É ж Ж 字 १ · 。\u{301}\u{3000}\u{2003}\u{200B}\u{85}ǅ𝐀😀".unicodeScalars
    )
    var dice = SeededGenerator(seed: 20)
    let block = try #require(GuardedBlock())
    for _ in 0..<1500 {
      let count = Int.random(in: 0...200, using: &dice)
      let picked = (0..<count).compactMap { _ in alphabet.randomElement(using: &dice)?.value }
      let bytes = utf8(picked)
      block.lend(bytes, atEnd: true) { text in
        #expect(tokenizer.tokens(in: text) == naiveTokens(picked, separators))
      }
    }
  }

  private func naiveTokens(_ text: [UInt32], _ separators: TokenSeparators) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var word: [(value: UInt32, start: Int, end: Int)] = []
    var at = 0
    func endWord() {
      let letters = word.filter { properties($0.value).generalCategory != .nonspacingMark }
      var start = word.first?.start ?? 0
      for index in letters.indices.dropFirst() where separators.splitsCamelCase {
        let (a, b) = (kind(letters[index - 1].value), kind(letters[index].value))
        let next = index + 1 < letters.count ? kind(letters[index + 1].value) : " "
        let isCut =
          a == "l" && b == "u" || a == "u" && b == "u" && next == "l"
          || "ulo".contains(a) && b == "d" || a == "d" && "ulo".contains(b)
        guard isCut else { continue }
        result.append(start..<letters[index].start)
        start = letters[index].start
      }
      if let last = word.last { result.append(start..<last.end) }
      word = []
    }
    for value in text {
      let length = utf8([value]).count
      let scalar = Unicode.Scalar(value)
      if properties(value).isWhitespace || scalar.map(separators.characters.contains) ?? false {
        endWord()
      } else {
        word.append((value, at, at + length))
      }
      at += length
    }
    endWord()
    return result
  }

  private func properties(_ value: UInt32) -> Unicode.Scalar.Properties {
    (Unicode.Scalar(value) ?? " ").properties
  }

  private func kind(_ value: UInt32) -> Character {
    switch properties(value).generalCategory {
    case .uppercaseLetter, .titlecaseLetter: "u"
    case .lowercaseLetter: "l"
    case .otherLetter, .modifierLetter: "o"
    case .decimalNumber: "d"
    default: " "
    }
  }
}
