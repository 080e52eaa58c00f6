internal import Basics
internal import CSystem
internal import Synchronization
internal import System

/// Counts the instructions of all threads of this process, if Valgrind's tool Callgrind runs the
/// process.
///
/// Unlike times, the counts hardly change if other processes load the machine. Callgrind runs
/// programs about 50 times slower, and does not support AVX-512.
package final class CallgrindMeter: ResourceMeter, Sendable {
  /// The path given to Callgrind with `--callgrind-out-file`; Callgrind appends `.1`, `.2` and so
  /// on.
  private let path: String
  private let dumps = Atomic(0)

  /// Creates a meter; nil if Valgrind does not run this process.
  package init?(path: String) {
    guard csys_runs_in_valgrind() != 0 else { return nil }
    self.path = path
  }

  package func start() { csys_callgrind_begin() }

  package func stop() -> ResourceUse {
    csys_callgrind_end()
    let file = "\(path).\(dumps.add(1, ordering: .relaxed).newValue)"
    let counts = Platform.text(of: file, upTo: 1 << 26)
    Platform.remove(file)
    return ResourceUse(instructions: counts.flatMap(Self.total))
  }

  /// The total number of instructions in a file that Callgrind wrote; nil if the file has no total.
  static func total(_ counts: String) -> UInt64? {
    for line in counts.pieces(separatedBy: "\n").reversed() where line.hasPrefix("totals: ") {
      return UInt64(line.dropFirst("totals: ".count))
    }
    return nil
  }
}

/// A clock that advances by one millisecond at each reading.
///
/// With this clock, the number of iterations of a trial does not depend on the duration of an
/// iteration.
package final class SteppingClock: BenchmarkClock {
  package let tick: UInt64 = 1
  private let time = Atomic<UInt64>(0)

  package init() {}

  package func now() -> UInt64 { time.add(1_000_000, ordering: .relaxed).newValue }
}

extension ExperimentContext {
  /// Counts instructions instead of timing trials: three iterations of each trial, after two
  /// uncounted iterations.
  package mutating func count(with meter: CallgrindMeter) {
    self.meter = meter
    clock = SteppingClock()
    plan.budget = 1
    plan.warmup = 2_000_000
    plan.minimumSamples = 3
    plan.blocks = 1
    plan.minimumBlocks = 1
    plan.cutoff = .max
    onReference = nil
  }
}
