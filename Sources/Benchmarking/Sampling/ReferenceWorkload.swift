/// A fixed workload that is timed with each run, to distinguish a slower machine from slower code.
package enum ReferenceWorkload {
  /// Samples all known workloads for about a fifth of a second; returns seconds per iteration, by block.
  package static func sample(
    clock: any BenchmarkClock = SystemClock(), isCancelled: @escaping () -> Bool = { false }
  ) -> [[Double]] {
    let parts = KnownWorkload.allCases.map { $0.prepared() }
    let trial = Trial("reference", clock: clock) { for part in parts { part(20) } }
    var plan = SamplingPlan()
    plan.budget = 180_000_000
    plan.warmup = 20_000_000
    return BenchmarkRunner(plan, clock: clock, isCancelled: isCancelled).run([trial])[0].blocks
  }
}
