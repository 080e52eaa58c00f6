import Testing

@testable import Benchmarking

@Suite struct DriftTests {
  @Test func `samples without drift are rarely reported`() {
    var alarms = 0
    for seed in 0..<400 {
      var times = NoisyTimes(seed: UInt64(seed))
      let blocks = times.blocks(10, of: 5, within: 0.1)
      if Drift(blocks) != nil { alarms += 1 }
    }
    // At the significance level that `Drift` uses, one of a hundred runs without drift is a false
    // alarm.
    #expect(alarms <= 10)
  }

  @Test func `a slowdown of a tenth is detected`() throws {
    for seed in 0..<50 {
      var times = NoisyTimes(seed: UInt64(seed))
      let blocks = times.blocks(10, of: 20, within: 0.03).enumerated().map { number, block in
        block.map { $0 * (1 + 0.1 * Double(number) / 9) }
      }
      let drift = try #require(Drift(blocks), "seed \(seed)")
      #expect(drift.change > 1.04 && drift.change < 1.12)
    }
  }

  @Test func `a speedup is also reported as drift`() throws {
    let blocks = (0..<9).map { [Double(100 - $0)] }
    // The median of 100, 99 and 98 is 99; the median of 94, 93 and 92 is 93.
    #expect(isClose(try #require(Drift(blocks)).change, 93.0 / 99))
  }

  @Test func `an insignificant drift is not reported`() {
    let steady = (0..<10).map { [1 + 0.001 * Double($0)] }
    #expect(Drift(steady) == nil)
    let few = (0..<5).map { [1 + Double($0)] }
    #expect(Drift(few) == nil)
    #expect(Drift([]) == nil)
    #expect(Drift([[Double]](repeating: [2, 2], count: 10)) == nil)
    #expect(Drift([[Double]](repeating: [], count: 10)) == nil)
    #expect(Drift([[Double]](repeating: [0], count: 10)) == nil)
  }
}
