import Corpora
import JSON
import Searching
import TestSupport
import Testing
import UnicodeText

@Suite struct TokenPrefixVectorTests {
  static let vectors = Vectors.lines("tokenprefix-open.jsonl")
  static let corpus = Vectors.corpus("tokenprefix-docs.json")

  /// Queries for which this project intentionally gives other results than the published code; the
  /// causes are ß, ligatures and U+200B.
  static let differing: Set<String> = [
    "off", "fill off", "f", "masse mas", "mas masse", "gross große", "mîc.third.2",
  ]

  @Test func `all test vectors are loaded`() {
    #expect(Self.vectors.count == 282)
    #expect(Self.corpus.count == 328)
  }

  @Test func `rules 1 to 3 give the vectors' results of folded greedy matching`() throws {
    let searcher = Searcher(Self.corpus)
    for vector in Self.vectors {
      let text = vector["query"].string ?? ""
      let report = try searcher.run(Query(text, by: "prefix"))
      let found = report.results.filter { !report.matchesByFullName(in: $0) }
      #expect(found.map { Int($0.rawValue) } == vector["fold_greedy"].numbers, "\(text)")
    }
  }

  @Test func `all rules give the published result except for the named queries`() throws {
    let searcher = Searcher(Self.corpus)
    for vector in Self.vectors {
      let text = vector["query"].string ?? ""
      if Self.differing.contains(text) || text.unicodeScalars.contains("\u{200B}") { continue }
      let found = try searcher.run(Query(text, by: "prefix")).results.map { Int($0.rawValue) }
      #expect(found == vector["app"].numbers, "\(text)")
    }
  }
}
