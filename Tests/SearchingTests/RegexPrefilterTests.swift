import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Tests that a prefilter does not change what a search finds.
@Suite struct RegexPrefilterTests {
  static let choices: [RegexPrefilter.Choice] = [.nothing, .strings]

  struct Found: Equatable {
    var records: [Int] = []
    var hits = 0
  }

  static func matcher(
    _ pattern: String, ignoresCase: Bool = false, _ fields: [Field], _ names: [String]? = nil,
    _ choice: RegexPrefilter.Choice, _ classes: CharacterClasses = .unicode
  ) throws -> RegexMatcher {
    try RegexMatcher(
      pattern, PatternSyntax(pattern), ignoresCase: ignoresCase, classes,
      scope: FieldScope(of: fields, named: names), choice)
  }

  /// The records and hits that a scan of all records finds.
  static func scan(
    _ matcher: RegexMatcher, _ corpus: Corpus, countingHits: Bool, limit: Int? = nil
  ) -> Found {
    var found = Found()
    for segment in corpus.segments {
      var sink = MatchSink(records: corpus.count, limit: limit, countsHits: countingHits)
      sink.firstRecord = segment.firstRecord
      matcher.scan(
        0..<segment.count, of: SegmentText(original: segment, folded: segment), into: &sink)
      found.hits += sink.hitCount
      found.records += sink.finish().map { Int($0.rawValue) }
    }
    return found
  }

  /// The records and hits that RE2 finds if it searches each record separately.
  static func recordByRecord(_ matcher: RegexMatcher, _ corpus: Corpus) -> Found {
    var found = Found()
    for segment in corpus.segments {
      for index in 0..<segment.count {
        segment.text.withSpan(of: segment.bounds(of: index)) { record in
          guard matcher.matches(record, folded: record) else { return }
          found.records.append(segment.firstRecord + index)
          found.hits += matcher.hits(in: record).count
        }
      }
    }
    return found
  }

  /// For each choice of prefilter, checks that the search agrees with RE2.
  ///
  /// - Returns: the number of records that match, according to RE2.
  @discardableResult
  static func check(
    _ pattern: String, ignoresCase: Bool = false, _ corpus: Corpus, _ names: [String]? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Int {
    var count = 0
    for classes in CharacterClasses.allCases {
      count = try check(
        pattern, ignoresCase: ignoresCase, classes, corpus, names, sourceLocation: sourceLocation)
    }
    return count
  }

  private static func check(
    _ pattern: String, ignoresCase: Bool, _ classes: CharacterClasses, _ corpus: Corpus,
    _ names: [String]?, sourceLocation: SourceLocation
  ) throws -> Int {
    let plain = try matcher(
      pattern, ignoresCase: ignoresCase, corpus.fields, names, .nothing, classes)
    let expected = recordByRecord(plain, corpus)
    for choice in choices {
      let matcher = try matcher(
        pattern, ignoresCase: ignoresCase, corpus.fields, names, choice, classes)
      let note: Comment = "\(pattern) \(choice) \(ignoresCase) \(classes) \(names ?? [])"
      #expect(
        scan(matcher, corpus, countingHits: true) == expected, note, sourceLocation: sourceLocation)
      let records = scan(matcher, corpus, countingHits: false).records
      #expect(records == expected.records, note, sourceLocation: sourceLocation)
      let first = scan(matcher, corpus, countingHits: false, limit: 2).records
      #expect(first == Array(expected.records.prefix(2)), note, sourceLocation: sourceLocation)
    }
    return expected.records.count
  }

  // MARK: Selected patterns

  static let words = [
    "kernel", "Kernel", "driver", "foo", "bar", "baz", "king", "King", "sing", "Sting", "ing",
    "été", "É", "straße", "STRASSE", "\u{212A}ernel", "mi\u{17F}t", "mist", "αβγ", "Ω", "漢字",
    "10.0.0.1", "1.2.3", "a", "aaa", "b", "ab", "-", ".", "x", "y", "k", "s", "\u{1F600}",
    "e\u{301}",
    "\r", "\t", "\u{A0}", "\u{2028}", "\u{FFFD}", "\u{0}", "^", "$", "\\", "_",
  ]

  /// A corpus of random words, with empty cells, missing cells and alias values.
  static func corpus(seed: UInt64, rows count: Int = 30) -> Corpus {
    var generator = SeededGenerator(seed: seed)
    let fields = [Field("a"), Field("b", isAlias: true), Field("c")]
    func cell() -> String {
      if generator.oneIn(5) { return "" }
      var text = ""
      for index in 0..<1 + generator.below(5) {
        if index > 0 { text += generator.pick([" ", " ", "", "\n", "."]) }
        text += generator.pick(words)
      }
      return text
    }
    let rows = (0..<count).map { _ in
      (0..<(generator.oneIn(4) ? generator.below(4) : 3)).map { _ in cell() }
    }
    return Corpus(name: "words", fields: fields, rows: rows)
  }

  static let patterns = [
    "kernel|driver|foo|bar|baz", "\\b[A-Z]\\w+ing\\b", "(foo|bar).*baz", "(?s)(foo|bar).*baz",
    "[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]{1,3}", "(?i)\\bkernel\\b", "(a+)+$", "\\p{Greek}",
    ".*ing$", "^foo", "^(foo|bar)$", "(?m)^foo$", "(?m)foo$", "foo\\z", "\\Afoo", "^", "$", "^$",
    "^a*$", "a*", "(?:)", "|a", "a|", "(|a)b", "\\b", "\\B", "\\bk", "g\\b", "\\Bing", "ing\\B",
    "(?i)k", "(?i)s", "(?i)king", "(?i)mist", "(?i)STRASSE", "(?i)straße", "(?i)été", "(?i)É", "é",
    "[é]",
    "[^é]x", "[^a]b", "(?i)[^k]", "(?i)[k-s]ing", "(?i)[^\\W]x", "\\pN", "\\p{L}+\\.", "\\p{Lu}",
    "\\PL",
    "[\\p{Greek}x]", "[^\\p{L}]", "\\p{^Greek}x", "(?i)\\p{Lu}b", "[[:alpha:]]ing", "[[:^alpha:]]b",
    "(?i)[[:upper:]]b", "[]x]", "[^]x]a", "[a\\]]b", "[\\x{3b1}-\\x{3c9}]", "\\x{212a}",
    "\\x41|\\x6b", "\\Q10.0\\E",
    "\\Qfoo", "\\Qab\\E+", "a\\Q\\E*b", "(?P<name>foo) bar", "(?:fo)+o", "(?i:K)ing",
    "(?i)k(?-i)ing", "f(?i)OO",
    "(?U)a+b", "(?i-s).foo", "a{3}", "a{2,}", "a{0}b", "(ab?){2}", "((a|b){1,2}){2}", "a{,2}", "x{",
    ".{3,5}x",
    "[^x]{4}", "\\W\\w", "\\s", "\\S\\s\\S", "\\d+", "\\D\\d", "\\n", "\\n^", "$\\n", "(?m)$\\n^",
    "\\x00", "\\t",
    "\\$", "\\^", "\\\\", "(^a|b)c?", "(a|^)b", "(a$|b)", "(a|$)x", "x^", "$x", "(^|x)a", "a($|x)",
    "(?m)(^a|b$)",
    "(?s)a.b", "a.b", "漢.", ".字", "[漢字]", "[^漢]字", "\u{1F600}", "[\u{1F600}-\u{1F64F}]",
    "[\u{20000}-\u{2A6DF}x]",
    "(?i)\u{212A}", "(?i)ſ", "(?i)Ω", "[\\s\\S]k", "(foo)?bar", "(foo)*bar", "(foo|)bar$",
    "(?:^foo)+", "(?:foo$)*x",
    "(^)a", "^^a", "a$$", "\\b^a", "a$\\b",
    "(?:a|b|c|d|e|f|g|h|i|j|k|l|m)(?:a|b|c|d|e|f|g|h|i|j|k|l|m)",
    "[^\\x00-\\x{10FFFF}]", "(?i)[^\\x00-\\x{10FFFF}]|k", "\\pZ", "[\\x{FE}\\x{FF}]", "\\x{FFFD}",
    "a\\C?|b",
    "\\r", ".\\r", "\\r$", "[^x]$", "(?s).$", "\\W$", "^\\W", "a*b*c*", "(a*)(b*)x",
    "(.*)(.*)(.*)x", "x*", "-+", "(?i)αβγ|ναοσρφβ|рстуфеж", "(?i)στερ.*|ωσρφ|β ?γ",
    "\\b1\\.\\d{1,3}\\.\\d", "1\\.\\d{1,3}\\.\\d{1,3}\\b", "foo ?\\w+ ?(?:bar|baz)$",
    "(?:foo|fob|fop|foq|for|fos|fot|fou|fov|fow) ?b", "\\w \\w+ing\\b",
    // For these sets, a lookup by nibbles also accepts bytes that are not in the set.
    "[Kas][i1][nm0]", "[fb][ao][^a-n ]", "[k.a][^a-z ][01x]", "(?:[1s]0|[bk]a|[eé]r)[.rn ]",
  ]

  @Test(arguments: [UInt64](1...2))
  func `a search with a prefilter finds the same as RE2 on each record`(_ seed: UInt64) throws {
    let corpus = Self.corpus(seed: seed)
    for pattern in Self.patterns where PatternSyntax(pattern).anyByte == nil {
      for ignoresCase in [false, true] {
        try Self.check(pattern, ignoresCase: ignoresCase, corpus)
        try Self.check(pattern, ignoresCase: ignoresCase, corpus, ["b"])
      }
    }
  }

  // MARK: Random patterns

  struct Writer {
    var generator: SeededGenerator
    var letters: [String]

    mutating func pattern(depth: Int) -> String {
      let kinds = depth == 0 ? 5 : 11
      switch generator.below(kinds) {
      case 0, 1, 2: return generator.pick(letters)
      case 3:
        return generator.pick([
          ".", "\\w", "\\W", "\\d", "\\s", "[ab]", "[^a]", "[^\\n]", "\\pL", "[a-c\\x{e9}]", "[ks]",
        ])
      case 4: return generator.pick(["^", "$", "\\b", "\\B", "\\A", "\\z", ""])
      case 5, 6, 7:
        return (0..<2 + generator.below(3)).map { _ in pattern(depth: depth - 1) }.joined()
      case 8:
        let parts = (0..<2 + generator.below(2)).map { _ in pattern(depth: depth - 1) }
        return "(\(parts.joined(separator: "|")))"
      case 9:
        let flags = generator.pick(["", "", "?:", "?i:", "?m:", "?s:", "?-i:", "?im:"])
        let inner = pattern(depth: depth - 1)
        return "(\(flags)\(inner))"
      default:
        let repetition = generator.pick(["*", "+", "?", "{2}", "{1,2}", "{0,3}", "{2,}", "*?"])
        return "(?:\(pattern(depth: depth - 1)))\(repetition)"
      }
    }
  }

  @Test(arguments: [UInt64](1...4))
  func `random patterns find the same records as RE2`(_ seed: UInt64) throws {
    let alphabets = [
      ["a", "b", "\\n", " "], ["k", "K", "s", "\u{212A}", "\u{17F}"], ["é", "e", "ß", "S", "É"],
      ["a", "1", "\\.", "_"], ["α", "漢", "a", "\u{1F600}"],
    ]
    var found = 0
    for index in 0..<40 {
      var writer = Writer(
        generator: SeededGenerator(seed: seed * 1000 + UInt64(index)),
        letters: alphabets[index % alphabets.count])
      let texts =
        writer.letters.map { $0 == "\\n" ? "\n" : $0 == "\\." ? "." : $0 } + [" ", "", "\r"]
      let fields = [Field("a"), Field("b", isAlias: true)]
      let rows = (0..<20).map { _ in
        (0..<writer.generator.below(3)).map { _ in
          (0..<writer.generator.below(7)).map { _ in writer.generator.pick(texts) }.joined()
        }
      }
      let corpus = Corpus(name: "random", fields: fields, rows: rows)
      for _ in 0..<4 {
        let pattern = writer.pattern(depth: 3)
        found += try Self.check(pattern, ignoresCase: writer.generator.oneIn(3), corpus)
      }
    }
    #expect(found > 20)
  }

  // MARK: Regressions

  /// Tests a string that occurs so often that the finder's list of positions becomes full.
  ///
  /// In this case, the finder switches to fingerprints.
  @Test(arguments: [259_300, 259_400, 259_500])
  func `a common string is found after the position buffer is full`(_ before: Int) throws {
    let filler = String(repeating: "line of other text\n", count: before / 19)
    let rest = String(repeating: "x", count: before % 19)
    let lines = (filler + rest).split(separator: "\n").map { [String($0)] }
    let corpus = Corpus(
      name: "c", fields: [Field("text")],
      rows: lines + [[String]](repeating: ["zqj1"], count: 4000))
    #expect(try Self.check("zqj\\d", corpus) == 4000)
  }

  @Test(arguments: ["^t|e$|q", "e$|^t|q", "^t|e$", "t$|^e|x"])
  func `a match does not cross the boundary between two records`(_ pattern: String) throws {
    let rows = (0..<300).flatMap { _ in [["xx"], ["be"], ["to"], ["xx"]] }
    let corpus = Corpus(name: "c", fields: [Field("text")], rows: rows)
    #expect(try Self.check(pattern, corpus) > 0)
  }

  @Test(arguments: [
    "foo\u{20000}", "foo[^a\\x{20001}]", "foo[^a\u{20001}]", "foobar|\u{1FFFF}", "foo\u{1F600}",
    "foo[^\u{E9}]", "foo\\P{Greek}", "foo[\u{1F600}-\u{20000}]",
  ])
  func `characters beyond Unicode's second plane are distinguished`(_ pattern: String) throws {
    let some = [
      "foo\u{20001}", "foo\u{20000}", "foobar", "\u{1FFFF}", "foo\u{1F600}", "foo\u{1F601}", "bar",
      "foo\u{E9}", "foo\u{3B1}",
    ]
    let rows = some.map { [$0] } + (0..<200).map { ["line \($0) filler text"] }
    let corpus = Corpus(name: "c", fields: [Field("text")], rows: rows)
    for ignoresCase in [false, true] {
      #expect(try Self.check(pattern, ignoresCase: ignoresCase, corpus) > 0)
    }
  }

  @Test(arguments: ["con", "стр", "ſa"])
  func `many words with a common prefix are found by the prefix`(_ prefix: String) throws {
    let words = (0..<260).map { "\(prefix)\(String($0 &* 7919 % 10_007, radix: 36))" }
    let either = words.joined(separator: "|")
    let some = stride(from: 0, to: 260, by: 20).map { words[$0] }
    let rows =
      some.map { ["a \($0) b"] }
      + some.map { [$0.uppercased() + "."] } + [[prefix], ["x" + prefix + "-"], ["\u{212A}ern0"]]
      + (0..<50).map { ["line \($0) filler text"] }
    let corpus = Corpus(name: "c", fields: [Field("text")], rows: rows)
    for pattern in ["\(either)|fi[l-m]ler 1", "\\b(?:\(either))\\b"] {
      for ignoresCase in [false, true] {
        let found = try Self.check(pattern, ignoresCase: ignoresCase, corpus)
        // ASCII `\b` does not match between a space and a non-ASCII letter.
        if !pattern.hasPrefix("\\b") { #expect(found >= some.count) }
      }
    }
    let matcher = try Self.matcher(either, corpus.fields, nil, .strings)
    #expect(RegexLines(of: matcher).explanation.hasPrefix("literals "))
  }
}
