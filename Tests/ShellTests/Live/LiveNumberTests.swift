import Corpora
import Reporting
import Searching
import Terminal
import Testing

@testable import Shell

/// Tests hit numbers, earlier queries and key latencies in live search.
@Suite struct LiveNumberTests {
  /// The number of hits of "x", 0 to 3, in each of 3,000 rows.
  private static let counts = (0..<3000).map { ($0 * 7919) % 11 % 4 }

  private func bench() -> LiveBench {
    var bench = LiveBench(Self.counts.map { "row" + String(repeating: " x", count: $0) + " y" })
    bench.retype("x")
    return bench
  }

  @Test func `every hit can be reached by its number`() throws {
    var bench = bench()
    let matching = Self.counts.filter { $0 > 0 }
    let places = matching.indices.flatMap { row in
      (0..<matching[row]).map { HitPlace(row: row, hit: $0) }
    }
    let samples = Array(stride(from: 1, to: places.count, by: 97)) + [1, 2, places.count]
    for number in samples {
      bench.press(.alt("g"), .text(String(number)), .enter)
      try bench.locate()
      #expect(bench.state.place == places[number - 1])
      try bench.locate()
      #expect(bench.state.hitNumber == number)
    }
    bench.press(.alt("g"), .text("999999"), .enter)
    try bench.locate()
    #expect(bench.state.place == places.last)
    #expect(bench.state.notice == "the last hit")
  }

  @Test func `the locator finds every hit`() throws {
    let bench = bench()
    let rows = try #require(bench.state.result?.rows)
    var number = 0
    for row in stride(from: 0, to: rows.count, by: 1) {
      let count = rows.hits(ofRow: row).count
      if row % 50 == 0 {
        let before = try HitLocator.answer(.hitsBefore(row: row), rows, 1, .never)
        #expect(before.hitsBefore == number)
        for hit in 0..<count {
          let found = try HitLocator.answer(.place(ofHit: number + hit), rows, 1, .never)
          #expect(found.place == HitPlace(row: row, hit: hit))
        }
      }
      number += count
    }
  }

  @Test func `the number of the current hit is shown anywhere in the result`() throws {
    var bench = bench()
    bench.press(.pageDown)
    for _ in 0..<300 { bench.press(.down) }
    try bench.locate()
    let number = try #require(bench.state.hitNumber)
    let matching = Self.counts.filter { $0 > 0 }
    #expect(number == matching.prefix(bench.state.place?.row ?? 0).reduce(1, +))
    #expect(
      StyledRows.plain(bench.frame(columns: 80, rows: 24)[1]).contains(
        "hit \(number)"))
  }

  @Test func `a hit number is typed in place of the query, which is kept`() throws {
    var bench = bench()
    bench.press(.alt("g"), .text("1a2"))
    #expect(StyledRows.plain(bench.frame(columns: 80, rows: 24)[0]).hasPrefix("go to hit> 12"))
    #expect(bench.press(.escape) == .nothing)
    #expect(bench.state.line.text == "x")
    #expect(bench.state.question == nil)
    bench.press(.alt("g"), .enter)
    #expect(bench.state.wantedHit == nil)
    bench.press(.alt("g"), .text("0"), .enter)
    #expect(bench.state.notice == "hits are numbered from 1")
    bench.retype("y NOT")
    bench.press(.alt("g"), .text("3"), .enter)
    try bench.locate()
    #expect(bench.state.place == nil)
  }

  @Test func `Ctrl-R steps through the earlier queries that contain the text`() {
    var bench = LiveBench(["apple", "pear"])
    bench.state.earlier = ["pear", "apple pie", "plum", "apple"]
    bench.type("pl")
    #expect(bench.press(.control("r")) == .search)
    #expect(bench.state.line.text == "apple pie")
    bench.press(.control("r"))
    #expect(bench.state.line.text == "plum")
    bench.press(.control("r"))
    #expect(bench.state.line.text == "apple")
    #expect(bench.press(.control("r")) == .nothing)
    #expect(bench.state.notice == "no earlier query contains pl")
    bench.press(.control("u"), .control("r"))
    #expect(bench.state.line.text == "pear")
  }

  @Test func `with --multi, Tab marks and moves down, and Shift-Tab marks and moves up`() {
    var bench = LiveBench(
      [("rows", ["a", "b", "c"])], purpose: .records, marksWithTab: true)
    bench.press(.tab, .tab)
    #expect(bench.state.marks.map(\.record.rawValue) == [0, 1])
    #expect(bench.row == "c")
    bench.press(.backTab)
    #expect(bench.state.marks.map(\.record.rawValue) == [0, 1, 2])
    #expect(bench.row == "b")
    #expect(!bench.state.showsRecord)
    bench.press(.alt("p"))
    #expect(bench.state.showsRecord)
  }

  @Test func `the latency percentile includes only the most recent keys`() {
    var latency = LiveLatency()
    #expect(latency.p99 == nil)
    // First, 2 % of the keys are slow. Then, ten times as many new keys replace the first keys in
    // the statistics. Of the new keys, 0.5 % are slow.
    for key in 0..<LiveLatency.capacity { latency.append(key % 50 == 0 ? 900 : 5) }
    #expect(latency.p99 == 900)
    for key in 0..<10 * LiveLatency.capacity { latency.append(key % 200 == 0 ? 900 : 5) }
    #expect(latency.p99 == 5)
    #expect(latency.last == 5)
  }
}
