import TestSupport
import Testing

@testable import Reporting

@Suite struct ChartScaleTests {
  private func labels(_ values: [Double], _ isLogarithmic: Bool, _ count: Int) -> [Double] {
    ChartScale(values, isLogarithmic: isLogarithmic).ticks(atMost: count).filter(\.isLabelled)
      .map(\.value)
  }

  @Test func `a linear axis starts at 0 and has steps of 1, 2 or 5`() {
    #expect(labels([3, 97], false, 6) == [0, 20, 40, 60, 80, 100])
    #expect(labels([0.004], false, 5) == [0, 0.001, 0.002, 0.003, 0.004])
    #expect(labels([12_000_000], false, 3) == [0, 5_000_000, 10_000_000])
  }

  @Test func `a logarithmic axis has powers of ten, with digits between them if they fit`() {
    #expect(labels([1e-6, 1], true, 8) == [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1])
    #expect(labels([1_000, 64_000], true, 8) == [1_000, 2_000, 5_000, 10_000, 20_000, 50_000])
    #expect(
      labels([10_000, 60_000], true, 8) == [10_000, 20_000, 30_000, 40_000, 50_000, 60_000])
    #expect(labels([1e-9, 1e9], true, 7) == [1e-9, 1e-6, 1e-3, 1, 1e3, 1e6, 1e9])
  }

  @Test func `an axis over a range within one digit still has labels`() {
    #expect(labels([0.0101, 0.0102], true, 6).count >= 2)
    #expect(labels([7], true, 6).count >= 2)
  }

  @Test func `larger values have higher positions on the axis`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<3_000 {
      let exponent = Double(random.below(24) - 12)
      let spread = Double(1 + random.below(1_000)) / 10
      let values = (0..<(1 + random.below(6))).map { _ in
        Logarithm.inverse(exponent) * (1 + spread * Double(random.below(1_000)) / 999)
      }.sorted()
      for isLogarithmic in [true, false] {
        let scale = ChartScale(values, isLogarithmic: isLogarithmic)
        let places = values.map(scale.position)
        #expect(places.allSatisfy { (0...1).contains($0) })
        #expect(places == places.sorted())
        let count = 2 + random.below(9)
        let ticks = scale.ticks(atMost: count)
        let labelled = ticks.count(where: \.isLabelled)
        #expect((1...count).contains(labelled), "\(values) \(isLogarithmic) \(count)")
        #expect(ticks.map(\.value) == ticks.map(\.value).sorted())
        #expect(ticks.allSatisfy { (-1e-9...1 + 1e-9).contains(scale.position($0.value)) })
      }
    }
  }

  @Test func `axis labels use the notation of the command line`() {
    #expect(
      [1, 999, 1_000, 2_500, 64_000, 1e6, 2e9].map(Chart.label(size:)) == [
        "1", "999", "1k", "2.5k", "64k", "1M", "2G",
      ])
    #expect(
      [0, 2e-9, 5e-6, 0.02, 1, 200].map(Chart.label(seconds:)) == [
        "0", "2 ns", "5 µs", "20 ms", "1 s", "200 s",
      ])
  }
}
