import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Tests every short query over a tiny alphabet on every short text over the same alphabet.
@Suite struct ExhaustiveTests {
  static func words(_ letters: [String], upTo length: Int) -> [String] {
    var words = [""]
    var longest = [""]
    for _ in 0..<length {
      longest = longest.flatMap { word in letters.map { word + $0 } }
      words += longest
    }
    return words
  }

  static func check(_ strategy: String, letters: [String], text: Int, query: Int) throws {
    let rows = words(letters, upTo: text).map { [$0] }
    let fields = [Field("text")]
    let searcher = Searcher(Corpus(name: "all", fields: fields, rows: rows))
    let oracle = NaiveOracle(fields: fields, rows: rows)
    let options = SearchOptions()
    for word in words(letters, upTo: query) {
      let report = try searcher.run(Query(word, by: strategy))
      var hitCount = 0
      let wanted = rows.indices.filter { row in
        let hits =
          strategy == "prefix"
          ? oracle.tokenPrefix(word, in: row, options)?.hits
          : oracle.substring(word, in: row, options)
        hitCount += hits?.count ?? 0
        return hits != nil
      }
      #expect(report.results.map { Int($0.rawValue) } == wanted, "\(word)")
      #expect(report.hitCount == hitCount, "\(word)")
    }
  }

  @Test func `substring agrees with the oracle over two letters and a sharp s`() throws {
    try Self.check("substring", letters: ["s", "t", "ß"], text: 5, query: 4)
  }

  @Test func `token-prefix agrees with the oracle over two letters, a space and a full stop`()
    throws
  {
    try Self.check("prefix", letters: ["a", "B", " ", "."], text: 4, query: 4)
  }

  @Test func `counting prefixes gives the same answer as maximum matching`() {
    let folding = Folding(ignoresCase: true, ignoresDiacritics: true)
    let bags = Self.words(["a", "b"], upTo: 2).dropFirst()
    var generator = SeededGenerator(seed: 31)
    for _ in 0..<20_000 {
      let wanted = (0..<1 + generator.below(5)).map { _ in generator.pick(Array(bags)) }
      let tokens = (0..<generator.below(7)).map { _ in
        generator.pick(Array(bags)) + generator.pick(["", "a", "b"])
      }
      let query = TokenPrefixQuery(wanted, folding, .standard, allowsFullName: false)
      var counter = BagCounter(query)
      counter.beginRecord()
      counter.beginPart(isRepresentation: false)
      for token in tokens {
        let bytes = Array(token.utf8)
        counter.offer(0..<bytes.count, of: bytes.span)
      }
      counter.endPart()
      counter.endRecord()
      let isPossible = NaiveOracle.hasMatching(
        wanted.map { Array($0.unicodeScalars) }, tokens.map { Array($0.unicodeScalars) })
      #expect(counter.matches == isPossible, "\(wanted) \(tokens)")
    }
  }
}
