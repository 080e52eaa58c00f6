import Testing

@testable import Benchmarking

@Suite struct CrossoverTests {
  private func points(
    _ sizes: [Double], _ seconds: (Double) -> Double
  ) -> [(size: Double, seconds: Double)] {
    sizes.map { (size: $0, seconds: seconds($0)) }
  }

  @Test func `two power laws cross where they are equal`() throws {
    let sizes: [Double] = [10, 100, 1_000, 10_000]
    let square = points(sizes) { $0 * $0 }
    let line = points(sizes) { 300 * $0 }
    #expect(isClose(try #require(Crossover.size(square, line)), 300))
  }

  @Test func `near the measured sizes, the fitted lines give the crossover`() throws {
    let sizes: [Double] = [100, 200, 400]
    let square = points(sizes) { $0 * $0 }
    for size in [2.0, 20, 900, 30_000] {
      let found = try #require(Crossover.size(square, points(sizes) { size * $0 }))
      #expect(isClose(found, size, within: 1e-9))
    }
    #expect(Crossover.size(square, points(sizes) { 0.05 * $0 }) == nil)
    #expect(Crossover.size(square, points(sizes) { 900_000 * $0 }) == nil)
    #expect(Crossover.size(points([100, 200]) { $0 * $0 }, points([100, 200]) { 20 * $0 }) == nil)
  }

  @Test func `there is no crossover if one contender is faster at every size`() {
    let sizes: [Double] = [10, 20, 40]
    #expect(Crossover.size(points(sizes) { $0 }, points(sizes) { $0 * $0 }) == nil)
    #expect(Crossover.size(points(sizes) { $0 }, points(sizes) { 2 * $0 }) == nil)
    #expect(Crossover.size(points(sizes) { 1e9 * $0 * $0 }, points(sizes) { $0 }) == nil)
  }

  @Test func `only sizes that both contenders have affect the crossover, in any order`() throws {
    let square: [(size: Double, seconds: Double)] = [(40, 1_600), (10, 100), (15, 0.001)]
    let line: [(size: Double, seconds: Double)] = [(10, 200), (40, 800), (30, 1)]
    #expect(isClose(try #require(Crossover.size(square, line)), 20))
  }

  @Test func `there is no crossover without at least two common sizes`() {
    #expect(Crossover.size([], []) == nil)
    #expect(Crossover.size([(1, 1)], [(2, 1)]) == nil)
    #expect(Crossover.size([(1, 1), (2, 8)], [(1, 2)]) == nil)
  }
}
