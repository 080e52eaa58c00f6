import Testing

@testable import Benchmarking

@Suite struct PercentileTests {
  @Test func `percentiles are interpolated between adjacent sorted samples`() {
    let sorted: [Double] = [1, 2, 3, 4]
    #expect(Percentile.value(0, of: sorted) == 1)
    #expect(Percentile.value(0.5, of: sorted) == 2.5)
    #expect(Percentile.value(0.9, of: sorted) == 3.7)
    #expect(Percentile.value(1, of: sorted) == 4)
  }

  @Test func `every percentile of a single sample is that sample`() {
    for p in [0, 0.01, 0.5, 0.99, 1] { #expect(Percentile.value(p, of: [7]) == 7) }
  }

  @Test func `the median accepts samples in any order`() {
    #expect(Percentile.median([3, 1, 2]) == 2)
    #expect(Percentile.median([9, 1, 4, 2]) == 3)
  }
}
