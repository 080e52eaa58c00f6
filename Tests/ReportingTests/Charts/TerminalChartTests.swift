import Benchmarking
import Testing
import UnicodeText

@testable import Reporting

@Suite struct TerminalChartTests {
  private func lines(
    _ run: BenchmarkRun, _ width: Int, _ height: Int, isUTF8: Bool = true, isLinear: Bool = false
  ) throws -> [String] {
    let chart = try #require(Chart(run, isLinear: isLinear))
    return TerminalChart.lines(chart, width: width, height: height, usesUTF8: isUTF8)
      .map(\.plain)
  }

  @Test(arguments: [(80, 24), (120, 40), (40, 12), (200, 60), (30, 8), (5, 3), (1, 1), (0, 0)])
  func `a chart is no larger than its terminal`(width: Int, height: Int) throws {
    for chart in SampleCharts.all {
      for isUTF8 in [true, false] {
        let lines = TerminalChart.lines(chart, width: width, height: height, usesUTF8: isUTF8)
          .map(\.plain)
        #expect((1...max(1, height)).contains(lines.count))
        #expect(lines.allSatisfy { CellWidth.width(of: $0) <= max(1, width) })
        let text = lines.joined()
        #expect(!text.unicodeScalars.contains(where: ControlEscapes.isActive))
        #expect(isUTF8 || text.utf8.allSatisfy { $0 < 128 })
      }
    }
  }

  @Test func `each line has its own mark, and a legend names it`() throws {
    let text = try lines(SampleRuns.many(), 100, 30).joined(separator: "\n")
    for mark in ["●", "▲", "■", "◆", "○", "△", "□", "◇", "▼", "✚", "★"] {
      #expect(text.contains("\(mark) contender-"))
    }
    #expect(text.unicodeScalars.contains { (0x2801...0x28FF).contains($0.value) })
    let ascii = try lines(SampleRuns.many(), 100, 30, isUTF8: false).joined(separator: "\n")
    for mark in ["o", "x", "+", "#", "@", "%", "&", "=", "$", "v", "w"] {
      #expect(ascii.contains("\(mark) contender-"))
    }
  }

  @Test func `every series has its own color`() throws {
    let chart = try #require(Chart(SampleRuns.many(), isLinear: false))
    let lines = TerminalChart.lines(chart, width: 100, height: 30, usesUTF8: true)
    let roles = Set(lines.flatMap(\.runs).map(\.role)).filter { role in
      if case .series = role { true } else { false }
    }
    #expect(roles.count == 11)
    let style = TerminalStyle(width: 80, hasStyles: true)
    let colors = (0..<TextRole.seriesColors).map { style.opening(.series($0)) }
    #expect(Set(colors).count == TextRole.seriesColors)
  }

  @Test func `axes have labels, and lines rise with n`() throws {
    let lines = try lines(SampleRuns.paper(), 80, 24)
    #expect(lines.count == 24)
    #expect(lines[0].hasPrefix("unique: median time, logarithmic"))
    #expect(
      lines.contains { $0.hasPrefix("100 ms ┤") } && lines.contains { $0.hasPrefix("  1 ms ┤") })
    #expect(lines.contains { $0.contains("10k") && $0.contains("60k") })
    // At the right edge, the slower series is above the faster series.
    let set = try #require(lines.firstIndex { $0.contains("■") })
    let array = try #require(lines.firstIndex { $0.contains("✱") })
    #expect(array < set)
    #expect(lines.last?.contains("✱ several points overlap") == true)
  }

  @Test func `a cut-off is marked above its size and named`() throws {
    let lines = try lines(SampleRuns.hostile(), 80, 24)
    #expect(lines[1].contains("↑"))
    #expect(lines.contains { $0.contains("array-contains (↑ cut off at 64,000)") })
    let ascii = try self.lines(SampleRuns.hostile(), 80, 24, isUTF8: false)
    #expect(ascii[1].contains("^"))
  }

  @Test func `the length of a bar is proportional to its time`() throws {
    let lines = try lines(SampleRuns.load(), 80, 24, isLinear: true)
    let lengths = ["load", "fold", "trigram"].map { name in
      lines.first { $0.contains("\(name) │") }?.count { $0 == "█" } ?? 0
    }
    #expect(lengths[1] < lengths[0] && lengths[0] < lengths[2])
    #expect(abs(Double(lengths[0]) / Double(lengths[2]) - 0.6) < 0.03)
    let search = try self.lines(SampleRuns.search(), 80, 24)
    #expect(search.contains { $0.contains("swift-regex │cut off") })
  }

  @Test func `bars that do not fit are counted`() throws {
    let lines = try lines(SampleRuns.search(), 80, 8)
    #expect(lines.count == 8)
    #expect(lines[5] == "5 more bars do not fit")
  }

  @Test func `if there is too little space for a chart, a sentence says so`() throws {
    #expect(try lines(SampleRuns.paper(), 10, 24) == ["the termin"])
    #expect(try lines(SampleRuns.paper(), 80, 4) == ["the terminal is too small for a chart"])
  }
}
