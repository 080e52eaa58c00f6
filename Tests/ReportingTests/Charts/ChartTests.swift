import Benchmarking
import Testing

@testable import Reporting

@Suite struct ChartTests {
  @Test func `a run of several sizes is drawn as lines`() throws {
    let chart = try #require(Chart(SampleRuns.paper()))
    guard case .lines(let series) = chart.content else {
      Issue.record("no lines")
      return
    }
    #expect(series.map(\.name) == ["array-contains", "append-if-unique", "set-then-array"])
    #expect(series.allSatisfy { $0.points.map(\.size) == [1e4, 2e4, 3e4, 4e4, 5e4, 6e4] })
    #expect(
      series.flatMap(\.points).allSatisfy {
        $0.interval.contains($0.seconds) && $0.interval.lowerBound > 0
      })
    #expect(chart.subtitle == "int, ascending, 0 % duplicates" && chart.sizeTitle == "n")
  }

  @Test func `a chart marks a cut-off at its size and omits disagreeing rows`() throws {
    let chart = try #require(Chart(SampleRuns.hostile()))
    guard case .lines(let series) = chart.content else {
      Issue.record("no lines")
      return
    }
    #expect(series.map(\.cutOffs) == [[64_000], [], []])
    #expect(series.map(\.points.count) == [2, 3, 3])
    #expect(chart.sizeScale.position(64_000) < 1)
    #expect(chart.alternative.contains("cut off at 64,000"))
  }

  @Test func `searches, loads and single sizes are drawn as bars`() throws {
    for run in [SampleRuns.search(), SampleRuns.load(), SampleRuns.paper(sizes: [1_000])] {
      let chart = try #require(Chart(run))
      guard case .bars(let groups) = chart.content else {
        Issue.record("no bars")
        continue
      }
      #expect(groups.flatMap(\.bars).count == run.measurements.count)
      let drawn = groups.flatMap(\.bars).filter { $0.seconds != nil }
      #expect(drawn.count == run.measurements.count { $0.status == .ok })
    }
    guard case .bars(let groups)? = Chart(SampleRuns.search())?.content else {
      Issue.record("no bars")
      return
    }
    #expect(groups.map(\.title).first == "'arrow', 727 matches")
    #expect(groups[0].bars.map(\.name)[1] == "searchbench trigram")
    #expect(groups[0].bars[3].remark == "cut off" && groups[0].bars[3].interval == nil)
  }

  @Test func `bars of similar times are proportional to the times`() throws {
    var run = SampleRuns.paper(sizes: [1_000])
    func setTimes(_ times: [Double]) {
      for index in run.measurements.indices {
        run.measurements[index].blocks = [[Double]](repeating: [times[index]], count: 3)
      }
    }
    setTimes([15.4e-6, 12.5e-6, 20e-6])
    let near = try #require(Chart(run))
    #expect(near.scaleText == "linear")
    let ratio = near.timeScale.position(15.4e-6) / near.timeScale.position(12.5e-6)
    #expect(abs(ratio - 15.4 / 12.5) < 1e-9)
    setTimes([15.4e-6, 12.5e-6, 20e-3])
    #expect(try #require(Chart(run)).scaleText == "logarithmic")
  }

  @Test func `each of up to 24 series has its own color and style`() {
    let styles = (0..<24).map(SVGPalette.style)
    #expect(Set(styles).count == 24)
    for style in styles { #expect(SVGPalette.style.contains(".\(style) {")) }
    let colors = SVGPalette.style.split(separator: "; }")[0].split(separator: ";")
      .filter { $0.contains("--c-") }.map { $0.split(separator: ":")[1] }
    #expect(colors.count == 28 && Set(colors).count == 28)
  }

  @Test func `a run without samples has no chart`() {
    #expect(Chart(SampleRuns.run("unique")) == nil)
    var run = SampleRuns.load()
    for index in run.measurements.indices { run.measurements[index].status = .disagrees }
    #expect(Chart(run) == nil)
  }

  @Test func `several kinds of input have separate series`() throws {
    var run = SampleRuns.paper(sizes: [1_000, 2_000])
    var others = run.measurements
    for index in others.indices { others[index].counts["duplicates"] = 50 }
    run.measurements += others
    guard case .lines(let series)? = Chart(run)?.content else {
      Issue.record("no lines")
      return
    }
    #expect(series.count == 6 && series[5].name == "set-then-array 50 % duplicates")
  }

  @Test func `zero times are omitted from logarithmic scales`() {
    var run = SampleRuns.load()
    run.measurements[0].blocks = [[0, 0, 0]]
    guard case .bars(let groups)? = Chart(run)?.content else {
      Issue.record("no bars")
      return
    }
    #expect(groups[0].bars[0].seconds == nil && groups[0].bars[0].remark == "no samples")
  }
}
