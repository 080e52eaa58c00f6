import Testing

@testable import Benchmarking

@Suite struct BenchmarkRunnerTests {
  @Test(arguments: [1, 20, 1_000] as [UInt64])
  func `a batch is long enough for the clock's resolution, and not much longer`(tick: UInt64) {
    for nanoseconds: UInt64 in [1, 7, 900, 30_000, 5_000_000] {
      let work = SimulatedWork(tick: tick)
      let sampled = work.run([work.trial("a", nanoseconds: nanoseconds)], SimulatedWork.plan())[0]
      let length = UInt64(sampled.batch) * nanoseconds
      #expect(length >= 1_000 * tick)
      #expect(sampled.batch == 1 || length < 3_000 * tick + nanoseconds)
      #expect(work.batches["a"]?.last == sampled.batch)
    }
  }

  @Test func `each sample is the time of one iteration in seconds`() {
    let work = SimulatedWork(tick: 1)
    let sampled = work.run([work.trial("a", nanoseconds: 50)], SimulatedWork.plan())[0]
    #expect(sampled.batch > 1)
    #expect(sampled.blocks.allSatisfy { $0.allSatisfy { isClose($0, 50e-9) } })
  }

  @Test func `the warm-up takes as long as requested`() {
    let work = SimulatedWork()
    let plan = SimulatedWork.plan { $0.warmup = 50_000_000 }
    let sampled = work.run([work.trial("a", nanoseconds: 1_000_000)], plan)[0]
    #expect((work.batches["a"]?.count ?? 0) - sampled.count == 50)
  }

  @Test func `the time budget is spent on samples, up to a useful maximum`() {
    let work = SimulatedWork()
    let slow = work.run([work.trial("a", nanoseconds: 10_000_000)], SimulatedWork.plan())[0]
    #expect(slow.count == 100 && slow.blocks.count == 10)
    let fast = work.run([work.trial("b", nanoseconds: 100_000)], SimulatedWork.plan())[0]
    #expect(fast.count == 1_000 && fast.blocks.allSatisfy { $0.count == 100 })
  }

  @Test func `30 samples are taken if the budget allows, otherwise fewer`() {
    let work = SimulatedWork()
    let enough = work.run([work.trial("a", nanoseconds: 33_000_000)], SimulatedWork.plan())[0]
    #expect(enough.count == 30)
    let fewer = work.run([work.trial("b", nanoseconds: 70_000_000)], SimulatedWork.plan())[0]
    #expect(fewer.count == 14 && fewer.blocks.count == 10)
  }

  @Test func `a slow trial has five blocks of one sample`() {
    let work = SimulatedWork()
    let plan = SimulatedWork.plan { $0.budget = 2_000_000_000 }
    let sampled = work.run([work.trial("slow", nanoseconds: 1_000_000_000)], plan)[0]
    #expect(sampled.blocks == [[Double]](repeating: [1], count: 5))
    // The trial ran for five samples and one warm-up iteration.
    #expect(work.clock.now() == 6_000_000_000)
  }

  @Test func `a slow trial does not reduce the samples of other trials`() {
    let work = SimulatedWork()
    let sampled = work.run(
      [work.trial("slow", nanoseconds: 400_000_000), work.trial("fast", nanoseconds: 5_000_000)],
      SimulatedWork.plan())
    #expect(sampled[0].count == 5 && sampled[1].count == 200)
    #expect(sampled[0].blocks.count == sampled[1].blocks.count)
  }

  @Test func `the requested minimum number of samples is taken, whatever the budget`() {
    let work = SimulatedWork()
    let plan = SimulatedWork.plan { $0.minimumSamples = 42 }
    let sampled = work.run([work.trial("a", nanoseconds: 500_000_000)], plan)[0]
    #expect(sampled.count == 42 && sampled.blocks.count == 10)
  }

  @Test func `a plan with fewer than five blocks gets exactly its blocks`() {
    let work = SimulatedWork()
    let plan = SimulatedWork.plan {
      $0.blocks = 2
      $0.maximumSamples = 2
    }
    let sampled = work.run([work.trial("a", nanoseconds: 1_000_000)], plan)[0]
    #expect(sampled.blocks.map(\.count) == [1, 1])
  }

  @Test func `sampling of work that takes no time ends`() {
    let work = SimulatedWork()
    let plan = SimulatedWork.plan { $0.maximumSamples = 20 }
    let sampled = work.run([work.trial("nothing", nanoseconds: 0)], plan)[0]
    #expect(sampled.count == 20 && sampled.blocks.allSatisfy { $0.allSatisfy { $0 == 0 } })
  }

  @Test func `an empty group has no samples`() {
    let work = SimulatedWork()
    #expect(work.run([], SimulatedWork.plan()).isEmpty)
  }
}
