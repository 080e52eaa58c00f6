import Testing

@testable import Benchmarking

@Suite struct ClockTests {
  @Test func `the system's clock never goes back and has a tick`() {
    let clock = SystemClock()
    #expect(clock.tick >= 1 && clock.tick < 1_000_000_000)
    var last = clock.now()
    for _ in 0..<10_000 {
      let now = clock.now()
      #expect(now >= last)
      last = now
    }
  }

  @Test func `the simulated clock moves only when it is advanced`() {
    let clock = SimulatedClock(tick: 5)
    #expect(clock.tick == 5 && clock.now() == 0 && clock.now() == 0)
    clock.advance(by: 7)
    clock.advance(by: 3)
    #expect(clock.now() == 10)
    #expect(SimulatedClock(tick: 0).tick == 1)
  }

  @Test func `an in-process trial reads the clock before and after its loop`() throws {
    let clock = SimulatedClock()
    let trial = Trial("a", clock: clock) { clock.advance(by: 3) }
    clock.advance(by: 1_000)
    #expect(try trial.sample(5) == 15)
    #expect(try trial.sample(0) == 0)
  }
}
