import Basics
import Corpora
import Searching
import Tables
import Testing

struct CountingTests {
  /// A batch of the given rows; its columns are a, b and c.
  private static func batch(_ rows: [[String]]) -> RowBatch {
    var builder = RowBatch.Builder(fields: ["a", "b", "c"].map { Field($0) })
    let source = builder.place(ofSource: "f")
    for (number, row) in rows.enumerated() {
      builder.append(
        RowBatch.Entry(record: UInt64(number), line: number + 1, source: source), cells: row)
    }
    return builder.finish()
  }

  @Test(arguments: [["a"], ["b"], ["a", "b"], ["c", "a", "b"]])
  func `grouped counts agree with a naive count`(_ columns: [String]) throws {
    var random = SplitMix64(seed: 5)
    for size in [0, 1, 7, 400] {
      let rows = (0..<size).map { _ in
        (0..<3).map { _ in
          String("aé \n".shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)))
        }
      }
      let places = columns.map { ["a", "b", "c"].firstIndex(of: $0) ?? 0 }
      var naive: [[String]: Int] = [:]
      for row in rows { naive[places.map { row[$0] }, default: 0] += 1 }
      var tally = Tally(by: columns)
      for start in stride(from: 0, to: size, by: 60) {
        tally.add(
          Tally.part(of: Self.batch(Array(rows[start..<min(size, start + 60)])), by: columns))
      }
      let groups = tally.groups()
      #expect(Dictionary(uniqueKeysWithValues: groups.map { ($0.cells, $0.count) }) == naive)
      #expect(groups.map(\.count) == groups.map(\.count).sorted(by: >))
      let counts = (tally.total, tally.groupCount)
      #expect(counts == (size, naive.count))
      let two = tally.groups(limit: 2)
      #expect(two == Array(groups.prefix(2)))
      let corpus = Corpus(name: "c", fields: ["a", "b", "c"].map { Field($0) }, rows: rows)
      var whole = Tally(by: columns)
      let isWhole = whole.add(ResultSet.all(of: size), of: corpus, isCancelled: { false })
      #expect(isWhole)
      let wholeGroups = whole.groups()
      #expect(wholeGroups == groups)
    }
  }

  @Test func `counting by source counts by file, unless a field is called source`() {
    var builder = RowBatch.Builder(fields: [Field("a")])
    for (number, path) in ["f", "g", "f"].enumerated() {
      let source = builder.place(ofSource: path)
      builder.append(
        RowBatch.Entry(record: UInt64(number), line: 1, source: source), cells: ["x"])
    }
    let batch = builder.finish()
    for columns in [["source"], ["a", "source"]] {
      var tally = Tally(by: columns)
      tally.add(Tally.part(of: batch, by: columns))
      let groups = tally.groups().map { [$0.cells.last ?? "", String($0.count)] }
      #expect(groups == [["f", "2"], ["g", "1"]])
    }
    let corpus = Corpus(name: "c", fields: [Field("source")], rows: [["s"]], source: "path")
    var tally = Tally(by: ["source"])
    let isWhole = tally.add(ResultSet.all(of: 1), of: corpus, isCancelled: { false })
    let groups = tally.groups().map(\.cells)
    #expect(isWhole && groups == [["s"]])
  }

  @Test func `a column that no record has is reported`() {
    let tally = Tally(by: ["a", "x"])
    let unknown = tally.unknownColumn?.name
    #expect(unknown == "a")
    var filled = Tally(by: ["a", "x"])
    filled.add(Tally.part(of: Self.batch([["1", "", ""]]), by: ["a", "x"]))
    let other = filled.unknownColumn
    #expect(other?.name == "x" && other?.fields == ["a", "b", "c"])
  }

  private static func bins(_ cells: [String], _ width: String?) -> [String]? {
    var histogram = Histogram(of: "a")
    for start in stride(from: 0, to: cells.count, by: 3) {
      var part = Histogram(of: "a")
      part.add(batch(cells[start..<min(cells.count, start + 3)].map { [$0, "", ""] }))
      histogram.add(part)
    }
    return histogram.bins(width.flatMap { BinWidth($0) })?.map { "\($0.label) \($0.count)" }
  }

  @Test(arguments: [
    (["1", "2", "12"], "10", ["0 2", "10 1"]), (["-1", "-10", "0"], "10", ["-10 2", "0 1"]),
    (["0.1", "0.2", "0.3"], "0.1", ["0.1 1", "0.2 1", "0.3 1"]),
    (["1e-9", "2e-9", "2.5e-9"], "1e-9", ["0.000000001 1", "0.000000002 2"]),
    (["5e20", "6e20"], "1e20", ["500000000000000000000 1", "600000000000000000000 1"]),
    (["5000", "4999.99"], "1000", ["4000 1", "5000 1"]), (["0", "0"], "1", ["0 2"]),
    (["7"], "0.5", ["7 1"]),
    (["0", "", "x", "1"], "1", ["0 1", "1 1"]),
    (
      ["2026-11-21 10:59:59", "2026-11-21T12:00:00Z"], "hour",
      ["2026-11-21 10:00 1", "2026-11-21 11:00 0", "2026-11-21 12:00 1"]
    ),
    (["2025-12-31", "2026-02-01"], "month", ["2025-12 1", "2026-01 0", "2026-02 1"]),
    (["2023-12-31", "2025-02-01"], "year", ["2023 1", "2024 0", "2025 1"]),
    (["1999-12-31", "2000-01-01", "2010-05-05"], "decade", ["1990 1", "2000 1", "2010 1"]),
    (["1000-01-01", "1199-12-31"], "century", ["1000 1", "1100 1"]),
    (["1969-12-31 23:59:59", "1970-01-01"], "day", ["1969-12-31 1", "1970-01-01 1"]),
  ])
  func `each value is counted in the bin with its label`(
    _ cells: [String], _ width: String, _ bins: [String]
  ) {
    #expect(Self.bins(cells, width) == bins)
  }

  @Test(arguments: [
    (["1", "2"], "hour"), (["2026-11-21"], "5"), (["0", "100000"], "1"), (["1e12", "1"], "1e-6"),
    (["2000-01-01", "2026-01-01"], "second"),
  ])
  func `an invalid bin width is refused`(_ cells: [String], _ width: String) {
    #expect(Self.bins(cells, width) == nil)
  }

  @Test func `bins agree with a naive count at any scale`() throws {
    var random = SplitMix64(seed: 6)
    for scale in [-12, -6, -2, 0, 3, 9] {
      for digit in [1, 2, 5] {
        let numbers = (0..<300).map { _ in Int.random(in: -400...400, using: &random) }
        let cells = numbers.map { "\($0)e\(scale)" }
        let naive = Dictionary(grouping: numbers) {
          Int((Double($0) / Double(digit * 10)).rounded(.down))
        }
        var histogram = Histogram(of: "a")
        histogram.add(Self.batch(cells.map { [$0, "", ""] }))
        let bins = try #require(histogram.bins(BinWidth("\(digit * 10)e\(scale)")))
        let first = try #require(naive.keys.min())
        #expect(
          bins.map(\.count) == bins.indices.map { naive[first + $0]?.count ?? 0 },
          "\(digit)e\(scale + 1)")
        let usual = try #require(histogram.bins(nil))
        #expect((5...41).contains(usual.count) && usual.reduce(0) { $0 + $1.count } == 300)
      }
    }
  }

  @Test func `a histogram with too many distinct values still counts all records`() throws {
    var histogram = Histogram(of: "a")
    for start in 0..<10 {
      histogram.add(
        Self.batch((0..<20_000).map { ["\(Double(start * 20_000 + $0) * 1e-3)", "", ""] }))
    }
    let bins = try #require(histogram.bins(BinWidth("10")))
    #expect(bins.count == 20 && bins.allSatisfy { $0.count == 10_000 }, "\(bins.map(\.count))")
    #expect(histogram.bins(BinWidth("1e-6")) == nil)
  }
}
