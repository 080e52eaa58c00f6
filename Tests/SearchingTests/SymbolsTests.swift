import Corpora
import Searching
import TestSupport
import Testing

/// Tests the bundled symbol names, which have dots, common prefixes and camel case.
@Suite struct SymbolsTests {
  static let path = TestFile.folder(of: #filePath) + "../../corpora/symbols/symbols.txt"

  @Test func `prefixes and substrings of bundled symbol names agree with the oracle`() throws {
    let text = String(decoding: try #require(TestFile.bytes(Self.path)), as: UTF8.self)
    let rows = text.split(separator: "\n").prefix(800).map { [String($0)] }
    try #require(rows.count == 800)
    let fields = [Field("line")]
    let searcher = Searcher(Corpus(name: "symbols", fields: fields, rows: rows))
    let oracle = NaiveOracle(fields: fields, rows: rows)
    for words in ["up rig", "kettle", "ac ba cl", "acorn.badge", "c c", "slash fi", "st fi"] {
      let prefix = Query(words, by: "prefix")
      let found = try OracleTests.check(prefix, searcher, rows: rows.count) {
        oracle.tokenPrefix(words, in: $0, prefix.options)?.hits
      }
      #expect(found > 0, "\(words)")
      let substring = Query(words)
      try OracleTests.check(substring, searcher, rows: rows.count) {
        oracle.substring(words, in: $0, substring.options)
      }
    }
  }
}
