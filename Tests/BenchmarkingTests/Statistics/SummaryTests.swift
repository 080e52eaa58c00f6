import Testing

@testable import Benchmarking

@Suite struct SummaryTests {
  @Test func `there is no summary without samples`() {
    #expect(Summary(blocks: [], seed: 1) == nil)
    #expect(Summary(blocks: [[], []], seed: 1) == nil)
  }

  @Test func `a summary of a single sample has all statistics`() throws {
    let summary = try #require(Summary(blocks: [[2]], seed: 1))
    #expect(summary.count == 1 && summary.p50 == 2 && summary.p99 == 2 && summary.mean == 2)
    #expect(summary.standardDeviation == 0 && summary.interval == 2...2)
    #expect(summary.notes == ["only 1 sample; at least 30 are recommended"])
  }

  @Test func `too few samples are reported`() throws {
    var times = NoisyTimes(seed: 1)
    let few = try #require(Summary(blocks: times.blocks(1, of: 29, within: 0.01), seed: 1))
    #expect(few.notes == ["only 29 samples; at least 30 are recommended"])
    let enough = try #require(Summary(blocks: times.blocks(1, of: 30, within: 0.01), seed: 1))
    #expect(enough.notes.isEmpty && !enough.isDrifting && !enough.isBimodal)
  }

  @Test func `a drift is reported`() throws {
    let blocks: [[Double]] = (0..<10).map { (number: Int) -> [Double] in
      let level = 1 + 0.02 * Double(number)
      return [level, level + 0.001, level + 0.002, level + 0.003, level + 0.004]
    }
    let slower = try #require(Summary(blocks: blocks, seed: 1))
    #expect(slower.isDrifting)
    #expect(slower.notes == ["the samples drift: the end is 14 % slower than the beginning"])
    let faster = try #require(Summary(blocks: blocks.reversed(), seed: 1))
    #expect(faster.notes == ["the samples drift: the end is 12 % faster than the beginning"])
  }

  @Test func `two modes are reported`() throws {
    let blocks = [[Double]](repeating: [1, 1.01, 1.02, 1.5, 1.51, 1.52], count: 6)
    let summary = try #require(Summary(blocks: blocks, seed: 1))
    #expect(summary.isBimodal && summary.modes == [1.01, 1.51])
    #expect(summary.notes == ["the samples cluster around two values, 50 % apart"])
  }
}
