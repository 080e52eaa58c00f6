import Corpora
import JSON
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Tests the Unicode meanings of `\d`, `\s`, `\w` and `\b`.
@Suite struct RegexClassTests {
  static func matcher(
    _ pattern: String, ignoresCase: Bool = false, _ classes: CharacterClasses = .unicode
  ) throws -> RegexMatcher {
    try RegexPrefilterTests.matcher(
      pattern, ignoresCase: ignoresCase, [Field("text")], nil, .automatic, classes)
  }

  static func matches(_ matcher: RegexMatcher, _ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return matcher.pattern.matches(bytes.span)
  }

  @Test func `patterns match the same text as in ripgrep 15`() throws {
    let lines = Vectors.lines("regex-classes.jsonl")
    let texts = lines.first?["texts"].strings ?? []
    #expect(texts.count == 60)
    #expect(lines.count == 111)
    let corpus = Corpus(name: "texts", fields: [Field("text")], rows: texts.map { [$0] })
    for vector in lines.dropFirst() {
      let pattern = vector["pattern"].string ?? ""
      let matcher = try Self.matcher(pattern)
      guard case .array(let rows)? = vector["matches"] else {
        Issue.record("no matches: \(pattern)")
        continue
      }
      var expected: [Int: [Int]] = [:]
      for case .array(let row) in rows {
        guard case .integer(let number)? = row.first else { continue }
        expected[number] = row.dropFirst().first.map { Optional($0).numbers } ?? []
      }
      let found = RegexPrefilterTests.scan(matcher, corpus, countingHits: false).records
      #expect(found == expected.keys.sorted(), "\(pattern)")
      for (index, text) in texts.enumerated() {
        let hits = matcher.hits(in: Array(text.utf8).span)
        let bounds = hits.flatMap { [$0.range.lowerBound, $0.range.upperBound] }
        #expect(bounds == expected[index] ?? [], "\(pattern) in \(text.debugDescription)")
      }
    }
  }

  /// An escaped space or control character in a pattern must not change the Unicode meaning of its
  /// classes.
  @Test func `an escaped ASCII character that is no letter or digit matches itself`() throws {
    for value in [UInt8](1...0x7F) {
      let scalar = Unicode.Scalar(value)
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil { continue }
      let text = "\(scalar) ç"
      for pattern in ["\\\(scalar) \\w", "[\\\(scalar)] \\w", "(?:\\\(scalar)) ç\\b"] {
        let matcher = try Self.matcher(pattern)
        #expect(Self.matches(matcher, text), "\(pattern.debugDescription)")
        #expect(matcher.parsed != nil, "\(pattern.debugDescription)")
      }
    }
  }

  /// All assigned scalars, and some unassigned scalars.
  static let scalars = [0...0xD7FF, 0xE000...0x1FFFF, 0x31300...0x323FF, 0xE0000...0xE01FF]

  @Test(arguments: [
    "\\d", "\\D", "\\s", "\\W", "[[:punct:]]", "[^[:^alpha:]x]", "\\pL", "\\PN", "\\p{^Lu}", "\\pC",
    "\\p{Greek}", "\\p{Nag_Mundari}", "\\p{Common}", "[^\\p{Cyrillic}\\d]", "[à-ž]", "[]k-s]",
    "\\p{Any}", "[\\x{10}-\\x{400}]", "[\\101-\\x5a]", "k", "ſ", "θ", "ι", "ß", "ǆ", "\\pM", "\\pS",
    "\\pZ", "\\p{Nl}", "[^\\W]",
  ])
  func `classes have the same members as in RE2`(_ text: String) throws {
    var all: [UInt8] = []
    for range in Self.scalars {
      for scalar in range {
        all += Array(String(Unicode.Scalar(UInt32(scalar)).map(Character.init) ?? "?").utf8)
      }
    }
    for ignoresCase in [false, true] {
      let parsed = PatternParser.parse(text, ignoresCase: ignoresCase, .ascii)
      guard case .scalars(let set)? = parsed?.node else {
        Issue.record("not parsed: \(text)")
        continue
      }
      let matcher = try Self.matcher("(?:\(text))+", ignoresCase: ignoresCase, .ascii)
      var members: [UInt32] = []
      for hit in matcher.hits(in: all.span) {
        let part = String(decoding: all[hit.range], as: UTF8.self)
        members += part.unicodeScalars.map(\.value)
      }
      let expected = Self.scalars.joined().map(UInt32.init).filter(set.contains)
      #expect(members == expected, "\(text) \(ignoresCase)")
    }
  }

  @Test func `patterns with many distinct letters are encoded with several bytes per letter`()
    throws
  {
    let letters = (0x410..<0x4F0).compactMap { Unicode.Scalar(UInt32($0)) }.map(String.init)
    let words = letters.map { "x\($0)" }.joined(separator: "|")
    for (text, expected) in [
      ("xж", [0..<3]), ("-xж xя", [1..<4, 5..<8]), ("éxж", []), ("xжé", []), ("文xж", []),
      ("(xж)", [1..<4]), ("x", []), ("", []),
    ] as [(String, [Range<Int>])] {
      let matcher = try Self.matcher("\\b(?:\(words))\\b")
      let bytes = Array(text.utf8)
      let hits = matcher.hits(in: bytes.span)
      #expect(hits.map(\.range) == expected, "\(text)")
    }
    let inner = try Self.matcher("\\B(?:\(words)|)\\B")
    #expect(!Self.matches(inner, "é"))
    #expect(!Self.matches(inner, "é-é"))
    #expect(Self.matches(inner, "éé"))
    let text = Array("éxжé xж".utf8)
    let hits = inner.hits(in: text.span)
    #expect(hits.map(\.range) == [2..<5])
  }

  @Test func `patterns that are accepted with ASCII classes are accepted with Unicode classes`()
    throws
  {
    let deep = String(repeating: "(?:\\w", count: 300) + String(repeating: ")?", count: 300)
    let patterns = [
      "\\w{1000}", String(repeating: "\\w{1000}\\b", count: 40), deep, "(?:\\pL\\s){500}",
      "(?i)[\\w-]{2,900}x",
      String(repeating: "\\w", count: 20_000), String(repeating: "[а-я]\\b", count: 40_000),
      "\\b(?i:straße|\\d+)\\b{0}", "\\Q\\w\\E\\w", "\\x{10FFFF}\\b",
    ]
    for pattern in patterns {
      _ = try Self.matcher(pattern, .ascii)
      let matcher = try Self.matcher(pattern)
      #expect(matcher.parsed != nil)
      #expect(Self.matches(matcher, "é") == (pattern == deep))
    }
    let text = Array(String(repeating: "é", count: 1_000).utf8)
    let hits = try Self.matcher("\\w{1000}").hits(in: text.span)
    #expect(hits.map(\.range) == [0..<2_000])
  }

  @Test func `a vertical tab is whitespace only with Unicode classes`() throws {
    #expect(Self.matches(try Self.matcher("a\\sb"), "a\u{B}b"))
    #expect(!Self.matches(try Self.matcher("a\\sb", .ascii), "a\u{B}b"))
  }

  @Test func `groups are found in non-ASCII texts`() throws {
    let pattern = try Self.matcher("(?P<word>\\w+)(?:-(\\d))?(x)?").pattern
    let text = Array("«мир-٣»".utf8)
    let groups = pattern.groups(4, in: text.span, pattern.prepared(text.span), from: 0)
    #expect(groups == [2..<11, 2..<8, 9..<11, nil])
    #expect(pattern.group(named: "word") == 1)
  }
}
