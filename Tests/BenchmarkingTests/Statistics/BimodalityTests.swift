import Testing

@testable import Benchmarking

@Suite struct BimodalityTests {
  @Test func `samples with one mode are rarely reported as bimodal`() {
    var alarms = 0
    for seed in 0..<200 {
      var times = NoisyTimes(seed: UInt64(seed))
      let samples = (0..<(30 + seed)).map { _ in
        seed.isMultiple(of: 2) ? times.lognormal(0.2) : 10 + times.normal()
      }
      if Bimodality(samples.sorted()) != nil { alarms += 1 }
    }
    #expect(alarms <= 4)
  }

  @Test func `samples with two modes are reported as bimodal`() throws {
    for seed in 0..<50 {
      var times = NoisyTimes(seed: UInt64(seed))
      let samples = (0..<60).map { (number: Int) in
        (number.isMultiple(of: 3) ? 1.3 : 1.0) * times.lognormal(0.02)
      }
      let modes = try #require(Bimodality(samples.sorted()), "seed \(seed)")
      #expect(abs(modes.lower - 1) < 0.03 && abs(modes.upper - 1.3) < 0.04)
    }
  }

  @Test func `a few outliers are not a second mode`() {
    let samples = (0..<57).map { 1 + 0.001 * Double($0) } + [1.5, 1.5, 1.5]
    #expect(Bimodality(samples) == nil)
  }

  @Test func `two values that differ by one clock tick are not two modes`() {
    let samples = [Double](repeating: 1, count: 20) + [Double](repeating: 1.01, count: 20)
    #expect(Bimodality(samples) == nil)
  }

  @Test func `samples with exactly two values are bimodal`() throws {
    let samples = [Double](repeating: 1, count: 20) + [Double](repeating: 2, count: 20)
    let modes = try #require(Bimodality(samples))
    #expect(modes.lower == 1 && modes.upper == 2)
  }

  @Test func `equal samples and few samples have one mode`() {
    #expect(Bimodality([Double](repeating: 1, count: 50)) == nil)
    #expect(Bimodality([1, 1, 1, 2, 2, 2]) == nil)
    #expect(Bimodality([]) == nil)
  }
}
