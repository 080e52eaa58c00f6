import Benchmarking
import Testing
import UnicodeText

@testable import Reporting

@Suite struct RunReportTests {
  private func lines(_ run: BenchmarkRun, width: Int? = nil, isUTF8: Bool = true) -> [String] {
    RunReport(run, isUTF8: isUTF8).lines(width.map { TerminalStyle(width: $0, isUTF8: isUTF8) })
  }

  /// The lines between a heading and the next empty line.
  private func section(_ heading: String, of lines: [String]) -> [String] {
    guard let start = lines.firstIndex(where: { $0.hasPrefix(heading) }) else { return [] }
    return Array(lines[(start + 1)...].prefix { !$0.isEmpty })
  }

  @Test func `rows appear below the title of their group`() throws {
    let lines = lines(SampleRuns.paper())
    let titles = lines.indices.filter { lines[$0].hasPrefix("n = ") }
    #expect(titles.count == 6)
    for title in titles {
      let names = lines[(title + 1)...(title + 3)].map { $0.prefix { $0 != " " } }
      #expect(names == ["array-contains", "append-if-unique", "set-then-array"])
    }
    #expect(lines.contains("int, ascending, 0 % duplicates"))
    #expect(lines.first == "unique 20261121-050000-k3f9q0")
  }

  @Test func `cut-off, disagreeing and doubtful rows are reported`() {
    let lines = lines(SampleRuns.hostile())
    let row = lines.first { $0.hasPrefix("array-contains") && $0.contains("cut off") }
    #expect(row?.contains("cut off at 64,000") == true)
    #expect(lines.contains { $0.contains("disagrees") })
    let notes = section("notes", of: lines).joined(separator: "\n")
    #expect(notes.contains("interrupted: "))
    #expect(notes.contains("the order is lost"))
    #expect(notes.contains("one run would take about 12 s"))
    #expect(notes.contains("it keeps 1 elements"))
    #expect(notes.contains("fewer than 30 samples"))
    #expect(notes.contains("the samples drift"))
    #expect(notes.contains("the samples cluster around two values"))
    #expect(notes.contains("outliers: "))
    #expect(notes.contains("bit-set is left out"))
    #expect(notes.contains("ratio: the p50 divided by the p50 of set-then-array"))
  }

  @Test func `growth is fitted, and a crossover outside the sizes is reported as extrapolated`() {
    let lines = lines(SampleRuns.paper())
    let growth = section("growth", of: lines)
    #expect(growth[1].hasPrefix("array-contains") && growth[1].contains("2.00"))
    #expect(growth[3].hasPrefix("set-then-array") && growth[3].contains("1.00"))
    let crossover = section("crossover", of: lines)
    #expect(crossover.count == 2)
    #expect(crossover[0].hasPrefix("array-contains is faster than set-then-array below about 3"))
    #expect(crossover[0].hasSuffix("; this size is extrapolated, not measured"))
  }

  @Test func `a growth fit over few sizes has no confidence interval`() {
    let growth = section("growth", of: lines(SampleRuns.paper(sizes: [10_000, 20_000, 30_000])))
    #expect(growth[1].hasPrefix("array-contains") && growth[1].contains(" - "))
    #expect(!growth.contains { $0.contains("[") })
    #expect(growth.last == "a 95 % interval needs at least 5 sizes")
    let enough = section("growth", of: lines(SampleRuns.paper()))
    #expect(enough[1].contains("[") && !enough.contains { $0.contains("at least") })
  }

  @Test func `a crossover within the sizes is reported`() {
    let lines = lines(SampleRuns.paper(sizes: [50, 100, 200, 400, 800, 1_600]))
    let crossover = section("crossover", of: lines)
    #expect(crossover.count == 2)
    #expect(crossover[0].hasPrefix("array-contains is faster than set-then-array below about 3"))
    #expect(crossover[0].hasSuffix("0 elements"), "it was measured")
  }

  @Test func `contenders that do not cross near the sizes are reported as faster or slower`() {
    let large = SampleRuns.paper(sizes: [1_000_000, 2_000_000, 4_000_000])
    let section = section("crossover", of: lines(large))
    #expect(
      section.first?.contains("is slower than set-then-array at every measured size (from 1,000,0")
        == true)
  }

  @Test func `the published table is shown next to ours, with its main claim`() {
    let lines = lines(SampleRuns.paper())
    let published = section("published in 2016", of: lines)
    #expect(published.count == 1 + 18 + 3)
    #expect(published[1].contains("0.015 s") && published[18].contains("0.007 s"))
    #expect(published[20].hasPrefix("in 2016, array-contains took 1.65 to 1.93 times as long"))
    #expect(published[21].hasSuffix("no difference is detected at any of 6 sizes"))
  }

  @Test func `the published table is omitted for other inputs than the published ones`() {
    var strings = SampleRuns.paper()
    for index in strings.measurements.indices {
      strings.measurements[index].labels["element"] = "string"
    }
    for run in [strings, SampleRuns.paper(sizes: [1_000]), SampleRuns.search()] {
      #expect(section("published", of: lines(run)).isEmpty)
    }
  }

  @Test func `a slower array-contains is reported`() throws {
    var run = SampleRuns.paper()
    for index in run.measurements.indices
    where run.measurements[index].labels["contender"] == "array-contains" {
      run.measurements[index].blocks = run.measurements[index].blocks.map { $0.map { $0 * 2 } }
    }
    let published = section("published in 2016", of: lines(run))
    #expect(published.last?.contains("slower at 6, faster at 0") == true)
  }

  @Test func `peak memory is shown for each size if it is known`() {
    var run = SampleRuns.paper()
    for index in run.measurements.indices {
      run.measurements[index].peakMemoryBytes = (index + 1) * 1_000_000
    }
    let reported = section("peak memory of the process", of: lines(run))
    #expect(reported.count == 4)
    #expect(reported[1].hasPrefix("array-contains") && reported[1].contains("1.0 MB"))
    for index in run.measurements.indices {
      run.measurements[index].peakMemoryBytes = 20_000_000
    }
    let same = section("peak memory of the process", of: lines(run))
    #expect(same.count == 2)
    #expect(same[1].hasPrefix("all contenders") && same[1].contains("20.0 MB"))
    for index in run.measurements.indices { run.measurements[index].peakMemoryBytes = nil }
    #expect(section("peak memory of the process", of: lines(run)).isEmpty)
  }

  @Test func `instructions per element are shown if they were counted`() {
    var run = SampleRuns.paper()
    let counted = section("instructions per element", of: lines(run))
    #expect(counted.count == 4 && counted[3].hasSuffix("95.0"))
    #expect(counted[1].contains("5,000") && counted[1].contains("30,000"))
    for index in run.measurements.indices { run.measurements[index].instructions = nil }
    #expect(section("instructions per element", of: lines(run)).isEmpty)
  }

  @Test(arguments: [20, 40, 60, 80, 120]) func `no row of a table is wider than the terminal`(
    width: Int
  ) {
    for run in [SampleRuns.paper(), SampleRuns.hostile(), SampleRuns.search(), SampleRuns.load()] {
      let names = Set(run.measurements.compactMap { $0.labels["contender"] ?? $0.labels["stage"] })
      let rows = lines(run, width: width).filter { line in
        line.contains(" ms  [") && names.contains { line.hasPrefix($0.prefix(3)) }
      }
      #expect(width < 60 || !rows.isEmpty)
      #expect(rows.allSatisfy { CellWidth.width(of: $0) <= width })
    }
  }

  @Test func `at 80 columns, a search shows names and times in full`() {
    let lines = lines(SampleRuns.search(), width: 80)
    #expect(lines.contains { $0.hasPrefix("searchbench trigram  20.") })
    #expect(lines.contains { $0.contains("corpus names: 34,924 records, 1.2 MB, SHA-256 ab12") })
    #expect(lines.contains("'arrow', 727 matches"))
  }

  @Test func `without UTF-8, units of time are ASCII`() {
    #expect(lines(SampleRuns.paper(), isUTF8: false).allSatisfy { $0.utf8.allSatisfy { $0 < 128 } })
  }

  @Test func `rows for several kinds of input have distinct labels`() {
    var run = SampleRuns.paper(sizes: [1_000, 2_000])
    var strings = run.measurements
    for index in strings.indices { strings[index].labels["element"] = "string" }
    run.measurements += strings
    let lines = lines(run)
    #expect(lines.contains("int, n = 1,000") && lines.contains("string, n = 2,000"))
    let experiment = ExperimentCatalog.unique
    let series = RunSeries.all(of: RunRow.rows(of: run), experiment).map(\.name)
    #expect(series.first == "array-contains int" && series.last == "set-then-array string")
  }

  @Test func `footnote letters continue after z`() {
    var footnotes = Footnotes()
    let marks = (0..<80).map { footnotes.mark(for: "\($0 % 60)") }
    #expect(marks[0] == "a" && marks[25] == "z" && marks[26] == "aa" && marks[53] == "bb")
    #expect(marks[60] == "a" && Set(marks).count == 60)
  }
}
