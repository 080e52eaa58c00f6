import Searching
import Testing

@testable import Corpora
@testable import Reporting

@Suite struct ResultRowsTests {
  private let rows = ResultRows([
    Fixture.part(Fixture.lines(["a", "b", "ab"]), records: [0, 2], matching: "a"),
    Fixture.part(Fixture.lines([]), records: []),
    Fixture.part(Fixture.lines(["c", "a"], name: "more", source: "b.txt"), matching: "a"),
  ])

  @Test func `rows are numbered over all corpora`() {
    #expect(rows.count == 4)
    #expect(rows.spansCorpora)
    #expect((0..<4).map { rows[$0].record.rawValue } == [0, 2, 0, 1])
    #expect((0..<4).map { rows[$0].corpus.name } == ["lines", "lines", "more", "more"])
    #expect((0..<4).map { rows.hits(ofRow: $0).count } == [1, 1, 0, 1])
  }

  @Test func `any range of rows is walked in order, long or short`() {
    let corpus = Fixture.lines((0..<2000).map(String.init))
    let odd = Fixture.rows(corpus, records: Array(stride(from: 1, to: 2000, by: 2)))
    for range in [0..<1000, 3..<5, 400..<999, 999..<1000, 10..<10] {
      var seen: [UInt64] = []
      odd.forEach(in: range) { row, _ in seen.append(row.record.rawValue) }
      #expect(seen == range.map { UInt64(2 * $0 + 1) })
    }
  }

  @Test func `hits are computed for the rows asked for only`() throws {
    let counter = Counter()
    let corpus = Fixture.lines((0..<100).map(String.init))
    let part = ResultRows.Part(corpus, records: .all(of: 100)) { record in
      counter.append(record.rawValue)
      return []
    }
    let rows = ResultRows([part])
    _ = try Fixture.encoded(rows, as: "hits") { $0.rows = 20..<23 }
    #expect(counter.values == [20, 21, 22])
    _ = try Fixture.encoded(rows, as: "count")
    #expect(counter.values.count == 3)
  }

  @Test func `files are listed once, in order`() throws {
    let again = Fixture.lines(["a"], source: "a.txt")
    let rows = ResultRows(rows.parts + [Fixture.part(again)])
    let output = BufferOutput()
    #expect(try FileList(rows).write(to: output) == 2)
    #expect(output.text == "a.txt\nb.txt\n")
    let one = BufferOutput()
    #expect(try FileList(rows).write(to: one, limit: 1) == 1)
    #expect(one.text == "a.txt\n")
  }
}

/// Collects numbers from a closure that may run anywhere.
private final class Counter: @unchecked Sendable {
  private(set) var values: [UInt64] = []

  func append(_ value: UInt64) { values.append(value) }
}

@Suite struct ResultPagerTests {
  @Test func `pages go forward and back, and end`() {
    var pager = ResultPager(count: 25, pageSize: 10)
    #expect(pager.footer() == nil)
    #expect(pager.previous() == nil)
    #expect(pager.next() == 0..<10)
    #expect(pager.footer() == "rows 1-10 of 25 · Enter shows more")
    #expect(pager.next() == 10..<20)
    #expect(pager.next() == 20..<25)
    #expect(pager.footer() == "rows 21-25 of 25")
    #expect(pager.next() == nil)
    #expect(pager.previous() == 10..<20)
    #expect(pager.go(to: 25...40) == 24..<25)
    #expect(pager.footer(isUTF8: false) == "rows 25 of 25")
    #expect(pager.go(to: 26...40) == nil)
    #expect(pager.go(to: 3...12) == 2..<12)
    #expect(pager.previous() == 0..<10)
  }

  @Test func `a result on one page has no footer`() {
    var pager = ResultPager(count: 3, pageSize: 0)
    #expect(pager.pageSize == 1)
    pager.pageSize = 10
    #expect(pager.next() == 0..<3)
    #expect(pager.footer() == nil)
    var empty = ResultPager(count: 0, pageSize: 5)
    #expect(empty.next() == nil)
  }
}

@Suite struct LoadReportTextTests {
  @Test func `a load is a line of numbers, and one for each thing to know`() {
    var report = LoadReport()
    report.records = 34_924
    report.bytes = 2_100_000
    report.seconds = 0.0124
    report.files = 1
    let corpus = Fixture.lines([], name: "names")
    func lines() -> [String] { LoadReportText.lines(for: report, corpus: corpus).map(\.plain) }
    #expect(lines() == ["names: 34,924 records · 2.1 MB · 12.4 ms · 169 MB/s"])
    report.files = 3
    report.invalidSequences = 1
    report.skipped.hidden = 2
    report.skipped.binary = 1
    report.failures = [CorpusError(.unreadable(reason: "Permission denied"), path: "x")]
    let all = lines()
    #expect(all[0].hasPrefix("names: 3 files · 34,924 records"))
    #expect(all[1].hasPrefix("warning: 1 invalid UTF-8 sequence was replaced by U+FFFD"))
    #expect(all[2] == "skipped: 2 hidden (--hidden), 1 binary")
    #expect(all[3].hasPrefix("warning: left out: x: "))
  }
}
