/// A fixed workload that is timed before and after each group of trials, to distinguish a slower
/// machine from slower code.
package enum ReferenceWorkload {
  /// Samples all known workloads for about 0.05 s; returns the seconds per iteration in each block.
  package static func sample(
    clock: any BenchmarkClock = SystemClock(), isCancelled: @escaping () -> Bool = { false }
  ) -> [[Double]] {
    let parts = KnownWorkload.allCases.map { $0.prepared() }
    let trial = Trial("reference", clock: clock) { for part in parts { part(20) } }
    var plan = SamplingPlan()
    plan.budget = 40_000_000
    plan.blocks = 5
    plan.warmup = 10_000_000
    return BenchmarkRunner(plan, clock: clock, isCancelled: isCancelled).run([trial])[0].blocks
  }
}
