import Corpora
import TestSupport
import Testing

@testable import Searching

/// The law of sources: for the same records and query all give the same answer.
@Suite struct SourceLawTests {
  /// A corpus as a CSV file, every cell in quotes.
  private static func csv(_ fields: [Field], _ rows: [[String]]) -> String {
    func line(_ cells: [String]) -> String {
      cells.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\n"
    }
    return line(fields.map(\.name))
      + rows.map { row in
        line(row + [String](repeating: "", count: max(0, fields.count - row.count)))
      }.joined()
  }

  /// The sources over the same records: memory, files, and one that behaves like another machine.
  private static func sources(
    _ corpus: Corpus, _ file: String, _ fields: [Field]
  ) throws -> [any RecordSource] {
    var options = LoadOptions(type: "csv", aliasFields: fields.filter(\.isAlias).map(\.name))
    options.name = corpus.name
    return [Searcher(corpus), try FileSource([file], options: options), RemoteSource(corpus)]
  }

  /// The records that a source finds, and the hits in each, both by `stream` and page by page.
  private static func answers(
    _ source: any RecordSource, _ query: Query
  ) throws -> [[String]] {
    func text(_ row: FoundRow) -> String { "\(row.record) \(row.hits) \(row.isFullName)" }
    let streamed = try FoundAnswer(source, query).rows.map(text)
    let result = try source.search(try CompiledQuery(query), ResultRequest(), .never)
    let count = try result.count(.never)
    var paged: [String] = []
    for start in stride(from: 0, to: count, by: 3) {
      paged += try result.page(start..<start + 3, RowDetails(), .never).foundRows.map(text)
    }
    return [streamed, paged]
  }

  @Test func `every source answers as the oracle does`() throws {
    let folder = try ScratchFolder()
    var random = RandomCorpora(seed: 99)
    var (compared, telling) = (0, 0)
    for round in 0..<30 {
      let (corpus, oracle) = random.corpus()
      let file = try folder.write(Self.csv(oracle.fields, oracle.rows), to: "\(round).csv")
      let sources = try Self.sources(corpus, file, oracle.fields)
      for strategy in ["substring", "prefix"] {
        for _ in 0..<6 {
          let options = random.options(for: oracle.fields)
          let query = Query(random.text(upTo: 3), by: strategy, options: options)
          let wanted = oracle.rows.indices.compactMap { row -> String? in
            if strategy == "prefix" {
              guard let found = oracle.tokenPrefix(query.text, in: row, options) else { return nil }
              return "\(row) \(Self.names(found.hits, oracle.fields)) \(found.isByFullName)"
            }
            guard let hits = oracle.substring(query.text, in: row, options) else { return nil }
            return "\(row) \(Self.names(hits, oracle.fields)) false"
          }
          compared += 1
          if !wanted.isEmpty && wanted.count < oracle.rows.count { telling += 1 }
          for source in sources {
            for answer in try Self.answers(source, query) {
              #expect(answer == wanted, "\(source.kind): \(query) in \(oracle.rows)")
            }
          }
        }
      }
    }
    #expect(compared == 360 && telling > 60)
  }

  private static func names(_ hits: [Hit], _ fields: [Field]) -> [String] {
    hits.map { "\(fields[$0.field].name)/\($0.representation ?? -1)@\($0.range)" }
  }

  @Test func `every source gives the published answers of boolean queries`() throws {
    let folder = try ScratchFolder()
    let corpus = BooleanVectorTests.corpus
    let rows = (0..<corpus.count).map { [corpus.text(of: RecordID(UInt64($0)), field: 0)] }
    let file = try folder.write(Self.csv(corpus.fields, rows), to: "docs.csv")
    let sources = try Self.sources(corpus, file, corpus.fields)
    var options = SearchOptions()
    options.diacritics = .sensitive
    var compared = 0
    for vector in BooleanVectorTests.vectors where vector["casefold_differs"] != .bool(true) {
      let query = Query(vector["query"].string ?? "", by: "bool", options: options)
      if vector["error"] != .null {
        #expect(throws: QueryError.self) { try CompiledQuery(query) }
        continue
      }
      compared += 1
      for source in sources {
        let found = try FoundAnswer(source, query).rows.map { Int($0.record) }
        #expect(found == vector["matches"].numbers, "\(source.kind): \(query.text)")
      }
    }
    #expect(compared > 450)
  }

  @Test func `every source gives the published answers of token prefixes`() throws {
    let folder = try ScratchFolder()
    let corpus = TokenPrefixVectorTests.corpus
    let rows = (0..<corpus.count).map { [corpus.text(of: RecordID(UInt64($0)), field: 0)] }
    let file = try folder.write(Self.csv(corpus.fields, rows), to: "docs.csv")
    let sources = try Self.sources(corpus, file, corpus.fields)
    for vector in TokenPrefixVectorTests.vectors {
      let text = vector["query"].string ?? ""
      for source in sources {
        let found = try FoundAnswer(source, Query(text, by: "prefix")).rows
        let names = found.filter { !$0.isFullName }.map { Int($0.record) }
        #expect(names == vector["fold_greedy"].numbers, "\(source.kind): \(text)")
      }
    }
  }

  @Test func `a result of one source cannot narrow another's`() throws {
    let corpus = Corpus(name: "c", fields: [Field("text")], rows: [["alpha"], ["beta"]])
    let query = try CompiledQuery(Query("a"))
    let far = try RemoteSource(corpus).search(query, ResultRequest(), .never)
    #expect(throws: SearchError.self) {
      try Searcher(corpus).search(query, ResultRequest(within: far), .never)
    }
  }
}
