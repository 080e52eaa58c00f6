import Corpora
import Searching
import TestSupport
import Testing

/// A real table of symbol names, where it is at hand.
@Suite struct SymbolsTests {
  static let path = TestFile.folder(of: #filePath) + "../../../shared/data/sf-symbols.csv"

  @Test(.enabled(if: TestFile.bytes(path) != nil, "the table of symbols is not at hand"))
  func `every strategy equals the oracle on a real table`() throws {
    let text = String(decoding: TestFile.bytes(Self.path) ?? [], as: UTF8.self)
    let rows = text.split(separator: "\n").dropFirst().prefix(800).map { [String($0)] }
    let fields = [Field("line")]
    let searcher = Searcher(Corpus(name: "symbols", fields: fields, rows: rows))
    let oracle = NaiveOracle(fields: fields, rows: rows)
    for words in ["up arrow", "he ci", "arr ci f", "xmark.bin", "a a", "person 2", "ci ci"] {
      let prefix = Query(words, by: "prefix")
      try OracleTests.check(prefix, searcher, rows: rows.count) {
        oracle.tokenPrefix(words, in: $0, prefix.options)?.hits
      }
      let substring = Query(words)
      try OracleTests.check(substring, searcher, rows: rows.count) {
        oracle.substring(words, in: $0, substring.options)
      }
    }
  }
}
