/// The overhead of the benchmark harness, in nanoseconds.
package struct HarnessOverhead: Hashable, Sendable {
  /// The smallest difference between two readings of the clock.
  package let tick: UInt64

  /// The cost of reading the clock.
  package let reading: Double

  /// The cost of a batch with one empty iteration.
  package let emptyBatch: Double

  /// The cost of each additional empty iteration in a large batch.
  package let emptyIteration: Double

  /// Measures the overhead in a few hundredths of a second; each value is a median of 101 samples.
  package static func measure(clock: any BenchmarkClock = SystemClock()) -> HarnessOverhead {
    let empty = Trial("empty", clock: clock, body: Self.nothing)
    func nanoseconds(_ body: () -> Void) -> Double {
      median {
        let start = clock.now()
        for _ in 0..<1_000 { body() }
        return Double(clock.now() - start) / 1_000
      }
    }
    return HarnessOverhead(
      tick: clock.tick, reading: nanoseconds { Blackhole.consume(clock.now()) },
      emptyBatch: nanoseconds { _ = try? empty.sample(1) },
      emptyIteration: median { Double((try? empty.sample(10_000)) ?? 0) / 10_000 })
  }

  private static func median(_ sample: () -> Double) -> Double {
    Percentile.median((0..<101).map { _ in sample() })
  }

  /// Does nothing, but is opaque to the optimizer, which therefore keeps the loop around the call.
  @inline(never)
  @_optimize(none)
  private static func nothing() {}

  /// The label and the value of each line of the table that shows the overhead.
  package var lines: [(String, String)] {
    let shortest = BenchmarkRunner.minimumTicks * tick
    let share = (emptyBatch / Double(shortest) * 10_000).rounded() / 100
    return [
      ("clock tick", "\(tick) ns"), ("reading the clock", Self.text(reading)),
      ("an empty batch", Self.text(emptyBatch)), ("an empty iteration", Self.text(emptyIteration)),
      ("shortest sample", "\(shortest) ns, including \(share) % overhead"),
    ]
  }

  private static func text(_ nanoseconds: Double) -> String {
    "\((nanoseconds * 10).rounded() / 10) ns"
  }
}
