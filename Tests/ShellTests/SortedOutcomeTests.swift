import Corpora
import Reporting
import Searching
import TestSupport
import Testing

@testable import Shell

/// Tests the rows of a sorted result over several corpora.
@Suite struct SortedOutcomeTests {
  private struct Record: Equatable {
    let key: RowKey
    let weight: Int
    let hits: Int
  }

  /// Starts a session with three corpora of texts and weights, and searches for `x`.
  ///
  /// Returns the records that contain an `x`, in corpus order.
  private func found(_ dice: inout SeededGenerator) throws -> (bench: Bench, records: [Record]) {
    let bench = Bench()
    var records: [Record] = []
    for name in ["a", "b", "c"] {
      let rows = (0..<dice.below(30)).map { _ in
        [String((0..<dice.below(5)).map { _ in dice.oneIn(2) ? "x" : "y" }), "\(dice.below(9))"]
      }
      bench.add(name, [("text", false), ("_rowid_", false)], rows)
      for (number, row) in rows.enumerated() where row[0].contains("x") {
        let key = RowKey(corpus: name, record: RecordID(UInt64(number)))
        records.append(
          Record(key: key, weight: Int(row[1]) ?? 0, hits: row[0].count { $0 == "x" }))
      }
    }
    bench.session.workspace.scope = ["a", "b", "c"]
    try bench.run(":set strategy substring", "x")
    return (bench, records)
  }

  private func expect(_ outcome: Outcome, is records: [Record], _ dice: inout SeededGenerator)
    throws
  {
    var outcome = outcome
    let rows = outcome.rows
    #expect(rows.count == records.count)
    #expect((0..<rows.count).map { rows.key(ofRow: $0) } == records.map(\.key))
    for row in 0..<rows.count { #expect(rows.row(of: records[row].key) == row) }
    for _ in 0..<5 {
      let start = dice.below(records.count + 1)
      let range = start..<start + dice.below(records.count + 4)
      var seen: [RowKey] = []
      var numbers: [Int] = []
      try rows.forEachBatch(in: range) { batch, part in
        seen += batch.rows.map {
          RowKey(corpus: rows.parts[part].source, record: RecordID($0.record))
        }
        numbers += (0..<batch.count).map { batch.firstRow + $0 }
      }
      #expect(seen == records[range.clamped(to: 0..<records.count)].map(\.key))
      #expect(numbers == Array(range.clamped(to: 0..<records.count)))
    }
    var hits = 0
    for (row, record) in records.enumerated() {
      #expect(try rows.hitCount(ofFirst: row, .never) == hits)
      #expect(try outcome.number(of: HitPlace(row: row, hit: 0), .never) == hits)
      #expect(try outcome.place(ofHit: hits) == HitPlace(row: row, hit: 0))
      #expect(outcome.loaded(ofRow: row)?.name == record.key.corpus)
      hits += record.hits
      let answer = try HitLocator.answer(.place(ofHit: hits - 1), rows, 1, .never)
      #expect(answer.place == HitPlace(row: row, hit: record.hits - 1))
    }
  }

  @Test(arguments: 1...Effort.size(20, thorough: 500))
  func `rows of all corpora are sorted together, then filtered`(seed: Int) throws {
    var dice = SeededGenerator(seed: UInt64(seed))
    let (bench, records) = try found(&dice)
    let cursor = bench.session.workspace.cursor
    try expect(try cursor.last(), is: records, &dice)
    // Rows with equal weights stay in corpus order. In SQL, the name of the field `_rowid_` is
    // `_rowid__2`, because SQLite uses `_rowid_` for the row ID.
    try bench.run(":sort _rowid__2 desc")
    let sorted = records.enumerated().sorted {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }.map(\.element)
    try expect(try cursor.last(), is: sorted, &dice)
    let least = dice.below(9)
    try bench.run(":where _rowid__2 > \(least)")
    try expect(try cursor.last(), is: sorted.filter { $0.weight > least }, &dice)
    try bench.run(":undo")
    try expect(try cursor.last(), is: sorted, &dice)
    try bench.run(":undo")
    try expect(try cursor.last(), is: records, &dice)
  }
}
