import Benchmarking
import JSON
import Testing
import UnicodeText

@testable import Reporting

@Suite struct RunListReportTests {
  private func text(_ format: String, width: Int? = nil) throws -> String {
    let output = BufferOutput()
    try RunListReport([SampleRuns.paper(), SampleRuns.hostile()]).write(
      to: output, format: #require(RunFormatCatalog.named(format)),
      style: width.map { TerminalStyle(width: $0) })
    return output.text
  }

  @Test func `the list of runs has a row for each run`() throws {
    let rows = try #require(Reader.csv(text("csv")))
    #expect(rows.count == 3)
    #expect(rows[0] == ["id", "time", "experiment", "name", "rows", "finished", "machine"])
    #expect(rows[1][1] == "2026-11-21T05:00:00Z" && rows[1][4] == "18" && rows[1][5] == "true")
    #expect(rows[2][3] == SampleRuns.hostileName && rows[2][5] == "false")
  }

  @Test func `a run ID is never truncated on a terminal with 80 columns`() throws {
    let lines = try text("table", width: 80).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("20261121-050000-k3f9q0  unique") })
    #expect(lines.allSatisfy { CellWidth.width(of: String($0)) <= 80 })
    #expect(lines[2].contains("interrupted"))
    #expect(try text("table").contains("Test CPU <4 GHz>, 2 cores"))
  }

  @Test func `the JSON list of runs is an object with rows`() throws {
    let json = try JSON(parsing: Array(text("json").utf8))
    guard case .array(let rows)? = json["rows"] else {
      Issue.record("no rows")
      return
    }
    #expect(rows[0]["name"] == .null && rows[1]["finished"] == .bool(false))
  }
}
