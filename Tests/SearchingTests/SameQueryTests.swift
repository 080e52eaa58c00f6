import Corpora
import Searching
import Testing

/// Tests how live search recognizes that a changed query finds the same records, so that no new
/// search is needed.
@Suite struct SameQueryTests {
  private static func compiled(
    _ text: String, _ strategy: String, _ options: SearchOptions = SearchOptions()
  ) throws -> CompiledQuery {
    try CompiledQuery(Query(text, by: strategy, options: options))
  }

  @Test(arguments: ["substring", "prefix", "bool"])
  func `query texts with the same folding find the same records`(_ strategy: String) throws {
    let lower = try Self.compiled("creme", strategy)
    #expect(try Self.compiled("CRÈME", strategy).findsTheSame(as: lower))
    #expect(try !Self.compiled("cremes", strategy).findsTheSame(as: lower))
    var options = SearchOptions()
    options.caseMode = .sensitive
    #expect(try !Self.compiled("creme", strategy, options).findsTheSame(as: lower))
    options.caseMode = .smart
    let smart = try Self.compiled("creme", strategy, options)
    #expect(try !Self.compiled("Creme", strategy, options).findsTheSame(as: smart))
  }

  @Test func `a regex, and text that folds to the empty text, are always searched again`()
    throws
  {
    #expect(try !Self.compiled("A", "regex").findsTheSame(as: Self.compiled("a", "regex")))
    for strategy in ["substring", "prefix"] {
      #expect(
        try !Self.compiled("\u{301}", strategy).findsTheSame(as: Self.compiled("", strategy)))
    }
  }

  @Test func `queries considered the same have the same records and hits`() throws {
    let words = [
      "", "a", "A", "á", "b", "a b", "b a", "A  B", "a AND b", "b AND a", "a OR b", "NOT a", "!a",
      "a a", "ab", "aB", "\"a\"", "a OR a", "(a)", "\u{301}", " a", "a ",
    ]
    let corpus = Corpus(
      name: "small", fields: [Field("text")],
      rows: ["a", "b", "ab", "a b", "b a", "A á", "c", "", "aba"].map { [$0] })
    let searcher = Searcher(corpus)
    for strategy in ["substring", "prefix", "bool"] {
      let queries = try words.map { try Self.compiled($0, strategy) }
      for first in queries {
        for second in queries where first.findsTheSame(as: second) {
          let pages = try [first, second].map { query in
            let result = try searcher.search(query, ResultRequest(), .never)
            return try result.page(0..<9, RowDetails(), .never)
          }
          #expect(pages[0].rows.map(\.record) == pages[1].rows.map(\.record))
          for row in 0..<pages[0].count {
            #expect(
              Array(pages[0].hits(ofRow: row)) == Array(pages[1].hits(ofRow: row)),
              "\(strategy): \(first.query.text) and \(second.query.text)")
          }
        }
      }
    }
  }
}
