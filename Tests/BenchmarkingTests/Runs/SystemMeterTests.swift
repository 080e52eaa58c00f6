import Testing

@testable import Benchmarking

@Suite struct SystemMeterTests {
  @Test func `what is counted has a number, and what is not a sentence`() {
    let meter = SystemMeter()
    meter.start()
    var sum: UInt64 = 1
    for index in 0..<100_000 as Range<UInt64> { sum = sum &* 31 &+ index }
    Blackhole.consume(sum)
    let use = meter.stop()
    func isAbsent(_ name: String) -> Bool { meter.absences.contains { $0.contains(name) } }
    #expect((use.instructions == nil) == isAbsent("instructions"))
    #expect((use.cycles == nil) == isAbsent("cycles"))
    #expect((use.peakMemoryBytes == nil) == isAbsent("peak of memory"))
    if let instructions = use.instructions { #expect(instructions >= 100_000) }
    for sentence in meter.absences {
      #expect(sentence.contains(": ") && !sentence.hasSuffix("."))
      #expect(meter.summary.contains(sentence))
    }
    #expect(meter.summary.contains("peak memory") == (use.peakMemoryBytes != nil))
  }

  @Test func `the peak of memory begins anew with each start`() {
    let meter = SystemMeter()
    let size = 96 << 20
    meter.start()
    do {
      let pages = [UInt8](repeating: 1, count: size)
      Blackhole.consume(pages[size / 2])
    }
    guard let high = meter.stop().peakMemoryBytes else {
      #expect(!meter.absences.isEmpty)
      return
    }
    #expect(high >= size)
    meter.start()
    let low = meter.stop().peakMemoryBytes ?? .max
    #expect(low <= high - size / 2)
  }

  @Test func `a refusal of a counter is explained`() {
    #if os(Linux)
    #expect(SystemMeter.counterReason(13).contains("perf_event_paranoid"))
    #expect(SystemMeter.counterReason(2).contains("has no such counter"))
    #expect(SystemMeter.counterReason(38) == "the system has no such counters")
    #expect(SystemMeter.counterReason(22) == "invalid argument")
    #endif
    #expect(!SystemMeter.counterReason(12_345).isEmpty)
  }
}
