import Basics
import Corpora
import TestSupport
import Testing

@testable import Searching

@Suite struct PatternTests {
  static let corpus = Corpus(
    name: "patterns", fields: [Field("a"), Field("b", isAlias: true)],
    rows: [["ab", "x\ny"], ["a", "b"], ["", ""], ["é b", "a"], [], ["a\nb"]])

  static func run(
    _ pattern: String, case caseMode: CaseMode = .sensitive, fields: [String]? = nil
  ) throws -> [Int] {
    var options = SearchOptions()
    options.caseMode = caseMode
    options.fields = fields
    let report = try Searcher(corpus).run(Query(pattern, by: "regex", options: options))
    return report.results.map { Int($0.rawValue) }
  }

  @Test(
    arguments: [
      ("\\W+b", [3, 5]), ("a[^a]b", [5]), ("(?s)a.+b", [5]), ("(?s)b.+x", []), ("a\\W*x", []),
      ("b\\b", [0, 1, 3, 5]), ("\\bb", [1, 3, 5]), ("a\\B", [0]), ("\\Ba", []), ("\\By", []),
      ("[^b]x", []), ("(?s)x.y", []), ("x[^z]*y", []), ("^b", [1]), ("(?m)^b", [1, 5]),
      ("a$", [1, 3]), ("(?m)a$", [1, 3, 5]), ("\\Ab\\z", [1]), ("^$", [2, 4, 5]),
      ("(?:\\x{0}|[\\x{10FFFD}-\\x{10FFFF}])", []),
    ] as [(String, [Int])])
  func `no match crosses cells, and anchors match at the ends of every cell`(
    _ pattern: String, _ records: [Int]
  ) throws {
    #expect(try Self.run(pattern) == records)
  }

  @Test func `both scan methods search only the fields in scope`() throws {
    #expect(try Self.run("b", fields: ["b"]) == [1])
    #expect(try Self.run("b$", fields: ["b"]) == [1])
    #expect(try Self.run("a|b", fields: ["a"]) == [0, 1, 3, 5])
    #expect(try Self.run("^$", fields: ["b"]) == [2, 4, 5])
  }

  @Test func `a pattern that is compiled later has the errors of one that is compiled at once`() {
    // RE2 compiles a pattern with a counted repetition at once, because the repetition can make the
    // pattern too large.
    for start in [
      "[z-a]", "a**", "\\p{Foo}", "*a", "a(?=b)", "\\8", "[[:no:]]",
    ] {
      let later = #expect(throws: QueryError.self) { try Pattern(start, ignoresCase: false) }
      let atOnce = #expect(throws: QueryError.self) {
        try Pattern(start + "|x{1}", ignoresCase: false)
      }
      #expect(later == atOnce, "\(start)")
    }
  }

  @Test func `a pattern that is compiled later matches what one that is compiled at once does`()
    throws
  {
    let texts = ["", "a", "ab", "A b", "ключ", "КЛЮЧ", "k\u{212A}", "a-b", "0", "\n"]
    for start in [
      "a|b|ключ", "[^a]", "\\pL b", "\\w-", "(?i)k+$", "^[a-f0]$", ".", "a\\.|\\x{61}b",
    ] {
      for ignoresCase in [false, true] {
        let later = try Pattern(start, ignoresCase: ignoresCase)
        let atOnce = try Pattern(start + "|ZZ{1}", ignoresCase: ignoresCase)
        #expect(later.groupCount == atOnce.groupCount)
        for text in texts {
          let bytes = Array(text.utf8)
          #expect(later.matches(bytes.span) == atOnce.matches(bytes.span), "\(start) \(text)")
        }
      }
    }
  }

  @Test func `the tree of a pattern shows whether the pattern matches the empty text`() throws {
    for text in [
      "", "a", "a*", "a?b*", "a|", "^", "$", "^$", "\\b", "\\B", "(?m)^$", "\\A\\z",
      "(?:a|b*)c{0,2}",
      "(?:^a)+", "(?:\\B)+", "\\b|x", "[ab]{0}", "(?:a{0}|b)$",
    ] {
      guard let node = PatternParser.parse(text, ignoresCase: false, .unicode)?.node else {
        continue
      }
      let pattern = try Pattern(text, ignoresCase: false)
      #expect(node.matchesEmptyText == pattern.matches([UInt8]().span), "\(text)")
    }
  }

  @Test func `smart case considers only literal letters`() throws {
    #expect(try Self.run("A", case: .smart) == [])
    #expect(try Self.run("\\QA\\E", case: .smart) == [])
    for pattern in [
      "[A]", "\\x41", "\\x{41}", "a\\B|a", "\\pLa?", "\\p{Lu}", "(?P<N>a)", "[[:^LOWER:]a]",
      "[\\p{Lu}A]", "[]A]a|a", "[^\\]B]",
    ] {
      let syntax = PatternSyntax(pattern)
      #expect(!syntax.literals.contains { $0.isUppercase }, "\(pattern)")
    }
    #expect(PatternSyntax("a\\Q^B$\\Ec").literals == "a^B$c")
  }

  /// The number of letters and classes in a pattern, computed from the tokens of the pattern.
  private func scalarCount(_ tokens: PatternTokens) -> Int {
    tokens.reduce(0) { count, token in
      switch token.kind {
      case .literal, .escapedLiteral, .brackets, .sign(UInt8(ascii: ".")): count + 1
      case .quotation:
        count + String(decoding: tokens.bytes[token.content], as: UTF8.self).unicodeScalars.count
      case .escape(let letter): count + ("AbBz".utf8.contains(letter) ? 0 : 1)
      // RE2 treats an unfinished repetition such as `{1` as literal text.
      case .counts: count + (token.isFinished ? 0 : token.range.count)
      case .groupStart, .sign: count
      }
    }
  }

  private func check(_ pattern: String) {
    guard (try? Pattern(pattern, ignoresCase: false)) != nil,
      let parsed = PatternParser.parse(pattern, ignoresCase: false, .ascii)
    else { return }
    let scalars = parsed.pieces.reduce(0) { count, piece in
      if case .scalars = piece { count + 1 } else { count }
    }
    let tokens = PatternTokens(pattern)
    #expect(scalarCount(tokens) == scalars, "\(pattern)")
    // A `\Q` at the end of a pattern needs no `\E`.
    let mayBeUnfinished = [PatternTokens.Kind.quotation, .counts]
    #expect(tokens.allSatisfy { $0.isFinished || mayBeUnfinished.contains($0.kind) }, "\(pattern)")
    #expect(tokens.map(\.range.count).reduce(0, +) == pattern.utf8.count, "\(pattern)")
  }

  @Test func `the tokens and tree of a pattern agree if RE2 accepts it`() {
    let pieces = [
      "a", "[", "]", "^", "-", ":", "\\", "Q", "E", "{", "1", "}", ",", "(", "?", ")", "|", ".",
    ]
    for length in 1...Effort.size(3, thorough: 4) {
      for number in 0..<pow18(length) {
        var rest = number
        var pattern = ""
        for _ in 0..<length {
          pattern += pieces[rest % pieces.count]
          rest /= pieces.count
        }
        check(pattern)
      }
    }
    var generator = SplitMix64(seed: 14)
    let more =
      pieces + [
        "[:alpha:]", "[[:", ":]", "\\p{Greek}", "\\pL", "\\x41", "\\x{41}", "\\012", "é", "(?i)",
      ]
    for _ in 0..<Effort.size(4_000, thorough: 1_000_000) {
      let length = Int.random(in: 5...12, using: &generator)
      check((0..<length).map { _ in more.randomElement(using: &generator) ?? "" }.joined())
    }
  }

  @Test func `a long hostile pattern is tokenized in linear time`() {
    // If every `[:` caused a search to the end of the pattern, tokenizing would take days.
    for piece in ["[:", "[[:", "[a-[:", "\\p{", "{1", "(?", "\\Q"] {
      let pattern = "[" + String(repeating: piece, count: 1 << 19)
      #expect(PatternTokens(pattern).map(\.range.count).reduce(0, +) == pattern.utf8.count)
    }
  }

  private func pow18(_ exponent: Int) -> Int { (0..<exponent).reduce(1) { value, _ in value * 18 } }

  @Test func `anchors are recognized only outside escapes and classes`() {
    for pattern in ["^a", "a$", "\\Aa", "a\\z", "(?:^a)", "(?m)a$", "[$]$"] {
      #expect(PatternSyntax(pattern).hasAnchor, "\(pattern)")
    }
    for pattern in [
      "\\^a", "[a^$]", "\\Q^$\\E", "[^a]", "\\\\A", "[]^]", "a\\", "[a", "(?i", "\\p",
    ] {
      #expect(!PatternSyntax(pattern).hasAnchor, "\(pattern)")
    }
  }

  @Test(
    arguments: [
      ("a(?=b)", .unsupportedPattern(.lookahead), 1, 3),
      ("a(?!b)", .unsupportedPattern(.lookahead), 1, 3),
      ("(?<=a)b", .unsupportedPattern(.lookbehind), 0, 3),
      ("(?<!a)b", .unsupportedPattern(.lookbehind), 0, 3),
      ("(?<n>a)", .unsupportedPattern(.namedGroup), 0, 3),
      ("(?>a)", .unsupportedPattern(.atomicGroup), 0, 3),
      ("(a)\\1", .unsupportedPattern(.backreference("\\1")), 3, 2),
      ("é\\C", .unsupportedPattern(.anyByte), 2, 2),
      ("a\\Z", .unsupportedPattern(.escape("\\Z")), 1, 2),
      ("a++", .unsupportedPattern(.possessiveQuantifier("++")), 1, 2),
      ("a[b", .malformedPattern(problem: "missing ]", fragment: "[b"), 1, 2),
      ("(?#x)a", .unsupportedPattern(.comment), 0, 3),
      ("(?P=n)", .unsupportedPattern(.backreference("(?P=...)")), 0, 3),
      (
        "[a-\\d]",
        .malformedPattern(problem: "a class cannot be the end of a range", fragment: "\\d"), 3, 2
      ),
    ] as [(String, QueryError.Code, Int, Int)])
  func `unsupported syntax is an error with its range`(
    _ pattern: String, _ code: QueryError.Code, _ offset: Int, _ length: Int
  ) {
    #expect(throws: QueryError(code, at: offset, length: length)) { try Self.run(pattern) }
  }

  @Test(
    arguments: [
      ("a**", "omit one"), ("(?P<n", "(?P<name>...)"), ("[z-a]", "lower character first"),
      ("[[:foo:]]", "[[:alpha:]]"), ("\\pX", "\\p{Greek}"), ("\\p{Foo}", "\\p{Greek}"),
      ("(?z)a", "(?i)"), ("[a-\\d]", "\\-"), ("\\x{110000}", "10FFFF"), ("a{3,1}", "first number"),
      ("*a", "put something before"), ("a\\", "write \\\\"), ("\\q", "omit the backslash"),
    ])
  func `a malformed pattern gets a remedy`(_ pattern: String, _ part: String) {
    do {
      _ = try Self.run(pattern)
      Issue.record("the pattern is malformed")
    } catch let error as QueryError {
      #expect(error.remedy?.contains(part) == true, "\(error.message): \(error.remedy ?? "")")
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func `an error in a fragment that occurs twice has no range`() {
    do {
      _ = try Self.run("(?=a)(?=a)")
      Issue.record("look-ahead is not supported")
    } catch let error as QueryError {
      #expect(error.offset == nil)
      #expect(error.code == .unsupportedPattern(.lookahead))
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func `a pattern that needs too much memory is refused`() {
    #expect(throws: QueryError(.patternTooLarge(limit: 64 << 20))) {
      try Self.run(String(repeating: "\\pL{1000}", count: 50))
    }
  }

  @Test func `a very long record is searched on a thread that can be abandoned`() throws {
    let cell = String(repeating: "ab ", count: 1_000_000)
    let fields = [Field("a"), Field("b")]
    let corpus = Corpus(
      name: "long", fields: fields, rows: [["x", ""], [cell, "z"], ["ab", "y"]])
    let searcher = Searcher(corpus)
    for pattern in ["b", "^(?:ab ?)+$", "b(?: |$)"] {
      let report = try searcher.run(Query(pattern, by: "regex"))
      #expect(report.results.map { Int($0.rawValue) } == [1, 2])
      #expect(report.hitCount == (pattern.hasPrefix("b") ? 1_000_001 : 2))
    }
    var options = SearchOptions()
    options.fields = ["b"]
    for pattern in ["[a-z]", "[a-z]$"] {
      let report = try searcher.run(Query(pattern, by: "regex", options: options))
      #expect(report.results.count == 2)
    }
    var checks = 0
    let report = try searcher.run(Query("[ab]", by: "regex")) {
      checks += 1
      return checks > 2
    }
    #expect(report.completion == .cancelled)
    while PatternTask.abandonedCount > 0 {}
    #expect(try searcher.run(Query("z", by: "regex")).results.count == 1)
  }

  @Test func `a pattern that is exponential in backtracking engines takes linear time`() throws {
    let text = String(repeating: "a", count: 100_000) + "b"
    let corpus = Corpus(name: "long", fields: [Field("text")], rows: [[text]])
    #expect(try Searcher(corpus).run(Query("(a+)+$", by: "regex")).results.isEmpty)
  }
}
