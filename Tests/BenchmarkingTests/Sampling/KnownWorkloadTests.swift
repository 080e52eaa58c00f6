import Testing

@testable import Benchmarking

@Suite struct KnownWorkloadTests {
  @Test func `each workload has a name and can run`() {
    #expect(KnownWorkload.allCases.map(\.rawValue) == ["mix", "sum", "sort"])
    for workload in KnownWorkload.allCases {
      workload.run(iterations: 0)
      workload.run(iterations: 3)
    }
  }

  @Test(arguments: KnownWorkload.allCases)
  func `each workload can be sampled`(workload: KnownWorkload) throws {
    let clock = SimulatedClock()
    let work = workload.prepared()
    let trial = Trial(workload.rawValue, clock: clock) {
      work(1)
      clock.advance(by: 20_000_000)
    }
    let plan = SimulatedWork.plan { $0.budget = 100_000_000 }
    let sampled = BenchmarkRunner(plan, clock: clock).run([trial])[0]
    #expect(sampled.error == nil && sampled.blocks == [[0.02], [0.02], [0.02], [0.02], [0.02]])
    #expect(workload.trial(clock: clock).name == workload.rawValue)
  }

  @Test func `the reference workload is sampled in at least five blocks`() {
    let clock = RunningClock(step: 40_000_000)
    let blocks = ReferenceWorkload.sample(clock: clock)
    #expect(blocks.count >= 5)
    #expect(blocks.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 > 0 } })
    #expect(ReferenceWorkload.sample(clock: clock, isCancelled: { true }).isEmpty)
  }
}
