import Testing

@testable import Benchmarking

@Suite struct ComparisonTests {
  @Test func `a large slowdown and a large speedup are both found`() throws {
    var times = NoisyTimes(seed: 2)
    let base = times.blocks(within: 0.02)
    let changed = times.blocks(seconds: 1.2, within: 0.02)
    let slower = try #require(Comparison(base, changed, seed: 1))
    #expect(slower.verdict == .slower && abs(slower.ratio - 1.2) < 0.02)
    #expect(slower.interval.contains(slower.ratio) && !slower.interval.contains(1))
    let faster = try #require(Comparison(changed, base, seed: 1))
    #expect(faster.verdict == .faster && abs(faster.ratio - 1 / 1.2) < 0.02)
  }

  @Test func `a comparison depends only on the seed`() throws {
    var times = NoisyTimes(seed: 4)
    let base = times.blocks(within: 0.05)
    let changed = times.blocks(within: 0.05)
    let first = Comparison(base, changed, seed: 1)
    #expect(first == Comparison(base, changed, seed: 1))
    #expect(first != Comparison(base, changed, seed: 2))
  }

  @Test func `a change below 2 % gets no verdict, even if it is statistically certain`() throws {
    let base = [[Double]](repeating: [1, 1, 1], count: 10)
    let changed = [[Double]](repeating: [1.015, 1.015, 1.015], count: 10)
    let comparison = try #require(Comparison(base, changed, seed: 1))
    #expect(!comparison.interval.contains(1) && comparison.threshold == 0.02)
    #expect(comparison.verdict == .same)
  }

  @Test func `a machine slowdown adds no spread if both programs ran alternately`() throws {
    var times = NoisyTimes(seed: 6)
    let levels = (0..<10).map { _ in times.lognormal(0.1) }
    let base = levels.map { level in (0..<20).map { _ in level * times.lognormal(0.01) } }
    let changed = levels.map { level in
      (0..<20).map { _ in 1.05 * level * times.lognormal(0.01) }
    }
    let interleaved = try #require(Comparison(base, changed, seed: 1))
    #expect(interleaved.verdict == .slower && interleaved.spread < 0.02)
  }

  @Test func `unpaired blocks are omitted if both programs ran alternately`() throws {
    var times = NoisyTimes(seed: 8)
    let base = times.blocks(10, within: 0.02)
    let changed = times.blocks(6, within: 0.02)
    let comparison = Comparison(base, changed, seed: 1)
    #expect(comparison != nil)
    #expect(
      comparison == Comparison(Array(base[..<6]), changed, seed: 1))
  }

  @Test func `there is no comparison without samples or with a time of 0`() {
    #expect(Comparison([], [[1]], seed: 1) == nil)
    #expect(Comparison([[1]], [[], []], seed: 1) == nil)
    #expect(Comparison([[0]], [[1]], seed: 1) == nil)
    #expect(Comparison([[1]], [[1, 0]], seed: 1) == nil)
  }

  @Test func `fewer than three blocks give a ratio but no verdict`() throws {
    var times = NoisyTimes(seed: 9)
    for count in 1...3 {
      let base = times.blocks(count, of: 30, within: 0.01)
      let changed = times.blocks(count, of: 30, seconds: 2, within: 0.01)
      let comparison = try #require(Comparison(base, changed, seed: 1))
      #expect(abs(comparison.ratio - 2) < 0.05)
      #expect(comparison.interval.lowerBound < comparison.interval.upperBound)
      #expect(comparison.verdict == (count < 3 ? .same : .slower))
    }
  }
}
