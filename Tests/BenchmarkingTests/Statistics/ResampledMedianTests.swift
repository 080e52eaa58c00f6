import Basics
import Testing

@testable import Benchmarking

@Suite struct ResampledMedianTests {
  /// Compares the medians that `ResampledMedian` draws with the medians of actual resamples.
  @Test(arguments: [1, 2, 3, 4, 5, 8, 15, 50])
  func `drawn medians have the same distribution as medians of resamples`(count: Int) {
    let samples = (0..<count).map { Double(($0 * 7) % count) }
    let block = ResampledMedian(samples)
    #expect(block.median == Percentile.median(samples))
    var generator = SplitMix64(seed: 1)
    let draws = 10_000
    var fast = [Int](repeating: 0, count: 2 * count)
    var slow = fast
    for _ in 0..<draws {
      // Medians of an even number of samples can be half-integers.
      fast[Int(2 * block.draw(&generator))] += 1
      let resample = samples.map { _ in samples[generator.next(below: count)] }
      slow[Int(2 * Percentile.median(resample))] += 1
    }
    // This is a Kolmogorov-Smirnov test: for samples of the same distribution, the difference
    // exceeds the limit in one of 10,000 tests.
    var difference = 0
    var largest = 0
    for (a, b) in zip(fast, slow) {
      difference += a - b
      largest = max(largest, abs(difference))
    }
    #expect(Double(largest) / Double(draws) < 2.23 * (2 / Double(draws)).squareRoot())
  }

  @Test func `gamma-distributed numbers have the expected mean and variance`() {
    var generator = SplitMix64(seed: 2)
    for shape in [1.0, 2.5, 20] {
      let numbers = (0..<20_000).map { _ in generator.gamma(shape: shape) }
      let deviation = Dispersion.standardDeviation(numbers)
      #expect(abs(Dispersion.mean(numbers) / shape - 1) < 0.03)
      #expect(abs(deviation * deviation / shape - 1) < 0.08)
    }
  }

  @Test func `resampling ranks gives the same medians as resampling the samples`() throws {
    let blocks = [[1.0, 9, 4], [], [2.0, 8], [7.0]]
    let ranked = try #require(RankedBlocks([blocks]))
    #expect(ranked.median == Percentile.median([1, 9, 4, 2, 8, 7]))
    var generator = SplitMix64(seed: 3)
    let fast = ranked.resampledMedians(5_000, &generator)
    let filled = blocks.filter { !$0.isEmpty }
    let slow = (0..<5_000).map { _ in
      Percentile.median(
        filled.flatMap { _ in
          let block = filled[generator.next(below: filled.count)]
          return block.map { _ in block[generator.next(below: block.count)] }
        })
    }
    for place in [0.025, 0.25, 0.5, 0.75, 0.975] {
      let difference =
        Percentile.value(place, of: fast.sorted()) - Percentile.value(place, of: slow.sorted())
      #expect(abs(difference) <= 0.5)
    }
    #expect(RankedBlocks([[[], []]]) == nil)
  }
}
