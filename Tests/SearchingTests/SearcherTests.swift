import Corpora
import Testing
import UnicodeText

@testable import Searching

@Suite struct SearcherTests {
  /// About 1.5 MB of text, so that a scan takes several steps.
  static let rows: [[String]] = (0..<60_000).map { ["row \($0) of the table", "x\($0 % 7)"] }
  static let corpus = Corpus(name: "rows", fields: [Field("text"), Field("tag")], rows: rows)

  static let queries = [
    Query("7 of the", by: "substring"), Query("ro tab x3", by: "prefix"),
    Query("x3 AND NOT 77", by: "bool"), Query("(?:99|^row 1)\\d* of", by: "regex"),
  ]

  @Test(arguments: queries)
  func `no match is lost at chunk boundaries`(_ query: Query) throws {
    let report = try Searcher(Self.corpus).run(query)
    let wanted = (0..<Self.rows.count).filter { row in
      let (text, tag) = (Self.rows[row][0], Self.rows[row][1])
      switch query.strategy.name {
      case "substring": return text.contains("7 of the")
      case "prefix": return tag == "x3"
      case "bool": return tag == "x3" && !"\(row)".contains("77")
      default: return "\(row)".contains("99") || "\(row)".hasPrefix("1")
      }
    }
    #expect(report.results.map { Int($0.rawValue) } == wanted)
    #expect(report.examined == 60_000)
    #expect(report.bytesScanned == Self.corpus.textBytes)
    #expect(report.accessPath == "scan")
    #expect(report.isComplete && !report.isCached && report.narrowedFrom == nil)
  }

  @Test(arguments: queries)
  func `a canceled search returns the matches found so far`(_ query: Query) throws {
    let searcher = Searcher(Self.corpus)
    let whole = try searcher.run(query)
    var checks = 0
    let part = try searcher.run(query) {
      checks += 1
      return checks > 3
    }
    #expect(part.completion == .cancelled && !part.isComplete)
    #expect(part.examined > 0 && part.examined < 60_000)
    #expect(part.results.count > 0)
    #expect(Array(part.results) == Array(whole.results.prefix(part.results.count)))
  }

  @Test func `a search canceled during folding finds nothing`() throws {
    let report = try Searcher(Self.corpus).run(Query("row"), isCancelled: { true })
    #expect(report.completion == .cancelled)
    #expect(report.results.isEmpty && report.examined == 0)
  }

  @Test(arguments: queries)
  func `a search stops after the requested number of records`(_ query: Query) throws {
    let searcher = Searcher(Self.corpus)
    let whole = try searcher.run(query)
    for limit in [1, 2, 500] {
      let part = try searcher.run(query, stoppingAfter: limit)
      #expect(part.completion == .stoppedEarly)
      #expect(Array(part.results) == Array(whole.results.prefix(limit)))
      #expect(part.hitCount == part.results.reduce(0) { $0 + part.hits(in: $1).count })
    }
  }

  @Test(arguments: queries)
  func `a search within a result reads only the records of that result`(_ query: Query) throws {
    let searcher = Searcher(Self.corpus)
    let whole = try searcher.run(query).results
    for (text, strategy) in [("5", "substring"), ("^row 1?1 ", "regex"), ("zzz", "substring")] {
      let old = try searcher.run(Query(text, by: strategy)).results
      let report = try searcher.run(query, within: old)
      #expect(report.results == whole.intersection(old))
      #expect(report.examined == old.count)
      #expect(report.narrowedFrom == old.count)
    }
  }

  @Test func `counting hits can be omitted`() throws {
    let report = try Searcher(Self.corpus).run(Query("row"), countingHits: false)
    #expect(report.hitCount == nil)
    #expect(report.results.count == 60_000)
  }

  @Test func `only the first query that needs folded text has a folding phase`() throws {
    let searcher = Searcher(Self.corpus)
    #expect(try searcher.run(Query("row")).timings.fold > 0)
    #expect(try searcher.run(Query("table")).timings.fold == 0)
    #expect(try searcher.run(Query("row", by: "regex")).timings.fold == 0)
    searcher.dropCaches()
    let timings = try searcher.run(Query("row")).timings
    #expect(timings.fold > 0)
    #expect(timings.total >= timings.fold + timings.search)
  }

  @Test func `unknown names are errors that suggest the nearest`() {
    let searcher = Searcher(Self.corpus)
    var options = SearchOptions()
    options.fields = ["txt"]
    #expect(throws: QueryError(.unknownField("txt", nearest: "text", fields: ["text", "tag"]))) {
      try searcher.run(Query("a", options: options))
    }
    #expect(throws: QueryError(.unknownStrategy("substr", nearest: "substring"))) {
      try searcher.run(Query("a", by: "substr"))
    }
    #expect(throws: QueryError(.unknownStrategy("regexp", nearest: "regex"))) {
      try searcher.explain(Query("a", by: "regexp"))
    }
    options.fields = ["*"]
    options.accessPath = "scam"
    #expect(throws: QueryError(.unknownAccessPath("scam", nearest: "scan"))) {
      try searcher.run(Query("a", options: options))
    }
  }

  @Test func `an explanation shows how a query is interpreted`() throws {
    let searcher = Searcher(Self.corpus)
    var options = SearchOptions()
    options.accessPath = "scan"
    let substring = try searcher.explain(Query("  ÀB ", options: options))
    #expect(substring["folded"] == "\"ab\"")
    #expect(substring["requirement"] == "contains \"ab\"")
    #expect(substring["required literals"] == "\"ab\"")
    #expect(substring["records to examine"] == "60000 of 60000")
    let prefix = try searcher.explain(Query("a Abc", by: "prefix"))
    #expect(prefix["folded"] == "\"abc\" \"a\"")
    #expect(prefix["requirement"] == "has a token starting with \"abc\"")
    let boolean = try searcher.explain(Query("a OR NOT (b OR c)", by: "bool"))
    #expect(boolean["parsed"] == "(or \"a\" (not (or \"b\" \"c\")))")
    #expect(boolean["normal form"] == "(or \"a\" (and (not \"c\") (not \"b\")))")
    #expect(boolean["highlighted"] == "\"a\"")
    let regex = try searcher.explain(Query("^a", by: "regex"))
    #expect(regex["searches"] == "each field separately")
    #expect(regex["folding"] == "none: the original text is searched")
    #expect(try searcher.explain(Query("", by: "prefix"))["tokens"] == "none: every record matches")
  }

  @Test func `without trimming, a query that is a space finds spaces`() throws {
    let lines = ["one", "two words", "three ", "a  b", "é\u{3000}é"]
    let searcher = Searcher(
      Corpus(name: "c", fields: [Field("text")], rows: lines.map { [$0] }))
    func found(_ text: String) throws -> [Int] {
      var options = SearchOptions()
      options.trims = false
      return try searcher.run(Query(text, options: options)).results.map { Int($0.rawValue) }
    }
    #expect(try found(" ") == [1, 2, 3])
    #expect(try found("  ") == [3])
    #expect(try found("\u{3000}") == [4])
    #expect(try found("") == [0, 1, 2, 3, 4])
  }

  @Test(arguments: ["substring", "prefix", "bool", "regex"])
  func `the empty query and whitespace match every record`(_ strategy: String) throws {
    let searcher = Searcher(Self.corpus)
    for text in ["", "  ", "\u{3000}\t"] {
      var options = SearchOptions()
      // Without trimming, a substring query of whitespace searches for that whitespace.
      options.trims = strategy == "substring"
      let report = try searcher.run(Query(text, by: strategy, options: options))
      #expect(report.results == .all(of: 60_000))
      #expect(report.hitCount == 0)
      #expect(report.hits(in: RecordID(5)).isEmpty)
      #expect(try searcher.run(Query(text, by: strategy), stoppingAfter: 3).results.count == 3)
    }
  }

  @Test(arguments: StrategyCatalog.all.map(\.name))
  func `an empty corpus gives empty results`(_ strategy: String) throws {
    let corpus = Corpus(name: "none", fields: [Field("text")], rows: [])
    for text in ["", "a"] {
      let report = try Searcher(corpus).run(Query(text, by: strategy))
      #expect(report.results.isEmpty && report.isComplete)
    }
  }
}
