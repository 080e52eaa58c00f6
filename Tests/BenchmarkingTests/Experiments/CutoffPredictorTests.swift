import Testing

@testable import Benchmarking

@Suite struct CutoffPredictorTests {
  /// The size at which the predictor cuts off a workload that takes `time(size)`, and the sizes
  /// that the predictor probed.
  private func decide(
    cutoff: UInt64, sizes: [Int], time: @escaping (Int) -> Double
  ) -> (cutOff: Int?, probes: [Int]) {
    var predictor = CutoffPredictor(cutoff: cutoff)
    var probes: [Int] = []
    for size in sizes {
      let predicted = predictor.time(at: size) {
        probes.append($0)
        return UInt64(time($0))
      }
      if predicted > Double(cutoff) { return (size, probes) }
      predictor.add(size: size, nanoseconds: UInt64(time(size)))
    }
    return (nil, probes)
  }

  @Test(arguments: [1_000_000_000, 10_000_000_000, 100_000_000_000] as [UInt64])
  func `quadratic work stops at the first size that would take too long`(_ cutoff: UInt64) {
    let sizes = (0..<20).map { 1_000 << $0 }
    let time = { (size: Int) in Double(size) * Double(size) }
    let first = sizes.first { time($0) > Double(cutoff) }
    let decision = decide(cutoff: cutoff, sizes: sizes, time: time)
    #expect(decision.cutOff == first)
  }

  @Test func `a large size is cut off after probes that take less than the cut-off in total`() {
    let cutoff: UInt64 = 10_000_000_000
    let decision = decide(cutoff: cutoff, sizes: [10_000_000]) { Double($0) * Double($0) }
    #expect(decision.cutOff == 10_000_000)
    #expect(decision.probes.first == 1_000)
    #expect(decision.probes.map { Double($0) * Double($0) }.reduce(0, +) < Double(cutoff))
  }

  @Test func `linear work runs at every size`() {
    let sizes = (0..<14).map { 1_000 << $0 }
    #expect(decide(cutoff: 10_000_000_000, sizes: sizes) { Double($0) * 100 }.cutOff == nil)
    #expect(decide(cutoff: 10_000_000_000, sizes: [16_000_000]) { Double($0) * 100 }.cutOff == nil)
  }

  @Test func `work that becomes quadratic only at large sizes is still cut off`() {
    let decision = decide(cutoff: 1_000_000_000, sizes: [1_000_000]) {
      Double($0) * 100 + Double($0) * Double($0) / 100
    }
    #expect(decision.cutOff == 1_000_000)
  }

  @Test func `a single delayed probe does not cut off the work`() {
    var predictor = CutoffPredictor(cutoff: 1_000_000_000)
    var calls = 0
    let predicted = predictor.time(at: 1_000_000) {
      calls += 1
      return UInt64($0) * (calls == 1 ? 1_000_000 : 100)
    }
    #expect(predicted <= 1_000_000_000 && calls > 2)
  }

  @Test func `small sizes are not probed, and a probe without a time cuts off nothing`() {
    var predictor = CutoffPredictor(cutoff: 1)
    #expect(predictor.time(at: 1_000) { _ in 99 } == 0)
    #expect(predictor.time(at: 5_000) { _ in nil } == 0)
  }
}
