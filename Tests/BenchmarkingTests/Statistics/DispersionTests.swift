import Testing

@testable import Benchmarking

@Suite struct DispersionTests {
  @Test func `a few numbers have the expected mean and deviations`() {
    let samples: [Double] = [2, 4, 4, 4, 5, 5, 7, 9]
    #expect(Dispersion.mean(samples) == 5)
    // The variance is 32 / 7.
    #expect(isClose(Dispersion.standardDeviation(samples), (32.0 / 7).squareRoot()))
    #expect(Dispersion.medianAbsoluteDeviation(samples) == 0.5)
    #expect(Dispersion.standardDeviation([3]) == 0)
    #expect(Dispersion.medianAbsoluteDeviation([3]) == 0)
  }

  @Test func `a sample exactly on a Tukey fence is not an outlier`() {
    // The quartiles are 2 and 4, so the fences are -1 and 7.
    let fences = TukeyFences([1, 2, 3, 4, 5])
    #expect(fences.lower == -1 && fences.upper == 7)
    #expect(!fences.isOutlier(-1) && !fences.isOutlier(7))
    #expect(fences.isOutlier(-1.001) && fences.isOutlier(7.001))
  }

  @Test func `the robust spread of normal samples is their relative standard deviation`() {
    var times = NoisyTimes(seed: 5)
    for (count, tolerance) in [(3, 0.1), (5, 0.1), (10, 0.05), (1_000, 0.02)] {
      let repeats = max(4, 6_000 / count)
      let spreads = (0..<repeats).map { _ in
        Dispersion.robustSpread((0..<count).map { _ in 10 + times.normal() })
      }
      let mean = Dispersion.mean(spreads)
      #expect(abs(mean / 0.1 - 1) < tolerance, "\(count) samples: \(mean)")
    }
  }

  @Test func `one sample has no spread, and equal samples have no spread`() {
    #expect(Dispersion.robustSpread([3]) == 0)
    #expect(Dispersion.robustSpread([3, 3, 3, 3]) == 0)
  }
}
