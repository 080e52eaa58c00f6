import System
import Testing

@testable import Benchmarking

@Suite struct SystemMeterTests {
  /// The values of the counters; nil for each counter that this system does not provide.
  private static let reported: ResourceUse = {
    let meter = SystemMeter()
    meter.start()
    return meter.stop()
  }()

  @Test func `a counter has a value, or a message if it is not available`() {
    let meter = SystemMeter()
    meter.start()
    var sum: UInt64 = 1
    for index in 0..<100_000 as Range<UInt64> { sum = sum &* 31 &+ index }
    Blackhole.consume(sum)
    let use = meter.stop()
    func isAbsent(_ name: String) -> Bool { meter.absences.contains { $0.contains(name) } }
    #expect((use.instructions == nil) == isAbsent("instructions"))
    #expect((use.cycles == nil) == isAbsent("cycles"))
    #expect((use.peakMemoryBytes == nil) == isAbsent("peak memory"))
    for sentence in meter.absences {
      #expect(sentence.contains(": ") && !sentence.hasSuffix("."))
      #expect(meter.summary.contains(sentence))
    }
    #expect(meter.summary.contains("peak memory") == (use.peakMemoryBytes != nil))
  }

  @Test(.enabled(if: reported.instructions != nil, "the system counts no instructions"))
  func `instructions are counted`() throws {
    let meter = SystemMeter()
    meter.start()
    var sum: UInt64 = 1
    for index in 0..<100_000 as Range<UInt64> { sum = sum &* 31 &+ index }
    Blackhole.consume(sum)
    #expect(try #require(meter.stop().instructions) >= 100_000)
  }

  @Test(.enabled(if: reported.peakMemoryBytes != nil, "the system does not report peak memory"))
  func `peak memory is reset at each start`() throws {
    let meter = SystemMeter()
    let size = 96 << 20
    // Other tests use memory in the same process, so one success in 20 attempts is enough.
    let isSeen = try (0..<20).contains { _ in
      meter.start()
      do {
        let pages = [UInt8](repeating: 1, count: size)
        Blackhole.consume(pages[size / 2])
      }
      let high = try #require(meter.stop().peakMemoryBytes)
      #expect(high >= size)
      meter.start()
      let low = meter.stop().peakMemoryBytes ?? .max
      return low <= high - size / 2
    }
    #expect(isSeen)
  }

  @Test func `a message explains why the system refuses a counter`() {
    #if os(Linux)
    #expect(SystemMeter.counterReason(SystemError(code: 13)).contains("perf_event_paranoid"))
    #expect(SystemMeter.counterReason(SystemError(code: 2)).contains("has no such counter"))
    #expect(SystemMeter.counterReason(SystemError(code: 38)) == "the system has no such counters")
    #expect(SystemMeter.counterReason(SystemError(code: 22)) == "invalid argument")
    #endif
    #expect(!SystemMeter.counterReason(SystemError(code: 12_345)).isEmpty)
  }
}
