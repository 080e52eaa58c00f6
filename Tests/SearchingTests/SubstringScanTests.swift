import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Tests searches in text that is long enough to be scanned in batches, unlike the corpora of other
/// tests.
@Suite struct SubstringScanTests {
  private static func holds(_ text: [UInt8], _ needle: [UInt8]) -> Bool {
    guard let first = needle.first else { return true }
    for start in text.indices where text[start] == first {
      if text[start...].starts(with: needle) { return true }
    }
    return false
  }

  @Test(arguments: [1, 3])
  func `records with long texts are found`(_ fieldCount: Int) throws {
    var random = SeededGenerator(seed: UInt64(70 + fieldCount))
    let letters = Array("aaabcdé 漢")
    let fields = (0..<fieldCount).map { Field("f\($0)") }
    let rows = (0..<2400).map { _ in
      fields.map { _ in
        String(
          (0..<random.below(80 / fieldCount)).map { _ in letters[random.below(letters.count)] })
      }
    }
    let folded = rows.map { $0.map { IndexedText.folding.fold($0) } }
    let size = folded.joined().reduce(0) { $0 + $1.count }
    #expect(size > 1 << 16)
    let searcher = Searcher(Corpus(name: "c", fields: fields, rows: rows))
    for needle in ["a", "ab", "bcd", "é漢", "dada", "aaaaaa"] {
      let bytes = IndexedText.folding.fold(needle)
      let wanted = folded.indices.filter { row in folded[row].contains { Self.holds($0, bytes) } }
      // If the cells are short, possibly no record contains the last needle.
      #expect(needle == "aaaaaa" || !wanted.isEmpty && wanted.count < rows.count, "\(needle)")
      for limit in [nil, 1, 700] {
        let report = try searcher.run(
          Query(needle), stoppingAfter: limit, countingHits: false)
        let found = report.results.map { Int($0.rawValue) }
        #expect(found == Array(wanted.prefix(limit ?? .max)), "\(needle)")
      }
    }
  }
}
