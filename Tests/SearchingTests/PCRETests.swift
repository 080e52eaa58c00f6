import Corpora
import JSON
import Synchronization
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Tests regular expressions with the engine PCRE2.
@Suite(.enabled(if: PCRELibrary.shared != nil, "libpcre2-8.so.0 is not installed"))
struct PCRETests {
  private static func options(
    _ engine: RegexEngine = .pcre2, _ classes: CharacterClasses = .unicode,
    _ bounds: HitBounds = .anywhere
  ) -> SearchOptions {
    SearchOptions(
      caseMode: .sensitive, diacritics: .sensitive, regexEngine: engine, classes: classes,
      bounds: bounds)
  }

  /// The hits of a pattern in each text.
  private static func hits(
    _ patterns: String..., in texts: [String], _ options: SearchOptions = options()
  ) throws -> [[Range<Int>]] {
    var query = Query(patterns[0], .regex, options: options)
    query.alternatives = Array(patterns.dropFirst())
    let corpus = Corpus(name: "texts", fields: [Field("text")], rows: texts.map { [$0] })
    let report = try Searcher(corpus).run(query)
    #expect(report.undecided.isEmpty)
    let all = texts.indices.map { index in
      let record = RecordID(UInt64(index))
      return report.results.contains(record) ? report.hits(in: record).map(\.range) : []
    }
    #expect(report.hitCount == all.reduce(0) { $0 + $1.count })
    return all
  }

  @Test(
    arguments: [
      ("foo(?= bar)", "foo bar foo", [0..<3]), ("(?<=quick)ly", "ly quickly", [8..<10]),
      ("(?<!quick)ly", "ly quickly", [0..<2]), ("q(?!u)", "quq", [2..<3]),
      (#"\b(\w+) \1\b"#, "a baz baz bar", [2..<9]), ("(?<n>a|b)\\k<n>", "ab bb", [3..<5]),
      ("a++b", "aaab", [0..<4]), ("a++a", "aaa", []), ("(?>a|ab)c", "abc", []),
      ("(a)?(?(1)b|c)", "ab c", [0..<2, 3..<4]), (#"quick\Kly"#, "quickly", [5..<7]),
      ("(\\((?:[^()]|(?1))*\\))", "x(a(b)c)(", [1..<8]), ("a(?#x)b", "ab", [0..<2]),
      ("x*", "axxa", [1..<3]), ("^|b", "bb", [1..<2]), ("b$", "b\nb", [2..<3]),
      ("(?m)b$", "b\nb", [0..<1, 2..<3]), ("a.b", "a\nb", []), ("(?s)a.b", "a\nb", [0..<3]),
      (#"\w+"#, "कहानी привет", [0..<15, 16..<28]), (#"[^\W\d]+"#, "éa1б", [0..<3, 4..<6]),
      (#"[\W]"#, "é-", [2..<3]), (#"[\D^]+"#, "1a^٣", [1..<3]), (#"[^\S ]"#, "\u{85} a", [0..<2]),
      (#"\d\D"#, "٣é", [0..<4]), (#"\bж\b"#, "жж ж", [5..<7]), (#"\Bж"#, "жж", [2..<4]),
      (#"\Q\w\E\w"#, #"\wé"#, [0..<4]), ("[[:alpha:]]+", "aé", [0..<1]),
      ("[][:digit:]\\w]+", "-]é4", [1..<5]), ("(?x) a # \\w [\n b", "ab", [0..<2]),
      ("(*UCP)(*UTF)é", "é", [0..<2]), (#"\cA\x{e9}"#, "\u{1}é", [0..<3]),
      ("(?i)É", "é", [0..<2]), ("\\p{Greek}+", "aαβ", [1..<5]), ("a\\E", "a", [0..<1]),
    ] as [(String, String, [Range<Int>])])
  func `patterns have the hits of PCRE2`(
    _ pattern: String, _ text: String, _ expected: [Range<Int>]
  ) throws {
    // Searches that can be canceled use one compiled pattern for texts of up to 4,096 bytes, and
    // another for longer texts.
    let long = text + "\n" + String(repeating: "-", count: 5_000)
    let found = try Self.hits(pattern, in: [text, ""])
    #expect(found == [expected, []])
    if !pattern.contains("$"), expected.last?.upperBound ?? 0 < text.utf8.count {
      let inLong = try Self.hits(pattern, in: [long])[0]
      #expect(inLong.starts(with: expected))
    }
  }

  @Test func `ASCII classes exclude other letters`() throws {
    let found = try Self.hits(#"\w+\b"#, in: ["aé1", "é"], Self.options(.pcre2, .ascii))
    #expect(found == [[0..<1, 3..<4], []])
  }

  @Test func `whole words and whole fields are found`() throws {
    let texts = ["baz bazé xbaz baz", "baz", "foo", "baz # x"]
    let words = Self.options(.pcre2, .unicode, .words)
    #expect(try Self.hits("b(a)z", in: texts, words) == [[0..<3, 15..<18], [0..<3], [], [0..<3]])
    let all = Self.options(.pcre2, .unicode, .all)
    #expect(try Self.hits("foo|baz", in: texts, all) == [[], [0..<3], [0..<3], []])
    #expect(try Self.hits("(?x)baz # x", in: texts, all) == [[], [0..<3], [], []])
    #expect(try Self.hits("\\Qbaz # x", in: texts, all) == [[], [], [], [0..<7]])
  }

  @Test func `several patterns keep the numbers and names of their groups`() throws {
    let texts = ["aa bb", "xyx", "b", "ab"]
    #expect(
      try Self.hits(#"(a)\1"#, #"(b)\1"#, in: texts) == [[0..<2, 3..<5], [], [], []])
    #expect(try Self.hits("(?<n>a)b", "(?<m>x)y", in: texts) == [[], [0..<2], [], [0..<2]])
    #expect(
      try Self.hits(#"(?<n>x)y\1"#, #"(?<m>b)\1"#, in: texts) == [[3..<5], [0..<3], [], []])
    #expect(
      try Self.hits("a # c\\E", "\\Qb", in: texts) == [[3..<4, 4..<5], [], [0..<1], [1..<2]])
    #expect(try Self.hits("(a)", "(b)(?1)", in: ["bb", "ba"]) == [[0..<2], [1..<2]])
    #expect(try Self.hits("x(?R)?y", "b", in: ["xxyy", "xyb"]) == [[0..<4], [0..<2, 2..<3]])
    #expect(try Self.hits("x", "", in: texts).joined().isEmpty)
  }

  @Test func `a replacement template inserts PCRE2's groups`() throws {
    for (pattern, template, text, expected) in [
      (#"(\w+) (\w+)"#, "$2 $1", "один два", "два один"),
      (#"quick\K(ly)"#, "<$1>", "quickly", "quick<ly>"),
      ("(?<n>a)(b)?", "[$n|$2|$9]", "a", "[a||]"), ("(?<=(x))y", "$1", "xy", "xx"),
    ] {
      let query = try CompiledQuery(Query(pattern, .regex, options: Self.options()))
      let replacement = HitReplacement(template, for: query)
      let bytes = Array(text.utf8)
      var output = GrowableBuffer<UInt8>()
      var at = 0
      let hits = query.lines.hits(in: bytes.span)
      let field = HitReplacement.Field(bytes.span, for: replacement)
      for hit in hits {
        output.append(copying: bytes.span.extracting(at..<hit.range.lowerBound))
        replacement.append(for: hit.range, in: bytes.span, field, to: &output)
        at = hit.range.upperBound
      }
      output.append(copying: bytes.span.extracting(at..<bytes.count))
      #expect(output.withSpan { String(decoding: $0) } == expected, "\(pattern)")
    }
  }

  @Test func `no match crosses a field or a value`() throws {
    let fields = [Field("a"), Field("b", isAlias: true), Field("c")]
    let rows = [["x", "y\u{FE}z", "w"], ["", "", ""], ["é", "", "x"]]
    let corpus = Corpus(name: "fields", fields: fields, rows: rows)
    func found(_ pattern: String, _ scope: [String]? = nil) throws -> [UInt64] {
      var options = Self.options()
      options.fields = scope
      let report = try Searcher(corpus).run(Query(pattern, .regex, options: options))
      return report.results.map(\.rawValue)
    }
    #expect(try found("^x$") == [0, 2])
    #expect(try found("^x$", ["c"]) == [2])
    #expect(try found("(?s)x.") == [])
    #expect(try found("^$") == [1, 2])
    #expect(try found("(?<!.)w(?!.)") == [0])
    #expect(try found("[^a]\\w", ["a", "c"]) == [])
  }

  // MARK: Comparison with RE2

  @Test func `patterns match the same text as in ripgrep 15`() throws {
    let library = try #require(PCRELibrary.shared)
    let lines = Vectors.lines("regex-classes.jsonl")
    let texts = lines.first?["texts"].strings ?? []
    var compared = 0
    for vector in lines.dropFirst() {
      let pattern = vector["pattern"].string ?? ""
      guard (try? PCREText(pattern, ignoresCase: false, .unicode, by: library)) != nil else {
        continue
      }
      compared += 1
      let found = try Self.hits(pattern, in: texts)
      #expect(found == (try Self.hits(pattern, in: texts, Self.options(.re2))), "\(pattern)")
    }
    #expect(compared > 90)
  }

  @Test(arguments: [UInt64](1...2))
  func `random patterns have the same hits as RE2`(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let atoms = [
      "a", "b", "é", "-", ".", #"\w"#, #"\W"#, #"\d"#, #"\s"#, #"[\w-]"#, #"[^\W1]"#, #"[\Wé]"#,
      #"[a-c]"#, #"\pL"#, #"[^\D]"#, #"[\D\Sa]"#,
    ]
    let ends = ["", "", "", "+", "?", "{1,2}", "*?", "+?"]
    let edges = ["", "", "", #"\b"#, #"\B"#, "^", "$"]
    let letters = ["a", "b", "c", "é", "é", "ж", "-", " ", "1", "٣", "_", "\u{301}", "K"]
    var found = 0
    for _ in 0..<25 {
      func part() -> String {
        let count = 1 + generator.below(3)
        let atoms = (0..<count).map { _ in generator.pick(atoms) + generator.pick(ends) }
        return generator.pick(edges) + atoms.joined() + generator.pick(edges)
      }
      let pattern = generator.oneIn(3) ? "(\(part())|\(part()))\(part())" : part()
      let bounds = generator.pick([HitBounds.anywhere, .anywhere, .words, .all])
      let texts = (0..<30).map { _ in
        let text = (0..<generator.below(8)).map { _ in generator.pick(letters) }.joined()
        // If the first hit of a whole-word search is a single space at the start of the text, RE2
        // misses the next hit.
        return bounds == .words ? "é" + text : text
      }
      let own = try Self.hits(pattern, in: texts, Self.options(.pcre2, .unicode, bounds))
      let other = try Self.hits(pattern, in: texts, Self.options(.re2, .unicode, bounds))
      let different = texts.indices.first { own[$0] != other[$0] }
      #expect(different == nil, "\(pattern) \(bounds) in \(different.map { texts[$0] } ?? "")")
      found += own.joined().count
    }
    #expect(found > 15)
  }

  // MARK: Limits and errors

  /// Text on which matching `(a+)+$` takes exponential time.
  private static let slow = String(repeating: "a", count: 40) + "b"

  @Test func `a record that exceeds the match limit is in neither the result nor its inverse`()
    throws
  {
    let query = Query("(a+)+$", .regex, options: Self.options())
    let rows = ["a", Self.slow, "b", Self.slow + "c", "aa"].map { [$0] }
    let searcher = Searcher(Corpus(name: "slow", fields: [Field("text")], rows: rows))
    for limit in [nil, 5] {
      let report = try searcher.run(query, stoppingAfter: limit, keeping: 1 << 20)
      #expect(report.results.map(\.rawValue) == [0, 4])
      #expect(report.undecided.map(\.rawValue) == [1, 3])
      #expect(report.statistics.undecided == 2)
    }
    let kept = try searcher.run(query, keeping: 1 << 20)
    #expect(kept.isCached && kept.undecided.count == 2)
    let within = ResultSet([RecordID(1), RecordID(2), RecordID(4)], of: 5)
    let narrowed = try searcher.run(query, within: within)
    #expect(narrowed.results.map(\.rawValue) == [4] && narrowed.undecided.map(\.rawValue) == [1])
    var several = query
    several.text = "(?<m>a+)+$"
    several.alternatives = [#"^(?<n>a)\1++b$"#]
    let any = try searcher.run(several)
    #expect(any.results.map(\.rawValue) == [0, 1, 4] && any.undecided.map(\.rawValue) == [3])
    var inverse: [UInt64] = []
    let stream = try searcher.stream(
      CompiledQuery(query), StreamRequest(isInverted: true), Cancellation { false },
      render: { $0.rows.map(\.record) },
      deliver: {
        inverse += $0
        return true
      })
    #expect(inverse == [2] && stream.statistics.undecided == 2)
  }

  @Test(arguments: ["text.txt", "rows.csv", "rows.jsonl"])
  func `a file search reports records that exceed the match limit`(_ name: String) throws {
    let folder = try ScratchFolder()
    let cells = ["a", Self.slow, "b", "\u{FF}é", "aa"]
    let text =
      switch name {
      case "rows.csv": "x\n" + cells.joined(separator: "\n") + "\n"
      case "rows.jsonl": cells.map { "{\"x\": \"\($0)\"}\n" }.joined()
      default: cells.joined(separator: "\n") + "\n"
      }
    var bytes = Array(text.utf8)
    // Ill-formed UTF-8 is repaired before it is searched.
    if let place = bytes.firstIndex(of: 0xC3) { bytes[place] = 0xFF }
    let path = try folder.write(bytes, to: name)
    for scans in [true, false] {
      var sizes = FileSizes()
      sizes.minimumBytesForScanner = scans ? 0 : 1 << 30
      let source = try FileSource([path], options: LoadOptions(), sizes: sizes)
      for isInverted in [false, true] {
        let query = try CompiledQuery(Query("(a+)+$", .regex, options: Self.options()))
        var rows: [String] = []
        let request = StreamRequest(isInverted: isInverted)
        let report = try source.stream(query, request, Cancellation { false }) { batch in
          (0..<batch.rows.count).map { batch.text(ofRow: $0, field: 0) }
        } deliver: {
          rows += $0
          return true
        }
        #expect(rows.count == 2 && rows[0] == (isInverted ? "b" : "a"))
        #expect(report.statistics.undecided == 1)
        var count = 0
        let counted = try source.countByFile(query, request, Cancellation { false }) { _, found in
          count += found
          return true
        }
        #expect(count == 2 && counted.statistics.undecided == 1)
      }
    }
  }

  @Test func `a search can be canceled in a long record and between short records`() throws {
    let query = Query("(?:a|b)*?[cd]", .regex, options: Self.options())
    for rows in [
      [String(repeating: "ab", count: 40_000)], Array(repeating: Self.slow, count: 20_000),
    ] {
      let pattern = rows.count == 1 ? query : Query("(a+)+$", .regex, options: Self.options())
      let corpus = Corpus(name: "slow", fields: [Field("text")], rows: rows.map { [$0] })
      var checks = 0
      let report = try Searcher(corpus).run(
        pattern,
        isCancelled: {
          checks += 1
          return checks > 3
        })
      #expect(report.completion == .cancelled)
      #expect(report.examined < rows.count)
    }
  }

  @Test func `a search of files can be canceled although each line takes long`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(
      String(repeating: Self.slow + "\n", count: 50_000), to: "slow.txt")
    let source = try FileSource([path], options: LoadOptions())
    let query = try CompiledQuery(Query("(a+)+$", .regex, options: Self.options()))
    for countsOnly in [true, false] {
      let checks = Mutex(0)
      let cancellation = Cancellation {
        checks.withLock { checks in
          checks += 1
          return checks > 20
        }
      }
      #expect(throws: SearchError.cancelled) {
        if countsOnly {
          _ = try source.countByFile(query, StreamRequest(), cancellation) { _, _ in true }
        } else {
          _ = try source.stream(
            query, StreamRequest(), cancellation, render: { $0 }, deliver: { _ in true })
        }
      }
    }
  }

  @Test(
    arguments: [
      ("a(b", "missing closing parenthesis", 3), ("a)", "unmatched closing parenthesis", 1),
      ("é[b", "missing terminating ] for character class", 4),
      ("*a", "quantifier does not follow a repeatable item", 0),
      ("a\\", "\\ at end of pattern", 2), ("x{3,1}", "numbers out of order in {} quantifier", 5),
    ])
  func `a pattern error has an offset`(_ pattern: String, _ problem: String, _ offset: Int) throws {
    for alternatives in [[], ["x"]] {
      var query = Query(pattern, .regex, options: Self.options())
      query.alternatives = alternatives
      let error = #expect(throws: QueryError.self) { try CompiledQuery(query) }
      #expect(error?.code == .malformedPattern(problem: problem, fragment: ""))
      #expect(error?.offset == offset)
    }
    let error = #expect(throws: QueryError.self) {
      try CompiledQuery(Query("a\\C", .regex, options: Self.options()))
    }
    #expect(error == QueryError(.unsupportedPattern(.anyByte), at: 1, length: 2))
  }

  @Test func `a missing library is reported with the remedy`() {
    #expect(PCRELibrary(path: "/nowhere/libpcre2-8.so.0") == nil)
    let error = QueryError(.engineMissing)
    #expect(error.message.contains("is not installed"))
    #expect(error.remedy?.contains("apt-get install libpcre2-8-0") == true)
  }
}
