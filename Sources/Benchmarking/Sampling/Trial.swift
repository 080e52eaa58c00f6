/// A workload to time.
///
/// Prepare the inputs of a workload before creating the trial. The workload must consume its own
/// result (`Blackhole.consume`), so that the compiler cannot remove the workload.
package struct Trial {
  /// A name that is unique in its group.
  package let name: String

  /// Runs the workload `iterations` times, and returns the total nanoseconds.
  ///
  /// `init(_:clock:body:)` creates a closure that reads a clock before and after the loop. A
  /// workload in another process is timed in that process, which sends the result over a pipe.
  package let sample: (_ iterations: Int) throws -> UInt64

  package init(_ name: String, sample: @escaping (_ iterations: Int) throws -> UInt64) {
    self.name = name
    self.sample = sample
  }

  /// A copy of the trial that takes longer by the fraction `share`, for tests of verdicts.
  func slowed(by share: Double, clock: any BenchmarkClock) -> Trial {
    guard share > 0 else { return self }
    return Trial(name) { iterations in
      let elapsed = try sample(iterations)
      let start = clock.now()
      let end = start + UInt64(min(Double(elapsed) * share, 1e18))
      while clock.now() < end {}
      return elapsed + (clock.now() - start)
    }
  }

  /// Creates a trial of a workload in this process.
  package init(_ name: String, clock: any BenchmarkClock, body: @escaping () -> Void) {
    self.init(name) { iterations in
      let start = clock.now()
      for _ in 0..<iterations { body() }
      return clock.now() - start
    }
  }
}

/// Consumes a computed value, so that the compiler cannot remove the computation.
package enum Blackhole {
  @inline(never)
  @_optimize(none)
  package static func consume<T>(_ value: borrowing T) {}
}
