import TestSupport
import Testing

@testable import UnicodeText

/// The conformance test of Unicode: NormalizationTest.txt.
@Suite(
  .enabled(
    if: UnicodeDatabase.has("NormalizationTest.txt"), "NormalizationTest.txt is not installed"))
struct NormalizationTests {
  @Test func `the composed form matches the conformance test`() throws {
    let composed = Folding(ignoresCase: false, ignoresDiacritics: false)
    let rows = UnicodeDatabase.lines(of: "NormalizationTest.txt").filter { $0.count >= 5 }
    try #require(rows.count > 18_000)
    for row in rows {
      let columns = row[0..<5].map { utf8(UnicodeDatabase.sequence($0)) }
      // c2 = NFC(c1) = NFC(c2) = NFC(c3); c4 = NFC(c4) = NFC(c5).
      for source in 0..<3 { #expect(composed.folded(columns[source]) == columns[1], "\(row)") }
      for source in 3..<5 { #expect(composed.folded(columns[source]) == columns[3], "\(row)") }
    }
  }
}
