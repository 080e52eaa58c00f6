import Benchmarking
import JSON
import Testing
import UnicodeText

@testable import Reporting

@Suite struct RunFormatTests {
  private static let runs = [
    SampleRuns.paper(), SampleRuns.hostile(), SampleRuns.search(), SampleRuns.load(),
  ]

  private func text(
    _ run: BenchmarkRun, _ format: String, _ style: TerminalStyle? = nil
  ) throws -> String {
    let output = BufferOutput()
    try #require(RunFormatCatalog.named(format)).write(run, style: style, to: output)
    return output.text
  }

  @Test func `a run has the specified output formats`() {
    #expect(Set(RunFormatCatalog.all.map(\.name)) == ["csv", "json", "markdown", "table"])
    #expect(RunFormatCatalog.named("xml") == nil)
  }

  @Test(arguments: [
    (
      "unique",
      """
      experiment,contender,element,order,duplicates,n,unique,samples,min_s,p50_s,p90_s,p99_s,\
      max_s,mean_s,stddev_s,mad_s,ci_low_s,ci_high_s,ratio,status
      """
    ),
    (
      "search",
      """
      experiment,contender,strategy,path,query,corpus,records,bytes,matches,samples,min_s,p50_s,\
      p90_s,p99_s,max_s,mean_s,stddev_s,mad_s,ci_low_s,ci_high_s,mb_per_s,ratio,status
      """
    ),
    (
      "compare",
      """
      experiment,contender,strategy,path,query,corpus,records,bytes,matches,samples,min_s,p50_s,\
      p90_s,p99_s,max_s,mean_s,stddev_s,mad_s,ci_low_s,ci_high_s,mb_per_s,ratio,status
      """
    ),
    (
      "load",
      """
      experiment,corpus,stage,records,bytes,memory_bytes,samples,min_s,p50_s,p90_s,p99_s,max_s,\
      mean_s,stddev_s,mad_s,ci_low_s,ci_high_s,mb_per_s,ratio,status
      """
    ),
  ])
  func `a CSV has the specified columns`(
    experiment: String, header: String
  ) throws {
    #expect(try text(SampleRuns.run(experiment), "csv") == header + "\n")
  }

  @Test func `a CSV contains the measurements, even with hostile names`() throws {
    for run in Self.runs {
      let rows = try #require(Reader.csv(text(run, "csv")))
      let header = rows[0]
      #expect(rows.count == run.measurements.count + 1)
      for (row, measurement) in zip(rows.dropFirst(), run.measurements) {
        #expect(row.count == header.count)
        let cells = Dictionary(uniqueKeysWithValues: zip(header, row))
        #expect(cells["experiment"] == run.experiment)
        #expect(cells["status"] == measurement.status.rawValue)
        for (name, value) in measurement.labels { #expect(cells[name] == value) }
        for (name, value) in measurement.counts { #expect(cells[name] == "\(value)") }
        let summary = Summary(blocks: measurement.blocks, seed: run.seed)
        #expect(cells["p50_s"].flatMap(Double.init) == summary?.p50)
        #expect(cells["ci_high_s"].flatMap(Double.init) == summary?.interval.upperBound)
        #expect(cells["samples"] == summary.map { "\($0.count)" } ?? "")
        if summary == nil { #expect(cells["ratio"] == "" && cells["max_s"] == "") }
      }
    }
  }

  @Test func `ratios use the base row of the same size, and rates use the size in bytes`() throws {
    let unique = RunRow.rows(of: SampleRuns.paper())
    for group in stride(from: 0, to: unique.count, by: 3) {
      let base = try #require(unique[group + 2].summary)
      #expect(unique[group + 2].ratio == 1)
      #expect(unique[group].ratio == unique[group].summary.map { $0.p50 / base.p50 })
      #expect(unique[group].megabytesPerSecond == nil)
    }
    let search = RunRow.rows(of: SampleRuns.search())
    #expect(
      search.map { $0.ratio == nil } == [false, false, false, true, false, false, false, true])
    let rate = try #require(search[0].megabytesPerSecond)
    let p50 = try #require(search[0].summary?.p50)
    #expect(abs(rate * p50 - 1.2) < 1e-9)
  }

  @Test func `JSON output contains the stored run and its statistics`() throws {
    for run in Self.runs {
      let json = try JSON(parsing: Array(text(run, "json").utf8))
      #expect(try BenchmarkRun(json) == run)
      guard case .array(let rows)? = json["measurements"] else {
        Issue.record("no measurements")
        continue
      }
      #expect(rows.count == run.measurements.count && !rows.isEmpty)
      for (row, measurement) in zip(rows, run.measurements) {
        let summary = Summary(blocks: measurement.blocks, seed: run.seed)
        let p50 = row["statistics"]?["p50_s"]
        #expect(p50 == summary.map { JSON.number($0.p50) })
        #expect(row["ratio"] != nil)
      }
    }
  }

  @Test func `JSON output contains the growth exponents`() throws {
    let json = JSONRunFormat.json(of: SampleRuns.paper())
    guard case .array(let growth)? = json["growth"] else {
      Issue.record("no growth")
      return
    }
    #expect(growth.count == 3)
    #expect(growth[0]["series"] == "array-contains")
    #expect(growth[0]["points"] == .integer(6))
  }

  @Test func `rows of a Markdown table have as many cells as its header`() throws {
    for run in Self.runs {
      let lines = Reader.lines(try text(run, "markdown"))
      var columns: Int?
      for line in lines {
        guard line.first == "|" else {
          columns = nil
          continue
        }
        let cells = Reader.markdownRow(line).count
        #expect(cells == columns ?? cells)
        columns = cells
      }
      #expect(lines.count > run.measurements.count)
    }
  }

  @Test func `names in Markdown output are escaped`() throws {
    let markdown = try text(SampleRuns.hostile(), "markdown")
    #expect(!markdown.unicodeScalars.contains { $0 != "\n" && ControlEscapes.isActive($0) })
    #expect(!markdown.contains("|<") && !markdown.contains(" <script"))
    #expect(MarkdownRunFormat.escaped("[a](http://b) [1, 2]") == "[a\\](http://b) [1, 2]")
    #expect(MarkdownRunFormat.escaped("a_b*c|d\ne") == "a\\_b\\*c\\|d^Je")
  }

  @Test(arguments: ["csv", "json", "table", "markdown"])
  func `names in terminal output are escaped`(format: String) throws {
    for run in Self.runs {
      for style in [TerminalStyle(width: 80), TerminalStyle(width: 30, isUTF8: false)] {
        let shown = try text(run, format, style)
        #expect(
          !shown.unicodeScalars.contains {
            $0 != "\n" && $0 != "\r" && ControlEscapes.isActive($0)
          })
      }
    }
  }

  @Test func `a run of an unknown experiment, or without rows, can be written`() throws {
    var unknown = SampleRuns.load()
    unknown.experiment = "later"
    for format in RunFormatCatalog.all.map(\.name) {
      #expect(try !text(unknown, format).isEmpty)
      #expect(try !text(SampleRuns.run("unique"), format).isEmpty)
    }
    let rows = try #require(Reader.csv(text(unknown, "csv")))
    #expect(
      rows[0].prefix(6) == ["experiment", "corpus", "stage", "bytes", "memory_bytes", "records"])
  }
}
