import Searching
import Testing

@testable import Shell

@Suite struct TimingLogTests {
  /// The expected values were computed by hand.
  ///
  /// Among n sorted values, the p-th percentile is the value whose rank is p·n/100, rounded up.
  @Test(
    arguments: [
      ([7], 50, 7), ([7], 99, 7), ([1, 2], 50, 1), ([1, 2], 51, 2), ([1, 2, 3], 50, 2),
      ([1, 2, 3, 4], 50, 2), ([1, 2, 3, 4], 75, 3), ([1, 2, 3, 4], 76, 4),
      ([15, 20, 35, 40, 50], 30, 20), ([15, 20, 35, 40, 50], 40, 20),
      ([15, 20, 35, 40, 50], 50, 35),
      ([15, 20, 35, 40, 50], 100, 50), (Array(1...10), 90, 9), (Array(1...10), 99, 10),
      (Array(1...100), 99, 99), (Array(1...100), 1, 1), (Array(1...101), 99, 100),
    ] as [([UInt64], Int, UInt64)])
  func `percentiles are computed as nearest ranks`(values: [UInt64], percent: Int, expected: UInt64)
  {
    #expect(TimingLog.percentile(percent, of: values) == expected)
  }

  private func entry(
    _ text: String, by strategy: String = "substring", in scope: [String] = ["a"], _ time: UInt64
  ) -> TimingLog.Entry {
    TimingLog.Entry(query: Query(text, by: strategy), scope: scope, nanoseconds: time)
  }

  @Test func `a repetition is the same query on the same corpora`() {
    let first = entry("x", 1)
    #expect(first.isRepeat(of: entry("x", 9)))
    #expect(!first.isRepeat(of: entry("y", 1)))
    #expect(!first.isRepeat(of: entry("x", by: "prefix", 1)))
    #expect(!first.isRepeat(of: entry("x", in: ["a", "b"], 1)))
  }

  @Test func `the timing log sorts durations, and lists strategies in order of first use`() {
    var log = TimingLog()
    for (strategy, time) in [("regex", 30), ("bool", 5), ("regex", 10)] as [(String, UInt64)] {
      log.append(entry("x", by: strategy, time))
    }
    #expect(log.strategies == ["regex", "bool"])
    #expect(log.durations { _ in true } == [5, 10, 30])
    #expect(log.durations { $0.query.strategy.name == "regex" } == [10, 30])
  }

  @Test func `the oldest entries are removed when the log is full`() {
    var log = TimingLog()
    for time in 0...UInt64(TimingLog.capacity) { log.append(entry("x", time)) }
    #expect(log.entries.count == TimingLog.capacity / 2 + 1)
    #expect(log.entries.last?.nanoseconds == UInt64(TimingLog.capacity))
    #expect(log.entries.first?.nanoseconds == UInt64(TimingLog.capacity / 2))
  }
}
