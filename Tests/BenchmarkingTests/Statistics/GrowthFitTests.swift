import Testing

@testable import Benchmarking

@Suite struct GrowthFitTests {
  @Test func `an exact power law is fitted with its exponent and no uncertainty`() throws {
    let points = [1.0, 2, 4, 8].map { (size: $0, seconds: 3 * $0 * $0) }
    let fit = try #require(GrowthFit(points))
    #expect(isClose(fit.exponent, 2))
    #expect(isClose(fit.logFactor, 1.098_612_288_668_109_8))
    #expect(fit.interval.upperBound - fit.interval.lowerBound < 1e-6)
  }

  @Test(
    arguments: [
      [], [(1, 1)], [(1, 1), (2, 2)], [(5, 1), (5, 2), (5, 3)], [(1, 1), (2, 0), (3, 3)],
      [(0, 1), (2, 2), (3, 3)], [(-1, 1), (2, 2), (3, 3)],
    ] as [[(Double, Double)]])
  func `there is no fit without enough distinct points`(points: [(Double, Double)]) {
    #expect(GrowthFit(points.map { (size: $0.0, seconds: $0.1) }) == nil)
  }
}
