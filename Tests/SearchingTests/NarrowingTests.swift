import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

@Suite struct NarrowingTests {
  /// A random edit of a query text, similar to the edits of a user.
  private static func edited(
    _ text: String, _ random: inout RandomCorpora, _ oracle: NaiveOracle, _ strategy: String
  ) -> String {
    var text = text
    switch random.generator.below(6) {
    case 0: text = String(text.dropLast())
    case 1: text = random.snippet(of: oracle, upTo: 2)
    case 2: text += (strategy == "bool" ? " AND " : " ") + random.snippet(of: oracle, upTo: 2)
    case 3: text = random.snippet(of: oracle, upTo: 1) + text
    default: text += random.snippet(of: oracle, upTo: 1)
    }
    return text
  }

  /// A copy of the corpus with longer text, so that searching a few records is cheaper than
  /// searching all records.
  private static func padded(_ corpus: Corpus) -> Corpus {
    let rows = (0..<corpus.count).map { record in
      corpus.fields.indices.map { field in
        corpus.text(of: RecordID(UInt64(record)), field: field)
          + " " + String(repeating: "-", count: 200)
      }
    }
    return Corpus(name: "padded", fields: corpus.fields, rows: rows)
  }

  @Test(arguments: StrategyCatalog.all.map(\.name))
  func `searching for an extended query finds the same as a new search`(_ strategy: String) throws {
    var random = RandomCorpora(seed: 41)
    var narrowed = 0
    var cached = 0
    for round in 0..<24 {
      let (small, oracle) = random.corpus()
      let corpus = Self.padded(small)
      let searcher = Searcher(corpus)
      if round % 6 == 0 {
        for path in AccessPathCatalog.buildable {
          #expect(searcher.build(path, threads: 1, isCancelled: { false }))
        }
      }
      let options = random.options(for: corpus.fields)
      var text = ""
      for _ in 0..<24 {
        text = Self.edited(text, &random, oracle, strategy)
        let query = Query(text, by: strategy, options: options)
        guard let wanted = try? Searcher(corpus).run(query) else { continue }
        let found = try searcher.run(query, keeping: 1 << 16)
        #expect(found.results == wanted.results, "\(text)")
        #expect(found.hitCount == wanted.hitCount, "\(text)")
        #expect(found.completion == .complete)
        for id in found.results { #expect(found.hits(in: id) == wanted.hits(in: id)) }
        if found.narrowedFrom != nil { narrowed += 1 }
        if found.isCached { cached += 1 }
      }
    }
    #expect(cached > 0)
    #expect((narrowed > 0) == (strategy != "regex"))
  }

  @Test func `an index further narrows an earlier result`() throws {
    let padding = String(repeating: "- ", count: 200)
    let rows = (0..<2000).map { record in
      [(record % 3 == 0 ? "tro" : "art") + (record < 15 ? "n " : " ") + padding]
    }
    let corpus = Corpus(name: "c", fields: [Field("text")], rows: rows)
    let searcher = Searcher(corpus)
    #expect(searcher.build(TrigramIndex.self, threads: 1, isCancelled: { false }))
    let some = try searcher.run(Query("tro"), keeping: 1 << 16)
    let found = try searcher.run(Query("tron"), keeping: 1 << 16)
    #expect(found.narrowedFrom == some.results.count)
    #expect(found.accessPath == TrigramIndex.name)
    #expect(found.examined < some.results.count / 10)
    #expect(try found.results == Searcher(corpus).run(Query("tron")).results)
    #expect(found.results.count == 5)
  }

  @Test func `a query narrows another only under the documented conditions`() {
    func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
    #expect(NarrowingKey.substring(bytes("kernel")).narrows(.substring(bytes("ern"))))
    #expect(!NarrowingKey.substring(bytes("ern")).narrows(.substring(bytes("kernel"))))
    func tokens(_ texts: String...) -> NarrowingKey { .tokens(texts.map(bytes)) }
    #expect(tokens("grey", "letter").narrows(tokens("le", "gr")))
    #expect(!tokens("up").narrows(tokens("up", "up")))
    #expect(tokens("upper", "up").narrows(tokens("up", "up")))
    #expect(tokens("ab", "abc").narrows(tokens("abc", "a")))
    #expect(!tokens("ab", "abd").narrows(tokens("abc", "a")))
    #expect(NarrowingKey.conjuncts(["a", "b"]).narrows(.conjuncts(["a"])))
    #expect(!NarrowingKey.conjuncts(["b"]).narrows(.conjuncts(["a"])))
    #expect(!tokens("kernel").narrows(.substring(bytes("kernel"))))
  }

  @Test func `cached results stay within the byte limit`() {
    var store = ResultStore()
    for number in 0..<100 {
      let results = ResultSet((0..<10).map { RecordID($0) }, of: 1000)
      let entry = ResultStore.Entry(
        identity: QueryIdentity(Query("\(number)")), folding: nil, key: nil, results: results,
        undecided: [], hitCount: 0)
      store.keep(entry, limit: 2000)
      #expect(store.memoryBytes <= 2000)
      #expect(store.memoryBytes == store.entries.reduce(0) { $0 + $1.memoryBytes })
    }
    #expect(store.entries.last?.identity.text == Array("99".utf8))
    #expect(store.entries.count > 1)
    #expect(store.entry(for: QueryIdentity(Query("0"))) == nil)
  }

  @Test func `a result is reused with another access path, but not with other settings`() throws {
    let corpus = Corpus(
      name: "c", fields: [Field("text")], rows: [["Alpha"], ["alpha"], ["beta"]])
    let searcher = Searcher(corpus)
    _ = try searcher.run(Query("alpha"), keeping: 1 << 16)
    var options = SearchOptions(accessPath: "scan", threads: 1)
    #expect(try searcher.run(Query("alpha", options: options), keeping: 1 << 16).isCached)
    options.caseMode = .sensitive
    let sensitive = try searcher.run(Query("alpha", options: options), keeping: 1 << 16)
    #expect(!sensitive.isCached && sensitive.results.count == 1)
    #expect(try !searcher.run(Query("alpha")).isCached)
  }
}
