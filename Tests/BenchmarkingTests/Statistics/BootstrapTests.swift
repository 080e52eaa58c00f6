import Testing

@testable import Benchmarking

@Suite struct BootstrapTests {
  @Test func `the interval contains the median and depends only on the seed`() throws {
    var times = NoisyTimes(seed: 3)
    let blocks = times.blocks(within: 0.1)
    let interval = try #require(Bootstrap.interval(ofMedian: [blocks], seed: 7))
    #expect(interval.contains(Percentile.median(blocks.flatMap { $0 })))
    #expect(interval.lowerBound < interval.upperBound)
    #expect(Bootstrap.interval(ofMedian: [blocks], seed: 7) == interval)
    #expect(Bootstrap.interval(ofMedian: [blocks], seed: 8) != interval)
  }

  @Test func `about 95 of 100 intervals contain the true median`() throws {
    var hits = 0
    for seed in 0..<200 {
      var times = NoisyTimes(seed: UInt64(1_000 + seed))
      let blocks = times.blocks(5, of: 8, within: 0.1)
      let interval = try #require(Bootstrap.interval(ofMedian: [blocks], seed: UInt64(seed)))
      if interval.contains(1) { hits += 1 }
    }
    // The lower limit is four standard deviations below the expected count of 190. There is no upper
    // limit, because the intervals of two-level resampling are slightly too wide.
    #expect((178...200).contains(hits), "\(hits) of 200")
  }

  @Test func `differences between blocks widen the interval`() throws {
    func width(between: Double) throws -> Double {
      var times = NoisyTimes(seed: 11)
      let blocks = times.blocks(within: 0.02, between: between)
      let interval = try #require(Bootstrap.interval(ofMedian: [blocks], seed: 1))
      return interval.upperBound - interval.lowerBound
    }
    #expect(try width(between: 0.1) > 4 * width(between: 0))
  }

  @Test func `the interval of one sample is that sample, and no samples give no interval`() {
    #expect(Bootstrap.interval(ofMedian: [[[4]]], seed: 1) == 4...4)
    #expect(Bootstrap.interval(ofMedian: [[[], [4], []]], seed: 1) == 4...4)
    #expect(Bootstrap.interval(ofMedian: [[[], []]], seed: 1) == nil)
    #expect(Bootstrap.interval(ofMedian: [], seed: 1) == nil)
  }
}
