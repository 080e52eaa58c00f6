import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Compares the hit count of a scan of many records with the hits in each record.
@Suite struct BooleanHitsTests {
  @Test(arguments: [0, 1, 2, 3]) func `a scan counts the hits of all records that match`(
    mode: Int
  ) throws {
    var dice = SeededGenerator(seed: UInt64(51 + mode))
    let letters = [
      "a", "b", "ab", "aba", "B", "ß", "é", "e\u{301}", "и\u{306}", "\u{301}", " ", "s", "\r",
    ]
    let options = SearchOptions(
      caseMode: mode & 1 != 0 ? .ignore : .sensitive,
      diacritics: mode & 2 != 0 ? .ignore : .sensitive, grammar: .standard)
    var hits = 0
    for round in 0..<Effort.size(12, thorough: 300) {
      let isASCII = round % 3 == 0
      let alphabet = isASCII ? Array(letters[0..<5]) : letters
      let rows = (0..<700).map { _ in
        (0..<2).map { _ in
          (0..<dice.below(8)).map { _ in alphabet[dice.below(alphabet.count)] }.joined()
        }
      }
      let corpus = Corpus(
        name: "many", fields: [Field("one"), Field("two")], rows: rows)
      for query in [
        "a OR b", "ab OR ba", "a AND b", "(a OR s) NOT aba", "s OR ss OR é", "ab OR b OR aba",
        "NOT a",
        "one:a OR b",
      ] {
        let report = try Searcher(corpus).run(Query(query, by: "bool", options: options))
        let wanted = report.results.reduce(0) { $0 + report.hits(in: $1).count }
        #expect(report.hitCount == wanted, "\(query) \(mode)")
        hits += wanted
      }
    }
    #expect(hits > 1000)
  }
}
