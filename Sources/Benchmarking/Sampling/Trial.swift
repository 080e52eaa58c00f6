/// One thing to time.
///
/// Set-up is done before a trial is made; the workload consumes its answer itself (`Blackhole.consume`), so that
/// nothing is optimised away.
public struct Trial {
  /// Unique in its group.
  public let name: String

  /// Runs the workload so many times and returns what that took in nanoseconds.
  ///
  /// Most are made by `init(_:clock:body:)`, which reads a clock around the loop; a workload in another process is timed
  /// there, and its answer comes back over a pipe.
  public let sample: (_ iterations: Int) throws -> UInt64

  public init(_ name: String, sample: @escaping (_ iterations: Int) throws -> UInt64) {
    self.name = name
    self.sample = sample
  }

  /// A workload of this process.
  public init(_ name: String, clock: any BenchmarkClock, body: @escaping () -> Void) {
    self.init(name) { iterations in
      let start = clock.now()
      for _ in 0..<iterations { body() }
      return clock.now() - start
    }
  }
}

/// Takes what a workload computed, so that the compiler cannot leave the work out.
public enum Blackhole {
  @inline(never)
  @_optimize(none)
  public static func consume<T>(_ value: borrowing T) {}
}
