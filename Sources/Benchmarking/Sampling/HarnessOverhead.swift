/// What measuring itself costs, in nanoseconds.
public struct HarnessOverhead: Hashable, Sendable {
  /// The smallest difference that two readings of the clock show.
  public let tick: UInt64

  /// One reading of the clock.
  public let reading: Double

  /// A batch of one iteration that does nothing.
  public let emptyBatch: Double

  /// One more iteration that does nothing, in a batch of many.
  public let emptyIteration: Double

  /// Measures, in some hundredths of a second; each figure is a median of 101.
  public static func measure(clock: any BenchmarkClock = SystemClock()) -> HarnessOverhead {
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

  /// Hidden from the optimiser, like the body of a trial in another module: the loop around it stays.
  @inline(never)
  @_optimize(none)
  private static func nothing() {}

  /// Labels and values for a table.
  public var lines: [(String, String)] {
    let shortest = BenchmarkRunner.leastTicks * tick
    let share = (emptyBatch / Double(shortest) * 10_000).rounded() / 100
    return [
      ("clock tick", "\(tick) ns"), ("reading the clock", Self.text(reading)),
      ("an empty batch", Self.text(emptyBatch)), ("an empty iteration", Self.text(emptyIteration)),
      ("shortest sample", "\(shortest) ns, of which measuring is \(share) %"),
    ]
  }

  private static func text(_ nanoseconds: Double) -> String {
    "\((nanoseconds * 10).rounded() / 10) ns"
  }
}
