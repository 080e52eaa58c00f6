import Corpora
import JSON
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Checks the requirement of token-prefix queries against the oracle.
@Suite struct TokenRequirementTests {
  private static func matcher(_ text: String, _ options: SearchOptions, _ corpus: Corpus) throws
    -> any Matcher
  {
    try Searcher(corpus).matcher(for: CompiledQuery(Query(text, by: "prefix", options: options)))
  }

  private static func query(_ random: inout RandomCorpora, _ oracle: NaiveOracle) -> String {
    var text = random.snippet(of: oracle)
    for _ in 0..<random.generator.below(3) { text += " " + random.snippet(of: oracle, upTo: 2) }
    return text
  }

  @Test func `matches meet the requirement, and if it is sufficient, no other record does`()
    throws
  {
    var random = RandomCorpora(seed: 51)
    var (decided, found, counted) = (0, 0, 0)
    for _ in 0..<160 {
      let (corpus, oracle) = random.corpus()
      let model = TokenModel(corpus, oracle)
      let index = try #require(model.index())
      for _ in 0..<10 {
        var options = random.options(for: corpus.fields)
        if random.generator.oneIn(2) { options = SearchOptions() }
        let text = Self.query(&random, oracle)
        let matcher = try Self.matcher(text, options, corpus)
        let wanted = oracle.rows.indices.filter { oracle.tokenPrefix(text, in: $0, options) != nil }
        let requirement = matcher.requirement.forIndexes(foldedBy: matcher.folding)
        let met = model.records(meeting: requirement)
        #expect(Set(met).isSuperset(of: wanted), "\(text) \(options) \(requirement)")
        guard matcher.isRequirementSufficient else { continue }
        let answer = try #require(index.candidates(meeting: requirement))
        #expect(answer.isExact)
        #expect(answer.candidates.numbers == wanted, "\(text) \(options) \(oracle.rows)")
        decided += 1
        if !wanted.isEmpty { found += 1 }
        guard case .some(let records) = answer.candidates,
          let hits = matcher.hitCount(ofMatching: records, in: corpus)
        else { continue }
        let wantedHits = wanted.reduce(0) {
          $0 + (oracle.tokenPrefix(text, in: $1, options)?.hits.count ?? 0)
        }
        #expect(hits == wantedHits, "\(text) \(oracle.rows)")
        if hits > 0 { counted += 1 }
      }
    }
    #expect(decided > 200 && found > 120 && counted > 50)
  }

  @Test func `a requirement is sufficient only if no other rule affects the result`() throws {
    let plain = Corpus(name: "c", fields: [Field("a"), Field("b")], rows: [["x", "y"]])
    let named = Corpus(
      name: "c", fields: [Field("a"), Field("b", isAlias: true)], rows: [["x", "y"]])
    func isEnough(
      _ text: String, _ corpus: Corpus = plain, _ change: (inout SearchOptions) -> Void = { _ in }
    ) throws -> Bool {
      var options = SearchOptions()
      change(&options)
      return try Self.matcher(text, options, corpus).isRequirementSufficient
    }
    #expect(try isEnough("he ci") && isEnough("he") && isEnough("é Straße"))
    #expect(try isEnough("he") { $0.fields = ["*"] } && isEnough("he") { $0.fields = ["b", "a"] })
    #expect(try isEnough("he", named))
    #expect(try !isEnough("he ci", named), "both have to be in one representation")
    #expect(try !isEnough("h he") && !isEnough("he he") && !isEnough("he HE"))
    #expect(try !isEnough("he ma ss maß"))
    #expect(try !isEnough("x.y") && !isEnough("x. y") && !isEnough("."))
    #expect(try !isEnough("") && !isEnough(" ") && !isEnough("\u{301}") && !isEnough("a \u{301}"))
    #expect(try !isEnough("he") { $0.fields = ["a"] })
    #expect(try !isEnough("he") { $0.caseMode = .sensitive })
    #expect(try !isEnough("He") { $0.caseMode = .smart } && isEnough("he") { $0.caseMode = .smart })
    #expect(try !isEnough("he") { $0.diacritics = .sensitive })
    for separators in ["", ".-", "camel", ". camel"] {
      #expect(try !isEnough("he") { $0.separators = TokenSeparators(separators) ?? .standard })
    }
  }

  @Test func `a requirement names a token only with the standard separators or none`() throws {
    let corpus = Corpus(name: "c", fields: [Field("a")], rows: [["x"]])
    func requirement(_ text: String, separators: String = ".") throws -> String {
      let options = SearchOptions(separators: TokenSeparators(separators) ?? .standard)
      return try Self.matcher(text, options, corpus).requirement.description
    }
    #expect(try requirement("he") == "has a token starting with \"he\"")
    #expect(
      try requirement("x.y") == """
        all of (has a token starting with "x", has a token starting with "y", contains "x.y")
        """)
    #expect(try requirement("x.y", separators: "") == requirement("x.y"))
    #expect(try requirement("x", separators: "") == "has a token starting with \"x\"")
    #expect(try requirement(".x") == "all of (has a token starting with \"x\", contains \".x\")")
    #expect(try requirement(".") == "contains \".\"")
    #expect(try requirement("x", separators: ".-") == "contains \"x\"")
    #expect(try requirement("x", separators: "camel") == "contains \"x\"")
    #expect(try requirement("x", separators: "=") == "none")
    #expect(try requirement("h he") == "has a token starting with \"he\"")
    #expect(try requirement("\u{301}") == "none")
  }

  @Test func `the token index finds the published results of all vectors`() throws {
    let corpus = TokenPrefixVectorTests.corpus
    let texts = (0..<corpus.count).map { [corpus.text(of: RecordID(UInt64($0)), field: 0)] }
    let model = TokenModel(corpus, NaiveOracle(fields: corpus.fields, rows: texts))
    let index = try #require(model.index(threads: 2, tuning: .init(minimumPartBytes: 1)))
    let searcher = Searcher(corpus)
    var exact = 0
    for vector in TokenPrefixVectorTests.vectors {
      let text = vector["query"].string ?? ""
      let report = try searcher.run(Query(text, by: "prefix"))
      let wanted = report.results.map { Int($0.rawValue) }
      let matcher = try searcher.matcher(for: CompiledQuery(Query(text, by: "prefix")))
      guard let answer = index.candidates(meeting: matcher.requirement) else { continue }
      let found = try #require(answer.candidates.numbers)
      #expect(Set(found).isSuperset(of: wanted), "\(text)")
      if answer.isExact && matcher.isRequirementSufficient {
        #expect(found == wanted, "\(text)")
        exact += 1
      }
      let greedy = report.results.filter { !report.matchesByFullName(in: $0) }
      #expect(greedy.map { Int($0.rawValue) } == vector["fold_greedy"].numbers)
    }
    #expect(exact > 150)
  }

  @Test func `hits are counted without reading the text if no cluster joins tokens`()
    throws
  {
    let joined = "x\u{600}.\u{301}y"
    let corpus = Corpus(
      name: "c", fields: [Field("a")], rows: [["xa yb"], [joined], ["yé x"], ["é ya x"]])
    let matcher = try Self.matcher("x y", SearchOptions(), corpus)
    let all = ResultSet.all(of: corpus.count)
    let wanted = (0..<corpus.count).reduce(0) { sum, record in
      sum + corpus.withRecord(RecordID(UInt64(record))) { matcher.hits(in: $0).count }
    }
    #expect(matcher.hitCount(ofMatching: all, in: corpus) == wanted)
    #expect(corpus.segments.map(\.mayJoinForward) == [true])
    let others = Corpus(name: "c", fields: [Field("a")], rows: [["yé x"], ["漢 x y"]])
    #expect(others.segments.map(\.mayJoinForward) == [false])
    #expect(matcher.hitCount(ofMatching: .all(of: 2), in: others) == 4)
  }
}
