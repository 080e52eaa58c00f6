import Corpora
import TestSupport
import Testing
import UnicodeText

@testable import Searching

/// Tests which context rows are shown if a source delivers rows in batches.
@Suite struct ContextGroupsTests {
  /// A batch of lines from one file with the given record numbers; `~2`, which is negative, makes
  /// record 2 a context row.
  private static func batch(_ records: [Int]) -> RowBatch {
    var builder = RowBatch.Builder(fields: [Field("text")])
    let source = builder.place(ofSource: "a")
    for record in records {
      let number = record < 0 ? ~record : record
      let row = RowBatch.Entry(
        record: UInt64(number), line: number + 1, source: source, isContext: record < 0)
      builder.append(row, cells: ["line"])
    }
    return builder.finish()
  }

  /// The rows that are shown of the given batches, and whether no further batch is needed.
  ///
  /// A context row begins with `~`; the first row of a group begins with `--`.
  private static func shown(
    _ batches: [[Int]], before: Int, after: Int, limit: Int? = nil
  ) -> (rows: [String], isOver: Bool) {
    var groups = ContextGroups(RowDetails(before: before, after: after), limit: limit)
    var rows: [String] = []
    for batch in batches where !groups.isOver {
      for row in groups.add(Self.batch(batch)).flatMap(\.foundRows) {
        rows.append((row.startsGroup ? "-- " : "") + (row.isContext ? "~" : "") + "\(row.record)")
      }
    }
    return (rows, groups.isOver)
  }

  @Test func `a row in two batches is shown once`() {
    let context = Self.shown([[~0, 1, ~2], [~2, 3]], before: 1, after: 1)
    #expect(context.rows == ["~0", "1", "~2", "3"])
    let match = Self.shown([[~0, 1], [~1, 2, ~3]], before: 1, after: 1)
    #expect(match.rows == ["~0", "1", "2", "~3"])
  }

  @Test func `context has the requested length across batches`() {
    let found = Self.shown([[~0, ~1, ~2], [~3, 4, ~5], [~6, ~7], [~8, 9]], before: 2, after: 2)
    #expect(found.rows == ["~2", "~3", "4", "~5", "~6", "~7", "~8", "9"])
    #expect(Self.shown([[~0, 1], [~2, ~3]], before: 0, after: 1).rows == ["1", "~2"])
    #expect(Self.shown([[~0, 1], [~2, ~3]], before: 1, after: 0).rows == ["~0", "1"])
  }

  @Test func `a group starts after omitted records`() {
    let found = Self.shown([[0, ~1, ~2], [~3, 4]], before: 1, after: 1)
    #expect(found.rows == ["0", "~1", "-- ~3", "4"])
  }

  @Test func `after the last requested match, only its context is shown`() {
    let found = Self.shown([[~0, 1, ~2, 3, ~4]], before: 1, after: 1, limit: 1)
    #expect(found.rows == ["~0", "1", "~2"] && found.isOver)
    let next = Self.shown([[1, 2, 3]], before: 0, after: 1, limit: 1)
    #expect(next.rows == ["1", "~2"] && next.isOver)
    // No further batch is needed once no later row can be shown.
    #expect(Self.shown([[~0, 1]], before: 1, after: 0, limit: 1).isOver)
    #expect(Self.shown([[~0, 1, ~2]], before: 1, after: 1, limit: 1).isOver)
    #expect(!Self.shown([[~0, 1]], before: 1, after: 1, limit: 1).isOver)
  }
}
