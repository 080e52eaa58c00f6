import Corpora
import Reporting
import Searching
import Testing

/// Fake rows with given hits; `[[0..<2], [], [3..<4, 6..<8]]` gives three rows, and the second row
/// has no hits.
struct FakeRows: HitRows {
  /// The record number of each row; by default 0, 1, 2, ...
  var records: [Int]
  var ranges: [[Range<Int>]]

  init(_ ranges: [[Range<Int>]], records: [Int]? = nil) {
    self.ranges = ranges
    self.records = records ?? Array(ranges.indices)
  }

  /// Rows with the given numbers of hits.
  init(counts: [Int]) { self.init(counts.map { (0..<$0).map { 2 * $0..<2 * $0 + 1 } }) }

  var count: Int { ranges.count }

  func hits(ofRow row: Int) -> [Hit] { ranges[row].map { Hit(field: 0, range: $0) } }

  func key(ofRow row: Int) -> RowKey {
    RowKey(corpus: "fake", record: RecordID(UInt64(records[row])))
  }

  func row(notBefore key: RowKey) -> Int {
    records.firstIndex { UInt64($0) >= key.record.rawValue } ?? count
  }
}

@Suite struct HitNavigationTests {
  struct Step: Sendable {
    var counts: [Int]
    var from: (row: Int, hit: Int)
    var by: Int
    /// The expected hit; nil if there is no hit in the direction of the step.
    var to: (row: Int, hit: Int)?
    var isClamped = false
  }

  @Test(arguments: [
    // Steps within a row and from row to row.
    Step(counts: [3], from: (0, 0), by: 1, to: (0, 1)),
    Step(counts: [3], from: (0, 1), by: -1, to: (0, 0)),
    Step(counts: [1, 1], from: (0, 0), by: 1, to: (1, 0)),
    Step(counts: [2, 2], from: (1, 0), by: -1, to: (0, 1)),
    Step(counts: [2, 3, 4], from: (0, 1), by: 5, to: (2, 1)),
    Step(counts: [2, 3, 4], from: (2, 1), by: -5, to: (0, 1)),
    // Steps skip rows without hits.
    Step(counts: [1, 0, 0, 1], from: (0, 0), by: 1, to: (3, 0)),
    Step(counts: [1, 0, 0, 1], from: (3, 0), by: -1, to: (0, 0)),
    // Steps from a row without hits.
    Step(counts: [2, 0, 2], from: (1, 0), by: 1, to: (2, 0)),
    Step(counts: [2, 0, 2], from: (1, 0), by: -1, to: (0, 1)),
    Step(counts: [2, 0, 2], from: (1, 0), by: 2, to: (2, 1)),
    // A step beyond the first or last hit stops at that hit, and is marked as clamped.
    Step(counts: [1, 2], from: (1, 1), by: 1, to: (1, 1), isClamped: true),
    Step(counts: [2], from: (0, 0), by: -1, to: (0, 0), isClamped: true),
    Step(counts: [1, 2, 0], from: (0, 0), by: 9, to: (1, 1), isClamped: true),
    Step(counts: [0, 2, 1], from: (2, 0), by: .min, to: (1, 0), isClamped: true),
    Step(counts: [2, 1], from: (0, 0), by: .max, to: (1, 0), isClamped: true),
    // There is no hit in the direction of the step.
    Step(counts: [0, 1], from: (0, 0), by: -1, to: nil),
    Step(counts: [1, 0], from: (1, 0), by: 1, to: nil),
    Step(counts: [0, 0], from: (0, 0), by: 1, to: nil),
    // A step that reaches the last hit exactly is not clamped.
    Step(counts: [1, 1, 1], from: (0, 0), by: 2, to: (2, 0)),
  ])
  func `steps go from hit to hit and stop at the ends`(_ step: Step) {
    let rows = FakeRows(counts: step.counts)
    let place = HitPlace(row: step.from.row, hit: step.from.hit)
    let reached = HitNavigation.step(from: place, by: step.by, in: rows)
    #expect(reached?.place == step.to.map { HitPlace(row: $0.row, hit: $0.hit) })
    if step.to != nil { #expect(reached?.isClamped == step.isClamped) }
  }

  @Test func `a walk from end to end visits every hit once, in both directions`() {
    let counts = [0, 2, 0, 0, 3, 1, 0, 2, 0]
    let rows = FakeRows(counts: counts)
    let all = counts.enumerated().flatMap { row, count in
      (0..<count).map { HitPlace(row: row, hit: $0) }
    }
    for (number, place) in all.enumerated() {
      for (target, other) in all.enumerated() where target != number {
        let step = HitNavigation.step(from: place, by: target - number, in: rows)
        #expect(step?.place == other)
        #expect(step?.isClamped == false)
      }
    }
  }

  @Test func `a walk that reaches its row limit ends at the last hit it passed`() {
    let rows = FakeRows(counts: [1, 1, 0, 0, 0, 0, 1])
    let step = HitNavigation.step(from: HitPlace(row: 0, hit: 0), by: 2, in: rows, limit: 3)
    #expect(step?.place == HitPlace(row: 1, hit: 0))
    #expect(step?.isClamped == false)
  }

  @Test func `the distance to the nearest hit is counted in records of the corpus, not in rows`() {
    // Rows 0 to 2 are records 651, 751 and 1551. Record 701 is equally far from records 651 and
    // 751.
    let rows = FakeRows([[0..<1, 2..<3], [0..<1], [0..<1]], records: [651, 751, 1551])
    func nearest(_ center: UInt64) -> HitPlace? {
      HitNavigation.nearest(
        to: RowKey(corpus: "fake", record: RecordID(center)), in: rows,
        position: { Int($0.record.rawValue) })
    }
    #expect(nearest(701) == HitPlace(row: 0, hit: 1))
    #expect(nearest(702) == HitPlace(row: 1, hit: 0))
    #expect(nearest(0) == HitPlace(row: 0, hit: 0))
    #expect(nearest(651) == HitPlace(row: 0, hit: 0))
    #expect(nearest(652) == HitPlace(row: 0, hit: 1))
    #expect(nearest(9_999) == HitPlace(row: 2, hit: 0))
  }

  @Test func `a search for the nearest hit that reaches its row limit finds nothing`() {
    let rows = FakeRows(counts: [0, 0, 0, 1])
    let center = RowKey(corpus: "fake", record: RecordID(0))
    let position = { (key: RowKey) in Int(key.record.rawValue) }
    #expect(HitNavigation.nearest(to: center, in: rows, limit: 3, position: position) == nil)
    #expect(
      HitNavigation.nearest(to: center, in: rows, limit: 4, position: position)
        == HitPlace(row: 3, hit: 0))
  }

  /// The nearest hit, found by comparing all hits.
  private func naiveNearest(_ rows: FakeRows, center: Int) -> HitPlace? {
    var best: (distance: Int, place: HitPlace)?
    for (row, record) in rows.records.enumerated() where !rows.ranges[row].isEmpty {
      let hit = record < center ? rows.ranges[row].count - 1 : 0
      // The loop visits records in ascending order. Of two records at the same distance, it
      // therefore finds the earlier record first.
      if abs(record - center) < best?.distance ?? .max {
        best = (abs(record - center), HitPlace(row: row, hit: hit))
      }
    }
    return best?.place
  }

  @Test func `the nearest hit agrees with a naive rule for every result of up to seven records`() {
    // Each of seven records is missing, has no hits, has one hit, or has two hits.
    for pattern in 0..<(1 << 14) {
      let states = (0..<7).map { pattern >> (2 * $0) & 3 }
      let records = states.indices.filter { states[$0] < 3 }
      let hits = records.map { record in (0..<states[record]).map { 2 * $0..<2 * $0 + 1 } }
      let rows = FakeRows(hits, records: records)
      for center in 0..<8 {
        let key = RowKey(corpus: "fake", record: RecordID(UInt64(center)))
        let found = HitNavigation.nearest(to: key, in: rows) { Int($0.record.rawValue) }
        let naive = naiveNearest(rows, center: center)
        if found != naive { Issue.record("\(states) center \(center)") }
      }
    }
  }

  struct Kept: Sendable {
    var record: Int
    var old: Range<Int>
    var to: (row: Int, hit: Int)?
  }

  @Test(arguments: [
    // The first hit in the same record that overlaps the old hit becomes the current hit.
    Kept(record: 7, old: 4..<6, to: (1, 0)),
    Kept(record: 7, old: 0..<20, to: (1, 0)),
    Kept(record: 7, old: 9..<12, to: (1, 1)),
    Kept(record: 7, old: 7..<8, to: nil),
    // Adjacent ranges do not overlap.
    Kept(record: 7, old: 6..<8, to: nil),
    // The old hit is in the first record, in a record that does not match any more, or after the
    // last record that matches.
    Kept(record: 3, old: 0..<1, to: (0, 0)),
    Kept(record: 5, old: 0..<9, to: nil),
    Kept(record: 99, old: 0..<9, to: nil),
  ])
  func `the current hit is kept if a new hit overlaps it in the same record`(_ kept: Kept) {
    let rows = FakeRows([[0..<2], [3..<6, 8..<10], []], records: [3, 7, 9])
    let anchor = HitNavigation.Anchor(
      key: RowKey(corpus: "fake", record: RecordID(UInt64(kept.record))),
      hit: Hit(field: 0, range: kept.old))
    #expect(
      HitNavigation.kept(anchor, in: rows) == kept.to.map { HitPlace(row: $0.row, hit: $0.hit) })
  }

  @Test func `a hit in another field or representation is not the same hit`() {
    let rows = FakeRows([[0..<4]])
    let key = rows.key(ofRow: 0)
    let other = Hit(field: 1, range: 0..<4)
    let alias = Hit(field: 0, representation: 0, range: 0..<4)
    #expect(HitNavigation.kept(.init(key: key, hit: other), in: rows) == nil)
    #expect(HitNavigation.kept(.init(key: key, hit: alias), in: rows) == nil)
  }
}

@Suite struct RowWindowTests {
  struct Reveal: Sendable {
    var top: Int
    var row: Int
    var newTop: Int
  }

  @Test(arguments: [
    // A move to a row that is already visible, even at an edge, does not scroll the window.
    Reveal(top: 10, row: 10, newTop: 10), Reveal(top: 10, row: 12, newTop: 10),
    Reveal(top: 10, row: 14, newTop: 10),
    // A move to a row that is not visible centers that row, as far as the ends of the list allow.
    Reveal(top: 10, row: 15, newTop: 13), Reveal(top: 10, row: 9, newTop: 7),
    Reveal(top: 10, row: 0, newTop: 0), Reveal(top: 10, row: 99, newTop: 95),
    Reveal(top: 10, row: 98, newTop: 95), Reveal(top: 10, row: 1, newTop: 0),
  ])
  func `the window moves only for a row that is not visible`(_ reveal: Reveal) {
    var window = RowWindow(top: reveal.top, height: 5)
    window.reveal(reveal.row, of: 100)
    #expect(window.top == reveal.newTop)
  }

  @Test func `the last page is full, and a short list starts at its first row`() {
    var window = RowWindow(height: 5)
    window.move(to: 98, of: 100)
    #expect(window.visible(of: 100) == 95..<100)
    window.move(to: 98, of: 3)
    #expect(window.visible(of: 3) == 0..<3)
    #expect(window.visible(of: 0).isEmpty)
    #expect(RowWindow(height: 0).height == 1)
  }

  @Test(arguments: [(0, 5, 100, 2), (0, 4, 100, 1), (10, 5, 100, 12), (0, 9, 3, 1), (0, 9, 1, 0)])
  func `the center of the window is the middle of the visible rows`(
    top: Int, height: Int, count: Int, row: Int
  ) {
    #expect(RowWindow(top: top, height: height).center(of: count) == row)
    #expect(RowWindow(top: top, height: height).center(of: 0) == nil)
  }

  @Test func `resizing the window keeps the current row visible`() {
    var window = RowWindow(top: 10, height: 10)
    window.resize(to: 3, keeping: 18, of: 100)
    #expect(window.visible(of: 100).contains(18))
    window.resize(to: 50, keeping: 18, of: 60)
    #expect(window.visible(of: 60) == 10..<60)
  }
}
