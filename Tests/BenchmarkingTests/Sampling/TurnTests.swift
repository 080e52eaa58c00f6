import Testing

@testable import Benchmarking

/// Tests the order in which the trials of a group run, and when they stop.
@Suite struct TurnTests {
  /// For each block of a run, the order of its trials.
  private func orders(seed: UInt64) -> [[String]] {
    let work = SimulatedWork()
    let names = ["a", "b", "c", "d", "e"]
    let plan = SimulatedWork.plan {
      $0.seed = seed
      $0.budget = 10_000_000
      $0.maximumSamples = 10
    }
    _ = work.run(names.map { work.trial($0, nanoseconds: 1_000_000) }, plan)
    let turns = work.turns.dropFirst(names.count)
    return stride(from: turns.startIndex, to: turns.endIndex, by: names.count).map {
      Array(turns[$0..<($0 + names.count)])
    }
  }

  @Test func `each block runs every trial, in an order that depends on the seed`() {
    let orders = orders(seed: 1)
    #expect(orders.count == 10)
    #expect(orders.allSatisfy { Set($0).count == 5 })
    #expect(Set(orders).count > 5)
    #expect(Set(orders.map { $0[0] }).count > 2)
    #expect(orders == self.orders(seed: 1))
    #expect(orders != self.orders(seed: 2))
  }

  @Test func `a trial that exceeds the cut-off during its warm-up has no samples`() {
    let work = SimulatedWork()
    let plan = SimulatedWork.plan { $0.cutoff = 100_000_000 }
    let sampled = work.run(
      [work.trial("slow", nanoseconds: 100_000_001), work.trial("ok", nanoseconds: 10_000_000)],
      plan)
    #expect(sampled[0].isCutOff && sampled[0].blocks.isEmpty)
    #expect(!sampled[1].isCutOff && sampled[1].count == 100)
    #expect(work.batches["slow"] == [1])
  }

  @Test func `a cut-off applies to an iteration, not to a batch`() {
    let work = SimulatedWork(tick: 1_000)
    let plan = SimulatedWork.plan { $0.cutoff = 2_000 }
    let sampled = work.run([work.trial("a", nanoseconds: 2_000)], plan)[0]
    #expect(!sampled.isCutOff && sampled.batch > 1 && sampled.count > 30)
  }

  @Test func `a trial that becomes too slow keeps its samples`() {
    let work = SimulatedWork()
    let plan = SimulatedWork.plan { $0.cutoff = 50_000_000 }
    let trial = work.trial("a") { $0 == 26 ? 60_000_000 : 10_000_000 }
    let sampled = work.run([trial, work.trial("b", nanoseconds: 10_000_000)], plan)
    // The first batch was the warm-up, and the 27th batch was cut off.
    #expect(sampled[0].isCutOff && sampled[0].count == 25)
    #expect(sampled[0].blocks.map(\.count) == [10, 10, 5])
    #expect(sampled[1].count == 100)
    #expect(work.batches["a"]?.count == 27)
  }

  @Test func `a trial that throws keeps its samples, and the others continue`() {
    let work = SimulatedWork()
    let trial = work.trial("a") { number in
      if number == 16 { throw SimulatedWork.Failure() }
      return 10_000_000
    }
    let early = work.trial("early") { _ in throw SimulatedWork.Failure() }
    let sampled = work.run(
      [trial, early, work.trial("b", nanoseconds: 10_000_000)], SimulatedWork.plan())
    #expect(sampled.map(\.name) == ["a", "early", "b"])
    #expect(sampled[0].error is SimulatedWork.Failure && sampled[0].count == 15)
    #expect(sampled[1].error is SimulatedWork.Failure && sampled[1].blocks.isEmpty)
    #expect(sampled[2].error == nil && sampled[2].count == 100)
  }

  @Test func `a group ends after all its trials have failed`() {
    let work = SimulatedWork()
    var reported = 0
    let trial = work.trial("a") { _ in throw SimulatedWork.Failure() }
    _ = BenchmarkRunner(SimulatedWork.plan(), clock: work.clock).run(
      [trial], onBlock: { _ in reported += 1 })
    #expect(reported <= 1)
    #expect(work.clock.now() == 0)
  }

  @Test func `canceling keeps the samples taken so far`() {
    let work = SimulatedWork()
    let sampled = work.run(
      [work.trial("a", nanoseconds: 10_000_000), work.trial("b", nanoseconds: 10_000_000)],
      SimulatedWork.plan(), isCancelled: { work.turns.count >= 2 + 75 })
    #expect(sampled.reduce(0) { $0 + $1.count } == 75)
    #expect(sampled.allSatisfy { $0.count >= 30 && $0.error == nil && !$0.isCutOff })
  }

  @Test func `a run that is canceled before it starts has no samples`() {
    let work = SimulatedWork()
    let sampled = work.run(
      [work.trial("a", nanoseconds: 10)], SimulatedWork.plan(), isCancelled: { true })
    #expect(sampled.map(\.name) == ["a"] && sampled[0].blocks.isEmpty)
    #expect(work.turns.isEmpty)
  }
}
