import Corpora
import JSON
import TestSupport
import Testing

@testable import Searching

/// Tests that all sources give the same result for the same records and query.
@Suite struct SourceLawTests {
  /// The text of a CSV file with every cell in quotes.
  private static func csv(_ fields: [Field], _ rows: [[String]]) -> String {
    func line(_ cells: [String]) -> String {
      cells.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\n"
    }
    return line(fields.map(\.name))
      + rows.map { row in
        line(row + [String](repeating: "", count: max(0, fields.count - row.count)))
      }.joined()
  }

  /// Three sources of the same records: one in memory, one in files, and one that behaves like a
  /// remote machine.
  private static func sources(
    _ corpus: Corpus, _ file: String, _ fields: [Field]
  ) throws -> [any RecordSource] {
    var options = LoadOptions(type: "csv", aliasFields: fields.filter(\.isAlias).map(\.name))
    options.name = corpus.name
    return [Searcher(corpus), try FileSource([file], options: options), RemoteSource(corpus)]
  }

  // MARK: Oracle

  /// The oracle's result for one row.
  private struct Finding {
    var hits: [Hit]
    var isFullName = false
  }

  /// A query, and the oracle's result for each row, which is `nil` if the row does not match.
  private struct Answer {
    let query: Query
    let findings: [Finding?]
    let fields: [Field]

    /// The numbers of the records that match; at most `limit` of them.
    func records(limit: Int?) -> [Int] {
      let all = findings.indices.filter { findings[$0] != nil }
      return Array(all.prefix(limit ?? all.count))
    }

    /// The rows of a stream, as text.
    func rows(_ request: StreamRequest) -> [String] {
      let all = findings.indices.compactMap { row -> String? in
        guard let finding = findings[row] else {
          return request.isInverted ? "\(row) [] false" : nil
        }
        if request.isInverted { return nil }
        return "\(row) \(SourceLawTests.names(finding.hits, fields)) \(finding.isFullName)"
      }
      return Array(all.prefix(request.limit ?? all.count))
    }
  }

  /// A row as text, in the same format as the strings in `Answer.rows`.
  private static func text(_ row: FoundRow) -> String {
    "\(row.record) \(row.hits) \(row.isFullName)"
  }

  private static func names(_ hits: [Hit], _ fields: [Field]) -> [String] {
    hits.map { "\(fields[$0.field].name)/\($0.representation ?? -1)@\($0.range)" }
  }

  private struct MissingOracle: Error {
    let strategy: String
  }

  /// A random query for a strategy, and its expected results.
  private static func answer(
    by strategy: String, _ random: inout RandomCorpora, _ oracle: NaiveOracle
  ) throws -> Answer {
    var options = random.options(for: oracle.fields)
    let text: String
    let find: (Int) -> Finding?
    switch strategy {
    case "substring":
      let words = random.text(upTo: 3)
      let known = options
      text = words
      find = { row in oracle.substring(words, in: row, known).map { Finding(hits: $0) } }
    case "prefix":
      let words = random.text(upTo: 3)
      let known = options
      text = words
      find = { row in
        oracle.tokenPrefix(words, in: row, known).map {
          Finding(hits: $0.hits, isFullName: $0.isByFullName)
        }
      }
    case "bool":
      options.grammar = random.generator.pick([Grammar.classic, .standard])
      let known = options
      let expression = random.expression(
        of: oracle, depth: 3, isStandard: known.grammar == .standard)
      text = expression.query
      find = { row in oracle.boolean(expression, in: row, known).map { Finding(hits: $0) } }
    case "regex":
      options.caseMode = random.generator.oneIn(2) ? .ignore : .sensitive
      let known = options
      let (regex, flags) = Self.regex(&random, oracle, known)
      text = flags.prefix + regex.pattern
      find = { row in oracle.regex(regex, flags, in: row, known).map { Finding(hits: $0) } }
    default: throw MissingOracle(strategy: strategy)
    }
    return Answer(
      query: Query(text, by: strategy, options: options),
      findings: oracle.rows.indices.map(find), fields: oracle.fields)
  }

  /// A random regular expression that is not only whitespace; a query of whitespace would match
  /// every record.
  private static func regex(
    _ random: inout RandomCorpora, _ oracle: NaiveOracle, _ options: SearchOptions
  ) -> (NaiveRegex, NaiveRegex.Flags) {
    while true {
      var flags = NaiveRegex.Flags()
      flags.ignoresCase = options.caseMode == .ignore
      flags.isUnicode = options.classes == .unicode
      flags.isDotAll = random.generator.oneIn(3)
      flags.isMultiline = random.generator.oneIn(3)
      let regex = random.regex(of: oracle, depth: 3)
      let pattern = flags.prefix + regex.pattern
      if !pattern.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return (regex, flags) }
    }
  }

  // MARK: Comparison

  /// Compares the rows of a stream, and the counts by file.
  private static func checkStream(
    _ source: any RecordSource, _ answer: Answer, _ request: StreamRequest
  ) throws {
    let found = try FoundAnswer(source, answer.query, request)
    let wanted = answer.rows(request)
    #expect(found.rows.map(text) == wanted, "\(source.kind): \(answer.query) \(request)")
    if request.limit != nil { return }
    // Each string of `counts` consists of a path, a space and a number.
    let counted = found.counts.compactMap { Int($0.split(separator: " ").last ?? "") }
    #expect(
      counted.reduce(0, +) == wanted.count, "\(source.kind): \(answer.query) \(request)")
  }

  /// Checks the pages and counts of a search result, and the positions of records in the result.
  private static func checkPages(
    _ source: any RecordSource, _ answer: Answer, limit: Int?
  ) throws {
    let note: Comment = "\(source.kind): \(answer.query), up to \(limit ?? -1)"
    let wanted = answer.rows(StreamRequest(limit: limit))
    let records = answer.records(limit: limit)
    let query = try CompiledQuery(answer.query)
    let result = try source.search(query, ResultRequest(limit: limit), .never)
    let count = try result.count(.never)
    #expect(count == wanted.count, note)
    #expect(result.knownCount == wanted.count, note)
    var paged: [String] = []
    for start in stride(from: 0, to: wanted.count, by: 3) {
      let page = try result.page(start..<start + 3, RowDetails(), .never)
      #expect(page.firstRow == start, note)
      paged += page.foundRows.map(text)
    }
    #expect(paged == wanted, note)
    // Request a page out of order, and a page after the end.
    let middle = wanted.count / 2
    let one = try result.page(middle..<middle + 1, RowDetails(), .never).foundRows.map(text)
    #expect(one == Array(wanted.dropFirst(middle).prefix(1)), note)
    let none = try result.page(wanted.count..<wanted.count + 3, RowDetails(), .never)
    #expect(none.isEmpty, note)
    for record in answer.findings.indices {
      let place = try result.row(notBefore: RecordID(UInt64(record)), .never)
      let before = records.count { $0 < record }
      #expect(place == before, note)
    }
    // A remote source does not count hits.
    var hits = 0
    for row in 0...records.count {
      let known = try result.hitCount(ofFirst: row, .never)
      #expect(known == nil || known == hits, note)
      if row < records.count { hits += answer.findings[records[row]]?.hits.count ?? 0 }
    }
    let known = result.knownHitCount
    #expect(known == nil || known == hits, note)
  }

  @Test(arguments: StrategyCatalog.all.map(\.name))
  func `every source agrees with the oracle`(_ strategy: String) throws {
    let folder = try ScratchFolder()
    var random = RandomCorpora(seed: 99)
    var (compared, selective) = (0, 0)
    for round in 0..<Effort.size(16, thorough: 80) {
      let (corpus, oracle) = random.corpus()
      let file = try folder.write(Self.csv(oracle.fields, oracle.rows), to: "\(round).csv")
      let sources = try Self.sources(corpus, file, oracle.fields)
      for _ in 0..<5 {
        let answer = try Self.answer(by: strategy, &random, oracle)
        let limit = 1 + random.generator.below(4)
        let requests = [
          StreamRequest(), StreamRequest(isInverted: true),
          StreamRequest(isInverted: random.generator.oneIn(2), limit: limit),
        ]
        compared += 1
        let matches = answer.records(limit: nil).count
        if matches > 0 && matches < oracle.rows.count { selective += 1 }
        for source in sources {
          for request in requests { try Self.checkStream(source, answer, request) }
          try Self.checkPages(source, answer, limit: nil)
          try Self.checkPages(source, answer, limit: limit)
        }
      }
    }
    #expect(selective * 20 > compared)
  }

  // MARK: Context

  /// The texts of the matching rows and context rows that a search of lines must show.
  private static func shown(
    _ oracle: NaiveOracle, _ query: Query, _ request: StreamRequest
  ) -> [String] {
    let found = oracle.rows.indices.map { oracle.substring(query.text, in: $0, query.options) }
    let matches = found.indices.filter { (found[$0] == nil) == request.isInverted }
    let wanted = matches.prefix(request.limit ?? matches.count)
    let details = request.details
    var rows: [String] = []
    var last: Int?
    for record in found.indices {
      let isShown = wanted.contains {
        $0 - details.before <= record && record <= $0 + details.after
      }
      if !isShown { continue }
      let isContext = !wanted.contains(record)
      let startsGroup = last.map { details.hasContext && $0 + 1 < record } ?? false
      let hits = isContext ? [] : names(found[record] ?? [], oracle.fields)
      rows.append("\(record) \(isContext) \(startsGroup) \(hits)")
      last = record
    }
    return rows
  }

  @Test func `every source shows the same context rows`() throws {
    let folder = try ScratchFolder()
    var random = SeededGenerator(seed: 100)
    var contexts = 0
    for round in 0..<Effort.size(20, thorough: 200) {
      var lines: [String] = []
      for _ in 0..<1 + random.below(12) {
        var line = ""
        for _ in 0..<random.below(4) { line += random.pick(["a", "b", "é", " "]) }
        lines.append(line)
      }
      let oracle = NaiveOracle(fields: [Field("text")], rows: lines.map { [$0] })
      let corpus = Corpus(name: "lines", fields: oracle.fields, rows: oracle.rows)
      let file = try folder.write(lines.map { $0 + "\n" }.joined(), to: "\(round)")
      let sources: [any RecordSource] = [
        Searcher(corpus), try FileSource([file]), RemoteSource(corpus),
      ]
      for _ in 0..<6 {
        let query = Query(random.pick(["a", "b", "ab", "é", "c", ""]))
        var request = StreamRequest(isInverted: random.oneIn(3))
        if random.oneIn(2) { request.limit = 1 + random.below(3) }
        request.details.before = random.below(3)
        request.details.after = random.below(3)
        let wanted = Self.shown(oracle, query, request)
        for source in sources {
          let found = try FoundAnswer(source, query, request).rows
          contexts += found.count(where: \.isContext)
          let rows = found.map { "\($0.record) \($0.isContext) \($0.startsGroup) \($0.hits)" }
          #expect(rows == wanted, "\(source.kind): \(query) \(request) in \(lines)")
        }
      }
    }
    #expect(contexts > 100)
  }

  // MARK: Published answers

  /// The sources for a corpus of one column.
  private static func sources(
    of corpus: Corpus, in folder: ScratchFolder
  ) throws -> [any RecordSource] {
    let rows = (0..<corpus.count).map { [corpus.text(of: RecordID(UInt64($0)), field: 0)] }
    let file = try folder.write(csv(corpus.fields, rows), to: "docs.csv")
    return try sources(corpus, file, corpus.fields)
  }

  @Test func `every source gives the published results of boolean queries`() throws {
    let folder = try ScratchFolder()
    for source in try Self.sources(of: BooleanVectorTests.corpus, in: folder) {
      try BooleanVectorTests.expectPublished(by: source.kind) {
        try FoundAnswer(source, $0).rows.map { Int($0.record) }
      }
    }
  }

  @Test func `every source gives the published results of token-prefix queries`() throws {
    let folder = try ScratchFolder()
    let sources = try Self.sources(of: TokenPrefixVectorTests.corpus, in: folder)
    for vector in TokenPrefixVectorTests.vectors {
      let text = vector["query"].string ?? ""
      for source in sources {
        let found = try FoundAnswer(source, Query(text, by: "prefix")).rows
        let names = found.filter { !$0.isFullName }.map { Int($0.record) }
        #expect(names == vector["fold_greedy"].numbers, "\(source.kind): \(text)")
      }
    }
  }

  // MARK: Results

  @Test func `the result of a file search cannot be searched within`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("alpha\nbeta\n", to: "a")
    let files = try FileSource([path])
    let query = try CompiledQuery(Query("a"))
    let found = try files.search(query, ResultRequest(), .never)
    #expect(found.records == nil)
    #expect(found.knownCount == 2)
    #expect(throws: SearchError.self) {
      try files.search(query, ResultRequest(within: found), .never)
    }
    #expect(throws: SearchError.self) { try found.narrowed(to: ResultSet([RecordID(0)], of: 2)) }
  }

  @Test func `a result of one source cannot narrow a search of another`() throws {
    let corpus = Corpus(name: "c", fields: [Field("text")], rows: [["alpha"], ["beta"]])
    let query = try CompiledQuery(Query("a"))
    let far = try RemoteSource(corpus).search(query, ResultRequest(), .never)
    #expect(throws: SearchError.self) {
      try Searcher(corpus).search(query, ResultRequest(within: far), .never)
    }
  }
}
