import Testing

@testable import Benchmarking

@Suite struct HarnessOverheadTests {
  @Test func `an empty batch costs as much as reading the clock`() {
    let overhead = HarnessOverhead.measure(clock: RunningClock(step: 50))
    #expect(overhead.tick == 1)
    // The measurement reads the clock a thousand times, and once more at the end.
    #expect(isClose(overhead.reading, 50.05))
    #expect(isClose(overhead.emptyBatch, 100.05))
    #expect(overhead.emptyIteration < 1)
    let lines = overhead.lines
    #expect(lines.map(\.1).prefix(3) == ["1 ns", "50.1 ns", "100.1 ns"])
    #expect(lines.last?.1 == "1000 ns, including 10.01 % overhead")
  }

  @Test func `the system's clock can be measured`() {
    let overhead = HarnessOverhead.measure()
    #expect(overhead.tick >= 1 && overhead.reading > 0)
    #expect(overhead.emptyBatch > 0 && overhead.emptyIteration >= 0)
    #expect(overhead.lines.count == 5)
  }
}
