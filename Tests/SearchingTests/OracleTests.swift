import Corpora
import Searching
import TestSupport
import Testing
import UnicodeText

/// Compares the records, hits and counts of every strategy with the naive oracle.
@Suite struct OracleTests {
  static let queriesPerStrategy = Effort.size(1_000, thorough: 10_000)

  /// The oracle's hits in a row; `nil` if the row does not match.
  typealias Expectation = (_ row: Int) -> [Hit]?

  /// Compares the results of a search with the results of the oracle.
  ///
  /// - Returns: the number of rows that match.
  @discardableResult
  static func check(
    _ query: Query, _ searcher: Searcher, rows: Int, _ expectation: Expectation
  ) throws -> Int {
    let report = try searcher.run(query)
    var wanted: [RecordID] = []
    var hitCount = 0
    for row in 0..<rows {
      guard let hits = expectation(row) else { continue }
      let id = RecordID(UInt64(row))
      wanted.append(id)
      hitCount += hits.count
      if report.results.contains(id) {
        #expect(report.hits(in: id) == hits, "\(query) \(searcher.texts(of: id))")
      }
    }
    #expect(Array(report.results) == wanted, "\(query) \(searcher.allTexts)")
    #expect(report.hitCount == hitCount, "\(query) \(searcher.allTexts)")
    #expect(report.isComplete)
    let uncounted = try searcher.run(query, countingHits: false)
    #expect(uncounted.results == report.results, "\(query) \(searcher.allTexts)")
    return wanted.count
  }

  /// Runs `body` on random corpora, with twenty queries for each.
  ///
  /// `body` returns how many rows match its query. The test fails if less than 5 % of the queries
  /// match some rows but not all rows.
  static func onRandomCorpora(
    seed: UInt64, _ body: (inout RandomCorpora, Searcher, NaiveOracle) throws -> Int
  ) rethrows {
    var random = RandomCorpora(seed: seed)
    var selective = 0
    for _ in 0..<queriesPerStrategy / 20 {
      let (corpus, oracle) = random.corpus()
      let searcher = Searcher(corpus)
      for _ in 0..<20 {
        let found = try body(&random, searcher, oracle)
        if found > 0 && found < oracle.rows.count { selective += 1 }
      }
    }
    #expect(selective > queriesPerStrategy / 20)
  }

  @Test func `substring agrees with the oracle`() throws {
    try Self.onRandomCorpora(seed: 1) { random, searcher, oracle in
      let options = random.options(for: oracle.fields)
      let text = random.snippet(of: oracle)
      return try Self.check(
        Query(text, options: options), searcher, rows: oracle.rows.count
      ) { oracle.substring(text, in: $0, options) }
    }
  }

  @Test func `token-prefix agrees with the oracle`() throws {
    try Self.onRandomCorpora(seed: 2) { random, searcher, oracle in
      let options = random.options(for: oracle.fields)
      var text = random.snippet(of: oracle)
      for _ in 0..<random.generator.below(3) { text += " " + random.snippet(of: oracle, upTo: 2) }
      let query = Query(text, by: "prefix", options: options)
      let found = try Self.check(query, searcher, rows: oracle.rows.count) {
        oracle.tokenPrefix(text, in: $0, options)?.hits
      }
      let report = try searcher.run(query)
      for id in report.results {
        let wanted = oracle.tokenPrefix(text, in: Int(id.rawValue), options)
        #expect(report.matchesByFullName(in: id) == wanted?.isByFullName)
      }
      return found
    }
  }

  @Test(arguments: [Grammar.classic, .standard])
  func `boolean agrees with the oracle`(_ grammar: Grammar) throws {
    try Self.onRandomCorpora(seed: 3) { random, searcher, oracle in
      var options = random.options(for: oracle.fields)
      options.grammar = grammar
      let expression = random.expression(of: oracle, depth: 3, isStandard: grammar == .standard)
      let query = Query(expression.query, by: "bool", options: options)
      return try Self.check(query, searcher, rows: oracle.rows.count) {
        oracle.boolean(expression, in: $0, options)
      }
    }
  }

  @Test func `the words grammar agrees with the oracle`() throws {
    try Self.onRandomCorpora(seed: 5) { random, searcher, oracle in
      var options = random.options(for: oracle.fields)
      options.grammar = .words
      var text = random.snippet(of: oracle)
      for _ in 0..<random.generator.below(3) { text += " " + random.snippet(of: oracle, upTo: 2) }
      let words = text.unicodeScalars.split { Whitespace.isWhiteSpace($0.value) }.map(String.init)
      guard let first = words.first else { return 0 }
      let expression = words.dropFirst().reduce(NaiveExpression.text(first)) {
        .and($0, .text($1))
      }
      return try Self.check(
        Query(text, by: "bool", options: options), searcher, rows: oracle.rows.count
      ) { oracle.boolean(expression, in: $0, options) }
    }
  }

  @Test func `regex agrees with the oracle`() throws {
    try Self.onRandomCorpora(seed: 4) { random, searcher, oracle in
      var options = random.options(for: oracle.fields)
      options.caseMode = random.generator.oneIn(2) ? .ignore : .sensitive
      var flags = NaiveRegex.Flags()
      flags.ignoresCase = options.caseMode == .ignore
      flags.isUnicode = options.classes == .unicode
      flags.isDotAll = random.generator.oneIn(3)
      flags.isMultiline = random.generator.oneIn(3)
      let regex = random.regex(of: oracle, depth: 3)
      let pattern = flags.prefix + regex.pattern
      if pattern.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return 0 }
      return try Self.check(
        Query(pattern, by: "regex", options: options), searcher, rows: oracle.rows.count
      ) { oracle.regex(regex, flags, in: $0, options) }
    }
  }
}

extension Searcher {
  func texts(of id: RecordID) -> String {
    corpus.fields.indices.map { corpus.text(of: id, field: $0).debugDescription }
      .joined(separator: " | ")
  }

  var allTexts: String {
    (0..<corpus.count).map { texts(of: RecordID(UInt64($0))) }.joined(separator: "\n")
  }
}
