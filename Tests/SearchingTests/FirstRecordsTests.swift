import Corpora
import Searching
import TestSupport
import Testing

@Suite struct FirstRecordsTests {
  @Test(arguments: StrategyCatalog.all.map(\.name))
  func `the first records are a prefix of the full result`(_ strategy: String) throws {
    var random = RandomCorpora(seed: 77)
    var cut = 0
    for round in 0..<60 {
      let (corpus, oracle) = random.corpus(rows: 40)
      let query = Query(
        random.snippet(of: oracle, upTo: 2), by: strategy,
        options: random.options(for: corpus.fields))
      let searcher = Searcher(corpus)
      guard let whole = try? searcher.run(query) else { continue }
      // In even rounds, an earlier search has already folded the text; in odd rounds, this search
      // folds it.
      let other = round % 2 == 0 ? searcher : Searcher(corpus)
      for limit in [1, 3, 1000] {
        let first = try other.firstRecords(matching: query, limit: limit)
        #expect(Array(first.results) == Array(whole.results.prefix(limit)), "\(query.text)")
        #expect(first.hitCount == nil)
        if whole.results.count > limit { cut += 1 }
        if first.results.count < limit { #expect(first.completion == .complete) }
        for record in first.results {
          #expect(first.hits(in: record) == whole.hits(in: record))
        }
      }
    }
    #expect(cut > 5)
  }

  @Test func `a canceled search for first records gives a prefix and is reported as incomplete`()
    throws
  {
    let rows = (0..<60_000).map { ["record \($0) with some text to pass the time of day"] }
    let corpus = Corpus(name: "many", fields: [Field("text")], rows: rows)
    var checks = 0
    let first = try Searcher(corpus).firstRecords(matching: Query("7"), limit: .max) {
      checks += 1
      return checks > 2
    }
    #expect(first.completion == .cancelled)
    let whole = try Searcher(corpus).run(Query("7"))
    #expect(first.results.count < whole.results.count)
    #expect(Array(first.results) == Array(whole.results.prefix(first.results.count)))
  }

  @Test func `an invalid query is refused`() throws {
    let corpus = Corpus(name: "one", fields: [Field("text")], rows: [["a"]])
    #expect(throws: QueryError.self) {
      try Searcher(corpus).firstRecords(matching: Query("(", by: "regex"), limit: 1)
    }
  }

  @Test(arguments: StrategyCatalog.all.map(\.name))
  func `the hits of some records are counted as in a full search`(_ strategy: String) throws {
    var random = RandomCorpora(seed: 78)
    var found = 0
    for _ in 0..<40 {
      let (corpus, oracle) = random.corpus(rows: 40)
      let query = Query(random.snippet(of: oracle, upTo: 2), by: strategy)
      let searcher = Searcher(corpus)
      guard let whole = try? searcher.run(query) else { continue }
      var sum = 0
      for (place, record) in whole.results.enumerated() {
        #expect(searcher.hitCount(of: whole, in: whole.results.first(place)) == sum)
        #expect(whole.results.rank(of: record) == place)
        sum += whole.hits(in: record).count
      }
      #expect(searcher.hitCount(of: whole, in: whole.results) == sum)
      found += sum
    }
    #expect(found > 5)
  }

  @Test func `ranks in a result set are correct for few and many records`() {
    for step in [1, 2, 3, 40, 1000] {
      let universe = 5000
      let members = Array(stride(from: step - 1, to: universe, by: step))
      let set = ResultSet(members.map { RecordID(UInt64($0)) }, of: universe)
      for record in 0..<universe + 2 {
        let wanted = min(record, universe) / step
        #expect(set.rank(of: RecordID(UInt64(record))) == wanted)
      }
    }
  }
}
