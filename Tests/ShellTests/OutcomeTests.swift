import Reporting
import Searching
import TestSupport
import Testing

@testable import Shell

@Suite struct OutcomeTests {
  /// A result over two corpora, and the number of hits in each row.
  private func outcome(seed: UInt64) throws -> (found: Outcome, hits: [Int]) {
    var dice = SeededGenerator(seed: seed)
    let bench = Bench()
    var hits: [Int] = []
    for name in ["a", "b"] {
      let rows = (0..<dice.below(12)).map { _ in
        String((0..<dice.below(6)).map { _ in dice.oneIn(2) ? "x" : "y" })
      }
      bench.add(name, [("text", false)], rows.map { [$0] })
      hits += rows.map { row in row.count { $0 == "x" } }.filter { $0 > 0 }
    }
    bench.session.workspace.scope = ["a", "b"]
    return (try bench.session.workspace.find(Query("x", by: "substring")), hits)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `the position of each hit matches a naive count`(seed: UInt64) throws {
    var (found, hits) = try outcome(seed: seed)
    let places = hits.enumerated().flatMap { row, count in
      (0..<count).map { HitPlace(row: row, hit: $0) }
    }
    #expect(found.hitCount == places.count)
    var dice = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let number = dice.below(places.count + 2)
      #expect(try found.place(ofHit: number) == (number < places.count ? places[number] : nil))
    }
    for (number, place) in places.enumerated() { #expect(try found.place(ofHit: number) == place) }
    #expect(try found.place(ofHit: places.count) == nil)
    #expect(try found.place(ofHit: -1) == nil)
    for (number, place) in places.enumerated() {
      var (fresh, _) = try outcome(seed: seed)
      #expect(try fresh.place(ofHit: number, before: place.row) == nil)
      #expect(try fresh.place(ofHit: number, before: place.row + 1) == place)
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `rows are grouped by corpus`(seed: UInt64) throws {
    let (found, hits) = try outcome(seed: seed)
    #expect(found.rows.count == hits.count)
    let split = try #require(found.parts[0].result.knownCount)
    for row in 0..<found.rows.count {
      #expect(found.loaded(ofRow: row)?.name == (row < split ? "a" : "b"))
    }
  }

  @Test func `a result without hits has no hit to go to`() throws {
    let bench = Bench.withCorpora()
    var found = try bench.session.workspace.find(Query("NOT pear", by: "bool"))
    #expect(found.rows.count == 2)
    #expect(found.hitCount == 0)
    #expect(try found.place(ofHit: 0) == nil)
  }

  @Test func `a row that cannot be fetched is an error, not a row without hits`() throws {
    let (bench, source) = try RemoteSourceTests.bench()
    var found = try bench.session.workspace.find(Query("row"))
    try found.rows.finishCount(.never)
    source.faults.pages = [source.log.pages.count + 2]
    #expect(throws: SearchError.failed(source: "far", reason: "the connection was closed")) {
      try found.place(ofHit: 20)
    }
    #expect(try found.place(ofHit: 20) == HitPlace(row: 20, hit: 0))
    #expect(try found.place(ofHit: 40) == nil)
    #expect(found.countedHits == 40)
  }

  @Test func `pasted lines are one query, and a note reports that once`() throws {
    let bench = Bench.withCorpora(isInteractive: true)
    #expect(try bench.reports("pear\ncherry").contains("the 2 lines are one query"))
    #expect(try !bench.reports("pear\ncherry").contains("lines are one query"))
  }

  @Test func `the timing line sums up all corpora`() throws {
    let (found, _) = try outcome(seed: 5)
    let line = found.timing(renderNanoseconds: 7)
    #expect(line.strategy == "substring")
    #expect(line.records == found.rows.count)
    #expect(line.phases.map(\.name).last == "render")
    #expect(line.phases.last?.nanoseconds == 7)
  }
}
