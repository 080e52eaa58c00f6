import Corpora
import Searching
import TestSupport
import Testing
import UnicodeText

@testable import Reporting

/// Compares writing all rows of a batch at once with writing each row separately.
@Suite struct RowBatchWritingTests {
  private static let texts = Fixture.hostileCells.map { $0 + " and some more text after it" }

  /// A batch of random rows; most batches have a single field.
  private static func batch(_ random: inout SeededGenerator) -> RowBatch {
    let field = random.oneIn(8) ? Field("b", isAlias: true) : Field("a")
    var builder = RowBatch.Builder(fields: random.oneIn(8) ? [field, Field("c")] : [field])
    for record in 0..<random.below(6) {
      var row = RowBatch.Entry(
        record: UInt64(record), line: 1 + random.below(100_000),
        source: builder.place(ofSource: ["a", "dir/\"b\"", "-"][random.below(3)]),
        isContext: random.oneIn(9))
      row.isFullName = random.oneIn(9)
      let text = random.pick(random.oneIn(2) ? Fixture.hostileCells : texts)
      let cells = random.oneIn(7) ? [] : [text]
      let middle = random.below(text.utf8.count + 1)
      let places = [0..<middle, middle..<text.utf8.count]
      let hits = places.prefix(cells.isEmpty ? 0 : random.below(3)).map { Hit(field: 0, range: $0) }
      builder.append(row, cells: cells, hits: hits)
    }
    return builder.finish()
  }

  @Test(arguments: ["csv", "tsv", "jsonl"])
  func `a batch is written as its rows are`(format: String) throws {
    var random = SeededGenerator(seed: 102)
    var isAtOnce = 0
    for round in 0..<Effort.size(400, thorough: 20_000) {
      let batch = Self.batch(&random)
      var options = EncodingOptions()
      options.isSafe = random.oneIn(2)
      options.usesCRLF = random.oneIn(2)
      if random.oneIn(4) { options.fields = ["a"] }
      let schema = ResultSchema([.init(name: "n", fields: batch.fields)], hasSingleSource: true)
      guard let made = try? EncoderCatalog.named(format).makeWriter(schema, options) else {
        continue
      }
      var (all, each) = (made, made)
      var atOnce = GrowableBuffer<UInt8>()
      guard all.write(allOf: batch, &atOnce) else { continue }
      isAtOnce += 1
      var oneByOne = GrowableBuffer<UInt8>()
      batch.forEach(part: 0) { each.write($0, $1, &oneByOne) }
      #expect(atOnce.text() == oneByOne.text(), "round \(round)")
      #expect(all.dangerousCells == each.dangerousCells, "round \(round)")
    }
    #expect(isAtOnce > 100)
  }
}
