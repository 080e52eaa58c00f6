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

  @Test func `two short runs at sizes close together do not predict fast growth`() {
    var predictor = CutoffPredictor(cutoff: 10_000_000_000)
    predictor.add(size: 7, nanoseconds: 200)
    predictor.add(size: 10, nanoseconds: 5_000)
    var probes = 0
    let predicted = predictor.time(at: 1_000) {
      probes += 1
      return UInt64($0) * 40
    }
    // Even quadratic growth from 5 µs stays far below 10 s, so nothing needs to be probed.
    #expect(predicted <= 50_000_000 && probes == 0)
  }

  @Test func `the constant costs of a short run are not multiplied by the size`() {
    let decision = decide(cutoff: 10_000_000_000, sizes: [1, 10_000_000]) {
      2_000 + 5 * Double($0)
    }
    #expect(decision.cutOff == nil)
  }

  @Test func `linear work that becomes slower once is not taken for quadratic work`() {
    let decision = decide(cutoff: 10_000_000_000, sizes: [20_000_000]) {
      Double($0) * ($0 < 100_000 ? 25 : 100)
    }
    #expect(decision.cutOff == nil)
  }

  @Test func `quadratic work is cut off at a large size after two small sizes close together`() {
    let cutoff: UInt64 = 10_000_000_000
    let decision = decide(cutoff: cutoff, sizes: [7, 10, 1_000_000]) { Double($0) * Double($0) }
    #expect(decision.cutOff == 1_000_000)
    #expect(decision.probes.map { Double($0) * Double($0) }.reduce(0, +) < Double(cutoff) / 10)
  }

  @Test func `small sizes are not probed, and a probe without a time cuts off nothing`() {
    var predictor = CutoffPredictor(cutoff: 1)
    #expect(predictor.time(at: 1_000) { _ in 99 } == 0)
    #expect(predictor.time(at: 5_000) { _ in nil } == 0)
  }
}
