import Testing

@testable import Benchmarking

@Suite struct SummaryVectorTests {
  @Test func `samples are summarized as in SciPy`() throws {
    let entries = try StatisticsVectors().entries("samples")
    #expect(entries.count == 6)
    for entry in entries {
      let samples = try entry.figures("values")
      let summary = try #require(Summary(blocks: [samples], seed: 1))
      #expect(summary.count == samples.count)
      #expect(summary.min == samples.min() && summary.max == samples.max())
      for (value, name) in [
        (summary.p50, "p50"), (summary.p90, "p90"), (summary.p99, "p99"), (summary.mean, "mean"),
        (summary.standardDeviation, "stddev"), (summary.medianAbsoluteDeviation, "mad"),
      ] {
        #expect(isClose(value, try entry.figure(name)), "\(name) of \(entry)")
      }
      #expect(summary.outliers == Int(try entry.figure("outliers")))
    }
  }

  @Test func `growth is fitted as in SciPy`() throws {
    let entries = try StatisticsVectors().entries("fits")
    #expect(entries.count == 3)
    for entry in entries {
      let fit = try #require(GrowthFit(try entry.points("points")))
      #expect(isClose(fit.exponent, try entry.figure("exponent"), within: 1e-10))
      #expect(isClose(fit.interval.lowerBound, try entry.figure("low"), within: 1e-9))
      #expect(isClose(fit.interval.upperBound, try entry.figure("high"), within: 1e-9))
      #expect(isClose(fit.logFactor, try entry.figure("log_factor"), within: 1e-10))
    }
  }
}
