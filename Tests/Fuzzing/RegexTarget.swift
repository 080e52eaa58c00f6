internal import Corpora
internal import UnicodeText

@testable internal import Searching

extension FuzzTarget {
  /// An input consists of option bytes, a line with the pattern, and text.
  ///
  /// The text is searched twice: as records with tab-separated cells, and as raw lines.
  static let regex = FuzzTarget(
    name: "regex", oracle: "RE2 on each record and line by itself, without prefilter and automaton"
  ) { input in
    var input = input
    guard let check = RegexCheck(&input) else { return }
    check.run()
  }
}

private struct RegexCheck {
  static let fields = [Field("name"), Field("alias", isAlias: true), Field("note")]
  static let choices: [RegexPrefilter.Choice] = [.nothing, .strings]

  struct Found: Equatable {
    var records: [Int] = []
    var hits = 0
  }

  private let pattern: String
  private let ignoresCase: Bool
  private let classes: CharacterClasses
  private let scope: [String]?
  private let path: String
  private let text: [UInt8]
  private let query: Query
  private let compiled: CompiledQuery

  /// Reads an input; nil if its pattern is invalid.
  init?(_ input: inout FuzzInput) {
    let choice = input.byte()
    ignoresCase = choice & 1 != 0
    classes = CharacterClasses.allCases[Int(choice >> 1) % CharacterClasses.allCases.count]
    scope = choice & 4 != 0 ? ["alias", "note"] : nil
    path = AccessPathCatalog.names[Int(choice >> 4) % AccessPathCatalog.names.count]
    pattern = String(decoding: input.line().prefix(80), as: UTF8.self)
    text = input.remainder()
    var options = SearchOptions()
    options.caseMode = ignoresCase ? .ignore : .sensitive
    options.classes = classes
    options.fields = scope
    options.threads = 1
    options.accessPath = path
    query = Query(pattern, by: "regex", options: options)
    guard let compiled = try? CompiledQuery(query) else { return nil }
    self.compiled = compiled
  }

  private var note: String { "\(query)\n  text: \(text)" }

  func run() {
    _ = RegexStrategy().partialWord(atEndOf: pattern, options: SearchOptions(), fields: [])
    if pattern.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return }
    let rows = text.split(separator: 0x0A).prefix(10).map { line in
      line.split(separator: 0x09, omittingEmptySubsequences: false).prefix(3).map {
        String(decoding: $0.map { $0 == 0x1F ? 0x0A : $0 }, as: UTF8.self)
      }
    }
    checkRecords(Corpus(name: "fuzz", fields: Self.fields, rows: rows))
    checkLines()
  }

  private func matcher(_ fields: [Field], _ names: [String]?, _ choice: RegexPrefilter.Choice)
    -> RegexMatcher
  {
    do {
      return try RegexMatcher(
        pattern, PatternSyntax(pattern), ignoresCase: ignoresCase, classes,
        scope: FieldScope(of: fields, named: names), choice)
    } catch {
      fail("\(error): \(note)")
    }
  }

  // MARK: Records

  private func checkRecords(_ corpus: Corpus) {
    let plain = matcher(Self.fields, scope, .nothing)
    let wanted = Self.recordByRecord(plain, corpus)
    for choice in Self.choices {
      let matcher = choice == .nothing ? plain : matcher(Self.fields, scope, choice)
      expectEqual(Self.scan(matcher, corpus, true), wanted, "\(choice): \(note)")
      let uncounted = Self.scan(matcher, corpus, false).records
      expectEqual(uncounted, wanted.records, "\(choice), without hits: \(note)")
    }
    guard let report = try? Searcher(corpus).run(compiled) else { fail("no report: \(note)") }
    expectEqual(report.results.map { Int($0.rawValue) }, wanted.records, "search: \(note)")
    expectEqual(report.hitCount, wanted.hits, "hits of the search: \(note)")
  }

  private static func scan(
    _ matcher: RegexMatcher, _ corpus: Corpus, _ countingHits: Bool
  ) -> Found {
    var found = Found()
    for segment in corpus.segments {
      var sink = MatchSink(records: corpus.count, limit: nil, countsHits: countingHits)
      sink.firstRecord = segment.firstRecord
      matcher.scan(
        0..<segment.count, of: SegmentText(original: segment, folded: segment), into: &sink)
      found.hits += sink.hitCount
      found.records += sink.finish().map { Int($0.rawValue) }
    }
    return found
  }

  private static func recordByRecord(_ matcher: RegexMatcher, _ corpus: Corpus) -> Found {
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

  // MARK: Lines

  private func checkLines() {
    let field = [Field("text")]
    let plain = matcher(field, nil, .nothing)
    var starts: [Int] = []
    var hits = 0
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: 0x0A) ?? text.count
      let hasReturn = end < text.count && end > start && text[end - 1] == 0x0D
      let line = Array(
        String(decoding: text[start..<(hasReturn ? end - 1 : end)], as: UTF8.self).utf8)
      if plain.pattern.matches(line.span) {
        starts.append(start)
        hits += plain.hits(in: line.span).count
      }
      start = end + 1
    }
    for choice in Self.choices {
      let lines = RegexLines(of: choice == .nothing ? plain : matcher(field, nil, choice), choice)
      for countingHits in [false, true] {
        var found = RegexLines.Matches()
        let end = lines.appendMatches(in: text.span, countingHits: countingHits, to: &found)
        expectEqual(end, text.count, "\(choice), end of lines: \(note)")
        // Ignore lines that the search leaves undecided; its callers repair such lines and test
        // them again.
        let unsure = Set(found.unsure.array())
        let sure = starts.filter { !unsure.contains($0) }
        expectEqual(found.starts.array(), sure, "\(choice), lines: \(note)")
        if unsure.isEmpty, countingHits {
          expectEqual(found.hitCount, hits, "\(choice), hits in lines: \(note)")
        }
      }
    }
  }
}
