import Benchmarking
import JSON
import Testing
import UnicodeText

@testable import Reporting

@Suite struct RunDiffReportTests {
  /// In the changed run, array-contains takes twice the time, one row is missing, and the other
  /// rows are unchanged.
  private var diff: RunDiff { diff(cores: nil) }

  /// Creates the comparison; `factors` scale the times of array-contains in each invocation.
  private func diff(
    cores: Int?, reference factor: Double = 1, factors: [Double] = [2, 2, 2, 2]
  ) -> RunDiff {
    var base = SampleRuns.paper(sizes: [1_000, 2_000])
    let times = (0..<20).map { 0.01 + Double($0) * 1e-6 }
    base.references = (0..<8).map { .init(invocation: $0 / 2, group: $0 % 2, blocks: [times]) }
    for index in base.measurements.indices {
      base.measurements[index].invocations = [0, 1, 2, 3]
      base.measurements[index].group = 0
    }
    var changed = base
    for index in changed.measurements.indices
    where changed.measurements[index].labels["contender"] == "array-contains" {
      changed.measurements[index].blocks = zip(base.measurements[index].blocks, factors).map {
        block, factor in block.map { $0 * factor }
      }
    }
    changed.measurements.removeLast()
    changed.measurements[4].status = .cutOff
    changed.measurements[4].blocks = []
    changed.measurements[4].invocations = []
    if let cores { changed.environment.cores = cores }
    for index in changed.references.indices {
      changed.references[index].blocks = [times.map { $0 * factor }]
    }
    return RunDiff(base, changed)
  }

  private func isTwo(_ text: String) -> Bool { Double(text).map { abs($0 - 2) < 1e-9 } ?? false }

  private func text(
    _ diff: RunDiff, _ format: String, style: TerminalStyle? = nil
  ) throws -> String {
    let output = BufferOutput()
    try RunDiffReport(diff).write(
      to: output, format: #require(RunFormatCatalog.named(format)), style: style)
    return output.text
  }

  @Test func `a table shows slower rows, changed statuses and missing rows`() throws {
    let lines = try text(diff, "table").split(separator: "\n").map(String.init)
    #expect(lines[1].hasPrefix("contender"))
    let slower = lines.filter { $0.contains("  slower") }
    #expect(slower.count == 2)
    #expect(slower.allSatisfy { $0.hasPrefix("array-contains") && $0.contains("2.000  [") })
    #expect(lines.contains { $0.hasPrefix("append-if-unique") && $0.hasSuffix("ok -> cut-off") })
    #expect(lines.contains { $0.contains("none detected") })
    #expect(lines.contains { $0.contains("1 row is only in the base run") })
  }

  @Test func `an interval whose ends differ by more than a factor of 100 is unknown`() throws {
    let diff = diff(cores: nil, factors: [0.01, 1, 100, 1])
    let lines = try text(diff, "table").split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.contains("  unknown  ") }.count == 2)
    let rows = try #require(Reader.csv(text(diff, "csv")))
    let ends = try rows[1][8...9].map { try #require(Double($0)) }
    #expect(ends[1] > 100 * ends[0])
  }

  @Test func `no row gets a verdict if the machines differ, and the first line says so`() throws {
    for (diff, reason) in [
      (diff(cores: 4), "the runs are from different machines: "),
      (diff(cores: nil, reference: 1.5), "the reference workload took 150.0 % of its time"),
    ] {
      let lines = try text(diff, "table").split(separator: "\n").map(String.init)
      #expect(lines[1].hasPrefix("not comparable: " + reason), "\(lines)")
      #expect(!lines.contains { $0.contains("slower") || $0.contains("none detected") })
      let rows = try #require(Reader.csv(text(diff, "csv")))
      #expect(isTwo(rows[1][7]) && rows[1][11] == "not comparable")
      let json = try JSON(parsing: Array(text(diff, "json").utf8))
      guard case .string(let said)? = json["not_comparable"] else {
        Issue.record("no reason")
        continue
      }
      #expect(said.hasPrefix(reason))
    }
  }

  @Test func `a CSV has all columns, even those with the same value in each row`() throws {
    let rows = try #require(Reader.csv(text(diff, "csv")))
    #expect(rows.count == 6)
    #expect(
      rows[0] == [
        "contender", "element", "order", "duplicates", "n", "base_p50_s", "p50_s", "ratio",
        "ci_low", "ci_high", "threshold", "verdict", "status", "reason",
        "invocations_for_5_percent", "instruction_ratio",
      ])
    #expect(isTwo(rows[1][7]) && rows[1][11] == "slower" && rows[1][4] == "1000")
    #expect(rows[5][6] == "" && rows[5][12] == "cut-off")
  }

  @Test func `JSON contains the warnings`() throws {
    let json = try JSON(parsing: Array(text(diff, "json").utf8))
    #expect(json["base"] == .string(diff.base.id) && json["only_in_base"] == .integer(1))
    guard case .array(let rows)? = json["rows"], case .array(let warnings)? = json["warnings"]
    else {
      Issue.record("no rows or warnings")
      return
    }
    #expect(rows.count == 5 && !warnings.isEmpty)
    #expect(rows[0]["n"] == .integer(1_000) && rows[0]["verdict"] == "slower")
  }

  @Test func `Markdown escapes hostile names`() throws {
    let run = SampleRuns.hostile()
    let markdown = try text(RunDiff(run, run), "markdown")
    #expect(!markdown.unicodeScalars.contains { $0 != "\n" && ControlEscapes.isActive($0) })
    let table = try text(RunDiff(run, run), "table", style: TerminalStyle(width: 80))
    #expect(!table.unicodeScalars.contains { $0 != "\n" && ControlEscapes.isActive($0) })
  }

  @Test func `runs without a common row are reported`() throws {
    let text = try text(RunDiff(SampleRuns.paper(), SampleRuns.load()), "table")
    #expect(text.contains("no row is in both runs"))
  }
}
