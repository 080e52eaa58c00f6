import TestSupport
import Testing

@testable import UnicodeText

@Suite(.enabled(if: UnicodeDatabase.has("CaseFolding.txt"), UnicodeDatabase.absence))
struct CaseFoldingTests {
  @Test func `each full case folding equals CaseFolding.txt`() throws {
    let rows = UnicodeDatabase.lines(of: "CaseFolding.txt").filter { "CF".contains($0[1]) }
    try #require(rows.count > 1_500)
    let composed = Folding(ignoresCase: false, ignoresDiacritics: false)
    let caseless = Folding(ignoresCase: true, ignoresDiacritics: false)
    for row in rows {
      let source = UnicodeDatabase.sequence(row[0])
      var mapped: [UInt32] = []
      ScalarMapping.foldCase(source[0]) { mapped.append($0) }
      #expect(mapped == UnicodeDatabase.sequence(row[2]))
      #expect(caseless.folded(utf8(source)) == composed.folded(utf8(mapped)), "\(row)")
    }
  }
}
