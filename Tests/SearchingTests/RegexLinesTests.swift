import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Tests that a search of raw text finds the same lines as RE2.
///
/// RE2 tests each line separately, after ill-formed UTF-8 in the line has been replaced.
@Suite struct RegexLinesTests {
  /// The starts of the lines that match, the starts of the lines that are ill-formed UTF-8, and the
  /// number of hits.
  struct Expected {
    var starts: [Int] = []
    var unsure: Set<Int> = []
    var hits = 0

    init(_ matcher: RegexMatcher, _ text: [UInt8]) {
      var start = 0
      while start < text.count {
        let end = text[start...].firstIndex(of: 0x0A) ?? text.count
        let hasReturn = end < text.count && end > start && text[end - 1] == 0x0D
        let raw = text[start..<(hasReturn ? end - 1 : end)]
        let line = Array(String(decoding: raw, as: UTF8.self).utf8)
        if Array(raw) != line { unsure.insert(start) }
        if matcher.pattern.matches(line.span) {
          starts.append(start)
          hits += matcher.hits(in: line.span).count
        }
        start = end + 1
      }
    }
  }

  static func matcher(
    _ pattern: String, ignoresCase: Bool, _ choice: RegexPrefilter.Choice,
    _ classes: CharacterClasses = .unicode
  ) throws -> RegexMatcher {
    try RegexPrefilterTests.matcher(
      pattern, ignoresCase: ignoresCase, [Field("text")], nil, choice, classes)
  }

  /// For each choice of prefilter, checks that a search of all lines agrees with RE2 on each line.
  ///
  /// - Returns: the number of lines that match, according to RE2.
  @discardableResult
  static func check(_ pattern: String, ignoresCase: Bool = false, _ text: [UInt8]) throws -> Int {
    var count = 0
    for classes in CharacterClasses.allCases {
      count = try check(pattern, ignoresCase: ignoresCase, classes, text)
    }
    return count
  }

  private static func check(
    _ pattern: String, ignoresCase: Bool, _ classes: CharacterClasses, _ text: [UInt8]
  ) throws -> Int {
    let plain = try matcher(pattern, ignoresCase: ignoresCase, .nothing, classes)
    let expected = Expected(plain, text)
    for choice in RegexPrefilterTests.choices {
      let matcher = try matcher(pattern, ignoresCase: ignoresCase, choice, classes)
      let lines = RegexLines(of: matcher, choice)
      let note: Comment = "\(pattern) \(choice) \(ignoresCase) \(classes) \(text)"
      for counts in [false, true] {
        var matches = RegexLines.Matches()
        let end = lines.appendMatches(in: text.span, countingHits: counts, to: &matches)
        #expect(end == text.count, note)
        compare(matches, expected, note)
        if matches.unsure.count == 0 {
          #expect(matches.hitCount == (counts ? expected.hits : 0), note)
        }
      }
      checkPieces(of: lines, expected, text, note)
      // Find two lines at a time.
      var matches = RegexLines.Matches()
      var at = 0
      while at < text.count {
        let next = lines.appendMatches(in: text.span, from: at, limit: 2, to: &matches)
        #expect(next > at, note)
        if next <= at { return 0 }
        at = next
      }
      compare(matches, expected, note)
    }
    return expected.starts.count
  }

  /// Expects that searching a line in pieces gives the same answer as searching the whole line.
  private static func checkPieces(
    of lines: RegexLines, _ expected: Expected, _ text: [UInt8], _ note: Comment
  ) {
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
      let isMatch = expected.starts.contains(start)
      for size in [3, 1_000] {
        var match = MatchLikelihood.absent
        for at in stride(from: start, to: end, by: size) {
          let piece = at..<min(at + size, end)
          let isLast = piece.upperBound == text.count && text[text.count - 1] != 0x0A
          let before = text.span.extracting(0..<piece.upperBound)
          match = max(match, lines.match(in: before, piece: piece, isLast: isLast))
        }
        #expect(match == .possible || (match == .certain) == isMatch, "\(note) \(start) \(size)")
      }
      start = end
    }
  }

  @Test func `searching in pieces decides patterns with a bounded length, and most other patterns`()
    throws
  {
    for (pattern, isDecided) in [
      ("[jq][^a-z ][jq]", true), ("\\bking\\b", true), ("(?i)игла", true), ("ab{2,9}c$", true),
      ("[^a]{999}[^a]{999}", false), ("(?:(?:q*a)+z){2}", true), ("\\w+\\s+j\\w+k", true),
      ("[a-z]+\\d+", true), ("n.*z", true),
    ] {
      let lines = RegexLines(of: try Self.matcher(pattern, ignoresCase: false, .strings), .strings)
      let text = Array(String(repeating: "лев king. j q ab", count: 40).utf8)
      let found = lines.match(in: text.span, piece: 100..<text.count, isLast: true)
      #expect((found != .possible) == isDecided, "\(pattern)")
    }
  }

  @Test func `several places of a long piece are searched at the same time`() throws {
    var random = SeededGenerator(seed: 104)
    let letters = ["a", "b", "c", "d", "ж", "漢", " ", "\r"]
    for pattern in ["abca|bda|cd b", "(?:[a-d]ж){3}|dd d", "漢a?漢b", "[abcd]{6} c\r?"] {
      let matcher = try Self.matcher(pattern, ignoresCase: false, .automatic)
      let lines = RegexLines(of: matcher, .automatic)
      let automaton = try #require(lines.automaton)
      let longest = try #require(lines.longestMatch)
      var matches = 0
      for round in 0..<Effort.size(60, thorough: 2_000) {
        // A text that uses all letters nearly always has a match, so most texts use only some
        // letters.
        var text: [UInt8] = []
        let few = random.oneIn(3) ? letters : ["a", "c", "ж", " ", "漢"]
        while text.count < 4_200 + 40 * (round % 7) { text += Array(random.pick(few).utf8) }
        if random.oneIn(2) {
          // Insert half of the matches near the boundaries between quarters of the text.
          let place =
            random.oneIn(2)
            ? random.below(text.count)
            : text.count / 4 * (1 + random.below(3)) + 2 - random.below(8)
          let match = Array(random.pick(["abca", "bda", "dжджdж", "漢漢b", "abcdab c"]).utf8)
          text.insert(contentsOf: match, at: text[place] & 0xC0 == 0x80 ? 0 : place)
        }
        let isMatch = matcher.pattern.matches(text.span)
        matches += isMatch ? 1 : 0
        for longest in [longest, nil] {
          let found = automaton.match(
            in: text.span, 0..<text.count, longest: longest, isLast: true)
          #expect(
            found == (isMatch ? .certain : .absent), "\(pattern) \(round) \(longest ?? 0)")
        }
      }
      #expect(matches > 0, "\(pattern)")
    }
  }

  /// Expects that all found lines match, that no other lines match, and that undecided lines are
  /// ill-formed UTF-8.
  static func compare(
    _ matches: borrowing RegexLines.Matches, _ expected: Expected, _ note: Comment
  ) {
    let sure = matches.starts.withSpan { span in span.indices.map { span[$0] } }
    let unsure = matches.unsure.withSpan { span in span.indices.map { span[$0] } }
    let wanted = expected.starts.filter { !unsure.contains($0) }
    #expect(sure == wanted, note)
    #expect(unsure.allSatisfy(expected.unsure.contains), note)
    #expect(matches.allStarts == (sure + unsure).sorted(), note)
  }

  @Test func `a search of lines equals separate searches of each line`() throws {
    var generator = SeededGenerator(seed: 7)
    for (index, end) in ["\n", "\r\n", "\n"].enumerated() {
      var text = ""
      for _ in 0..<20 {
        for _ in 0..<generator.below(5) {
          text += generator.pick(RegexPrefilterTests.words) + generator.pick(["", " "])
        }
        text += generator.oneIn(9) ? "\r\r\n" : end
      }
      if index == 2 { text += "no end: foo 漢 king\r" }
      for pattern in RegexPrefilterTests.patterns where PatternSyntax(pattern).anyByte == nil {
        try Self.check(pattern, ignoresCase: index == 1, Array(text.utf8))
      }
    }
    for text in ["", "\n", "\n\n", "a", "a\n", "\na", "\r", "\r\n", "a\r\na\r"] {
      for pattern in ["a", "^a$", "a$", "^", "^$", "\\r", "x*", "[^b]", "a|^$"] {
        try Self.check(pattern, Array(text.utf8))
      }
    }
  }

  /// Ill-formed UTF-8: lone, truncated and overlong sequences, surrogates, and values above the
  /// last scalar.
  static let illFormedSequences: [[UInt8]] = [
    [0xFF], [0xFE], [0xC3], [0xA9], [0x80], [0xBD], [0xE2, 0x84], [0xEF, 0xBF], [0xF0, 0x9F],
    [0xF0, 0x9F, 0x98], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE6, 0xBC],
  ]

  static func textWithUnsureLines(_ generator: inout SeededGenerator, _ words: [String]) -> [UInt8]
  {
    var text: [UInt8] = []
    for _ in 0..<16 {
      for _ in 0..<generator.below(6) {
        text +=
          generator.oneIn(4)
          ? generator.pick(illFormedSequences) : Array(generator.pick(words).utf8)
      }
      text += generator.oneIn(5) ? [0x0D, 0x0A] : [0x0A]
    }
    return generator.oneIn(2) ? text : text + illFormedSequences[3] + Array("king foo".utf8)
  }

  @Test func `lines that are not UTF-8 match as after repair`() throws {
    var generator = SeededGenerator(seed: 11)
    for ignoresCase in [false, true] {
      let text = Self.textWithUnsureLines(&generator, RegexPrefilterTests.words)
      for pattern in RegexPrefilterTests.patterns where PatternSyntax(pattern).anyByte == nil {
        try Self.check(pattern, ignoresCase: ignoresCase, text)
      }
    }
    for pattern in [
      "\\x{FFFD}foo", "foo\\x{FFFD}", "k\\x{FFFD}+k", "\\x{FFFD}\\b", "\\pS+foo", "foo\\pS",
      "[^a]foo",
      "foo\\W", "\\Wfoo", "k.foo", "foo.{2}k", "é.*foo", "foo[^x]*é", "\\bfoo\\B", "foo\\PLk",
    ] {
      for _ in 0..<3 {
        try Self.check(pattern, Self.textWithUnsureLines(&generator, ["foo", "k", "é", "x", " "]))
      }
    }
  }

  @Test(arguments: [UInt64](1...4))
  func `random patterns find the same lines as RE2`(_ seed: UInt64) throws {
    let alphabets = [
      ["a", "b", " ", "ab"], ["k", "K", "s", "\u{212A}", "\u{17F}"], ["é", "e", "ß", "S", "É"],
      ["a", "1", "\\.", "_"], ["α", "漢", "a", "\u{1F600}"], ["\u{FFFD}", "a", "é", "\u{FFBD}"],
    ]
    var found = 0
    for index in 0..<36 {
      var writer = RegexPrefilterTests.Writer(
        generator: SeededGenerator(seed: seed * 1000 + UInt64(index)),
        letters: alphabets[index % alphabets.count])
      let words = writer.letters.map { $0 == "\\." ? "." : $0 } + [" ", "", "\r"]
      let text = Self.textWithUnsureLines(&writer.generator, words)
      let sound = Array(String(decoding: text, as: UTF8.self).utf8)
      for _ in 0..<3 {
        let pattern = writer.pattern(depth: 3)
        let ignoresCase = writer.generator.oneIn(3)
        found += try Self.check(pattern, ignoresCase: ignoresCase, text)
        found += try Self.check(pattern, ignoresCase: ignoresCase, sound)
      }
    }
    #expect(found > 20)
  }

  @Test(arguments: [UInt64](1...4))
  func `random patterns find the same lines as RE2 in a text that is read in several chunks`(
    _ seed: UInt64
  ) throws {
    let alphabets = [
      ["a", "b", " ", "ab"], ["k", "K", "s", "\u{212A}", "\u{17F}"], ["α", "漢", "a", "\u{1F600}"],
    ]
    var found = 0
    for index in 0..<Effort.size(9, thorough: 300) {
      var writer = RegexPrefilterTests.Writer(
        generator: SeededGenerator(seed: seed * 7919 + UInt64(index)),
        letters: alphabets[index % alphabets.count])
      let words = writer.letters + [" ", "", "\r", "x", "yz"]
      var text = ""
      // The text must be long enough to be divided into sixteen chunks of at least 512 bytes.
      while text.utf8.count < 10_000 {
        let length = writer.generator.oneIn(40) ? 600 : writer.generator.below(9)
        for _ in 0..<length { text += writer.generator.pick(words) }
        text += writer.generator.oneIn(5) ? "\r\n" : "\n"
      }
      if writer.generator.oneIn(2) { text += writer.generator.pick(words) }
      let bytes = Array(text.utf8)
      for _ in 0..<3 {
        let pattern = writer.pattern(depth: 3)
        let matcher = try Self.matcher(pattern, ignoresCase: writer.generator.oneIn(3), .nothing)
        let expected = Expected(matcher, bytes)
        found += expected.starts.count
        for limit in [Int.max, 2_000] {
          var matches = RegexLines.Matches()
          var at = 0
          while at < bytes.count {
            at = RegexLines(of: matcher, .nothing).appendMatches(
              in: bytes.span, from: at, limit: limit, to: &matches)
          }
          Self.compare(matches, expected, "\(pattern) \(seed) \(index) \(limit)")
        }
      }
    }
    #expect(found > 1_000)
  }

  @Test func `patterns that need too many nodes or states fall back to RE2`() throws {
    var generator = SeededGenerator(seed: 5)
    var text: [UInt8] = []
    for _ in 0..<300 {
      for _ in 0..<generator.below(90) { text.append(generator.pick(Array("aabbcX".utf8))) }
      text.append(0x0A)
    }
    for pattern in [
      "(?:a?b?c?d?e?f?g?h?i?j?k?l?m?n?o?p?q?r?s?t?){150}X", "(?:a|b)*a(?:a|b){16}c",
      "\\b(?:a?b?c?){400}X\\b",
    ] {
      let lines = RegexLines(of: try Self.matcher(pattern, ignoresCase: false, .nothing), .nothing)
      var matches = RegexLines.Matches()
      #expect(lines.appendMatches(in: text.span, to: &matches) == text.count)
      let plain = try Self.matcher(pattern, ignoresCase: false, .nothing)
      Self.compare(matches, Expected(plain, text), "\(pattern)")
    }
  }

  @Test func `a long line is left undecided if hits are counted`() throws {
    let long = Array(repeating: UInt8(ascii: "x"), count: RegexLines.longestLine)
    let text = Array("foo bar\n".utf8) + long + Array("foo bar\nfoo\nbar foo".utf8)
    for choice in RegexPrefilterTests.choices {
      for (pattern, counts) in [("foo.*r", false), ("foo.*r", true), ("foo[\\pL ]*r", false)] {
        let lines = RegexLines(of: try Self.matcher(pattern, ignoresCase: false, choice), choice)
        var matches = RegexLines.Matches()
        let end = lines.appendMatches(in: text.span, countingHits: counts, to: &matches)
        #expect(end == text.count)
        #expect(matches.allStarts == [0, 8])
        #expect(matches.starts.count == (counts ? 1 : 2))
      }
    }
  }
}

extension RegexLines.Matches {
  /// The starts of the lines that match or may match, in the order of the calls of `forEachStart`'s
  /// closure.
  fileprivate var allStarts: [Int] {
    var all: [Int] = []
    forEachStart { start, _ in all.append(start) }
    return all
  }
}
