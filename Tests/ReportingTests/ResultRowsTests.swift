import Searching
import TestSupport
import Testing

@testable import Corpora
@testable import Reporting

@Suite struct ResultRowsTests {
  private let rows = ResultRows([
    Fixture.part(Fixture.lines(["a", "b", "ab"]), records: [0, 2], matching: "a"),
    Fixture.part(Fixture.lines([]), records: []),
    Fixture.part(Fixture.lines(["c", "a"], name: "more", source: "b.txt"), matching: "a"),
  ])

  @Test func `row numbers continue across corpora`() {
    #expect(rows.count == 4)
    #expect(rows.spansCorpora)
    let keys = (0..<4).map { rows.key(ofRow: $0) }
    #expect(keys.map(\.record.rawValue) == [0, 2, 0, 1])
    #expect(keys.map(\.corpus) == ["lines", "lines", "more", "more"])
    #expect((0..<4).map { rows.hits(ofRow: $0).count } == [1, 1, 0, 1])
  }

  @Test func `row ranges of any length are visited in order`() throws {
    let corpus = Fixture.lines((0..<2000).map(String.init))
    let odd = Fixture.rows(corpus, records: Array(stride(from: 1, to: 2000, by: 2)))
    for range in [0..<1000, 3..<5, 400..<999, 999..<1000, 10..<10] {
      var seen: [UInt64] = []
      try odd.forEachBatch(in: range) { batch, _ in seen += batch.rows.map(\.record) }
      #expect(seen == range.map { UInt64(2 * $0 + 1) })
    }
  }

  @Test func `hits are computed only for the requested rows`() throws {
    let counter = Counter()
    let corpus = Fixture.lines((0..<100).map(String.init))
    let part = FixtureResult(corpus, (0..<100).map { RecordID($0) }) { record in
      counter.append(record.rawValue)
      return []
    }
    let rows = ResultRows([part])
    _ = try Fixture.encoded(rows, as: "hits") { $0.rows = 20..<23 }
    #expect(counter.values == [20, 21, 22])
    rows.prepare(page: 50..<53, RowDetails(), .never)
    #expect(rows.hits(ofRow: 51).isEmpty)
    _ = try Fixture.encoded(rows, as: "csv") { $0.rows = 50..<53 }
    #expect(counter.values == [20, 21, 22, 50, 51, 52])
    _ = try Fixture.encoded(rows, as: "count")
    #expect(counter.values.count == 6)
  }

  @Test func `rows of a result whose count is unknown are visited to the end`() throws {
    let corpus = Fixture.lines((0..<40).map { "row \($0)" }, name: "far")
    let source = RemoteSource(corpus)
    let far = try source.search(try CompiledQuery(Query("row")), ResultRequest(), .never)
    let rows = ResultRows([far, Fixture.part(Fixture.lines(["last"]))])
    #expect(rows.knownCount == nil)
    var seen: [String] = []
    try rows.forEachBatch(in: 0..<Int.max) { batch, part in
      seen += batch.rows.indices.map { "\(part) \(batch.text(ofRow: $0, field: 0))" }
    }
    #expect(seen == (0..<40).map { "0 row \($0)" } + ["1 last"])
    try rows.finishCount(.never)
    #expect(rows.count == 41)
    #expect(source.log.counts == 1)
  }

  @Test func `a row that cannot be fetched has no hits, and its error is reported once`() throws {
    var faults = RemoteSource.Faults()
    faults.pages = [1]
    let source = RemoteSource(Fixture.lines(["a", "b"]), faults: faults)
    let far = try source.search(try CompiledQuery(Query("")), ResultRequest(), .never)
    let rows = ResultRows([far])
    #expect(rows.hits(ofRow: 0).isEmpty)
    #expect(rows.takeFailure() == .failed(source: "lines", reason: "the connection was closed"))
    #expect(rows.takeFailure() == nil)
    #expect(rows.row(at: 1)?.batch.text(ofRow: 1, field: 0) == "b")
    // The page request that fetched this row also fetched the surrounding rows.
    #expect(source.log.pages.count == 2)
    _ = rows.row(at: 0)
    #expect(source.log.pages.count == 2)
  }
}

/// Collects numbers from a closure that can run on any thread.
private final class Counter: @unchecked Sendable {
  private(set) var values: [UInt64] = []

  func append(_ value: UInt64) { values.append(value) }
}

@Suite struct LoadReportTextTests {
  @Test func `a load report has a line of counts and a line for each warning`() {
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
    #expect(all[2] == "skipped: 2 hidden (use --hidden), 1 binary")
    #expect(all[3].hasPrefix("warning: skipped: x: "))
  }
}

/// Tests everything from a query to its output text, with the real search engine.
@Suite struct SearchedResultTests {
  private let corpus = Corpus(
    name: "releases", fields: [Field("name"), Field("version"), Field("alias", isAlias: true)],
    rows: [
      ["El Capitan", "10.11", "ten eleven\nMac OS X"], ["Sierra", "10.12"], ["Élan", "1"],
    ], source: "releases.csv")

  private func searched(_ text: String, by strategy: String) throws -> (ResultRows, SearchReport) {
    let searcher = Searcher(corpus)
    let query = Query(text, by: strategy)
    let result = try searcher.search(try CompiledQuery(query), ResultRequest(), .never)
    return (ResultRows([result]), try searcher.run(query))
  }

  @Test func `the results of every strategy can be written in every format`() throws {
    for strategy in StrategyCatalog.all.map(\.name) {
      let (rows, report) = try searched("El", by: strategy)
      #expect(rows.count == report.results.count)
      for format in EncoderCatalog.names {
        let text = try Fixture.encoded(rows, as: format)
        #expect(text.isEmpty == (format == "none"))
      }
    }
    let (rows, _) = try searched("el cap", by: "prefix")
    #expect(
      try Fixture.encoded(rows, as: "hits")
        == "releases.csv:1:1:El Capitan\t10.11\tten eleven\\nMac OS X\n")
    let (folded, _) = try searched("el", by: "substring")
    #expect(
      try Fixture.encoded(folded, as: "csv") { $0.hasHeader = false } == """
        1,releases.csv,1,1,name,2,El Capitan,10.11,"ten eleven
        Mac OS X"
        3,releases.csv,3,1,name,1,Élan,1,

        """)
  }

  @Test func `records that do not match the query have no hits`() throws {
    let (_, report) = try searched("el", by: "substring")
    let found = try Searcher(corpus).search(
      try CompiledQuery(Query("el")), ResultRequest(), .never)
    let part = try found.narrowed(to: report.results.complement())
    #expect(
      try Fixture.encoded(ResultRows([part]), as: "hits")
        == "releases.csv:2:0:Sierra\t10.12\t\n")
    let given = try found.narrowed(to: ResultSet([RecordID(2)], of: 3))
    #expect(try Fixture.encoded(ResultRows([given]), as: "count") == "1\n")
  }

  @Test func `the timing line sums up the reports of several corpora`() throws {
    let (_, report) = try searched("el", by: "substring")
    let statistics = report.statistics
    let line = TimingLine(
      [statistics, statistics], strategy: "substring", corpusRecords: 6, renderNanoseconds: 5)
    #expect(line.records == 4)
    #expect(line.hits == 6)
    #expect(line.strategy == "substring")
    #expect(line.accessPath == report.accessPath)
    #expect(line.totalNanoseconds == 2 * report.timings.total + 5)
    #expect(line.phases.map(\.name).contains("fold") == (report.timings.fold > 0))
    #expect(line.completion == .complete)
    #expect(
      TimingLine([], strategy: "", corpusRecords: 0).text().hasPrefix("0 records · 0 hits · 0 ms"))
  }

  @Test func `a query error is shown with a caret`() throws {
    let wanted = #expect(throws: QueryError.self) { try searched("a(b", by: "regex") }
    let error = try #require(wanted)
    let lines = CaretPicture(error, in: "a(b").lines(width: 80)
    #expect(lines[0] == "a(b")
    #expect(lines[1].contains("^") && error.offset != nil)
  }

  @Test func `canceling an encoder ends the output after a whole row`() throws {
    let counter = Counter()
    let rows = Fixture.rows(Fixture.lines((0..<100).map(String.init)))
    var options = EncodingOptions()
    options.hasHeader = false
    options.isCancelled = {
      counter.append(0)
      return counter.values.count > 3
    }
    let output = BufferOutput()
    #expect(throws: OutputError.cancelled) {
      try EncoderCatalog.named("csv").encode(rows, options: options, to: output)
    }
    #expect(output.text == "1,a.txt,1,0,,0,0\n2,a.txt,2,0,,0,1\n3,a.txt,3,0,,0,2\n")
    #expect(throws: OutputError.cancelled) {
      try EncoderCatalog.named("table").encode(rows, options: options, to: output)
    }
  }
}
