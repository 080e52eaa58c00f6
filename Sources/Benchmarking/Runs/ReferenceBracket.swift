#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The times of the reference workload before and after a group of trials, for each invocation.
///
/// An invocation is steady if both reference times are near the run's median reference time.
/// Otherwise, the machine was busy, or its frequency changed, while the group was sampled.
struct ReferenceBracket {
  /// The maximum relative difference between a reference time of a steady invocation and the run's
  /// median reference time.
  static let tolerance = 0.1

  /// The numbers of the steady invocations, in ascending order.
  let steady: [Int]

  /// The numbers of the invocations that have reference times both before and after the group.
  let bracketed: [Int]

  /// For each steady invocation, the blocks of reference times before and after the group.
  let blocks: [[[Double]]]

  /// Collects the reference times before and after `group` in `run`.
  init(_ group: Int, in run: BenchmarkRun) {
    let times = run.references.compactMap {
      time -> (time: BenchmarkRun.ReferenceTime, p50: Double)? in
      let samples = time.blocks.flatMap { $0 }
      return samples.isEmpty ? nil : (time, Percentile.median(samples))
    }
    guard !times.isEmpty else {
      steady = []
      bracketed = []
      blocks = []
      return
    }
    let usual = Percentile.median(times.map(\.p50))
    var steady: [Int] = []
    var bracketed: [Int] = []
    var blocks: [[[Double]]] = []
    for invocation in Set(times.map(\.time.invocation)).sorted() {
      let around = times.filter {
        $0.time.invocation == invocation && ($0.time.group == group || $0.time.group == group + 1)
      }
      guard around.count >= 2 else { continue }
      bracketed.append(invocation)
      if around.contains(where: { abs($0.p50 / usual - 1) > Self.tolerance }) { continue }
      steady.append(invocation)
      blocks.append(around.flatMap(\.time.blocks))
    }
    self.steady = steady
    self.bracketed = bracketed
    self.blocks = blocks
  }
}

/// How much the machine's speed changed between two runs, around one group of trials.
struct ReferenceDrift {
  /// The time of the reference workload in the changed run, divided by its time in the base.
  let ratio: Double

  /// The largest relative change within the 95 % interval of `ratio`.
  let maximum: Double

  /// Compares the reference times around a group; nil if a run has too few steady invocations.
  init?(_ base: ReferenceBracket, _ changed: ReferenceBracket, seed: UInt64) {
    guard
      let comparison = InvocationComparison(
        base.blocks, changed.blocks, pairing: .apart, seed: seed)
    else { return nil }
    ratio = comparison.ratio
    let interval = comparison.interval(level: Bootstrap.level)
    maximum = max(abs(interval.lowerBound - 1), abs(interval.upperBound - 1))
  }
}
