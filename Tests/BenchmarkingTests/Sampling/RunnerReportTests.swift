import Testing

@testable import Benchmarking

/// Tests the progress reports of a benchmark runner.
@Suite struct RunnerReportTests {
  @Test func `each block is reported once, with all samples so far`() {
    let work = SimulatedWork()
    var counts: [[Int]] = []
    _ = BenchmarkRunner(SimulatedWork.plan(), clock: work.clock).run(
      [work.trial("a", nanoseconds: 20_000_000), work.trial("b", nanoseconds: 10_000_000)],
      onBlock: { counts.append($0.map(\.count)) })
    #expect(counts == (1...10).map { [5 * $0, 10 * $0] })
  }

  @Test func `progress rises to the end, and the remaining time is estimated`() throws {
    let work = SimulatedWork()
    var reported: [(at: UInt64, progress: SamplingProgress)] = []
    _ = BenchmarkRunner(SimulatedWork.plan(), clock: work.clock).run(
      [work.trial("a", nanoseconds: 20_000_000), work.trial("b", nanoseconds: 10_000_000)],
      progress: { reported.append((work.clock.now(), $0)) })
    // The runner reports 2 warm-ups, and 2 trials in each of 10 blocks.
    #expect(reported.count == 22)
    #expect(Set(reported.map(\.progress.current)) == ["a", "b"])
    #expect(reported[0].progress.done == 0 && reported[0].progress.remainingNanoseconds == nil)
    let done = reported.map(\.progress.done)
    #expect(zip(done, done.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(done.allSatisfy { (0..<1).contains($0) } && (done.last ?? 0) > 0.85)
    let end = work.clock.now()
    for (at, progress) in reported.dropFirst(2) {
      let remaining = try #require(progress.remainingNanoseconds)
      let truth = Double(end - at)
      #expect(abs(Double(remaining) - truth) <= 0.01 * truth, "at \(at)")
    }
  }

  /// A meter that counts 7 instructions per iteration, and whose cycle counter can become
  /// unavailable.
  private final class CountingMeter: ResourceMeter {
    private let work: SimulatedWork
    private var before = 0
    private var stops = 0
    var losesCycles = false

    init(_ work: SimulatedWork) { self.work = work }

    private var iterations: Int { work.batches.values.reduce(0) { $0 + $1.reduce(0, +) } }

    func start() { before = iterations }

    func stop() -> ResourceUse {
      stops += 1
      let count = UInt64(iterations - before)
      return ResourceUse(
        instructions: 7 * count, cycles: losesCycles && stops > 3 ? nil : 3 * count,
        peakMemoryBytes: stops == 5 ? 9_000 : 1_000)
    }
  }

  @Test func `counters are reported per iteration`() {
    let work = SimulatedWork()
    let sampled = BenchmarkRunner(
      SimulatedWork.plan(), clock: work.clock, meter: CountingMeter(work)
    ).run([work.trial("a", nanoseconds: 100)])[0]
    #expect(sampled.batch > 1)
    #expect(sampled.instructions == 7 && sampled.cycles == 3)
    #expect(sampled.peakMemoryBytes == 9_000)
  }

  @Test func `a counter that fails once is not reported`() {
    let work = SimulatedWork()
    let meter = CountingMeter(work)
    meter.losesCycles = true
    let sampled = BenchmarkRunner(SimulatedWork.plan(), clock: work.clock, meter: meter)
      .run([work.trial("a", nanoseconds: 100)])[0]
    #expect(sampled.instructions == 7 && sampled.cycles == nil)
  }

  @Test func `without a meter, nothing is counted`() {
    let work = SimulatedWork()
    let sampled = work.run([work.trial("a", nanoseconds: 100)], SimulatedWork.plan())[0]
    #expect(sampled.instructions == nil && sampled.cycles == nil)
    #expect(sampled.peakMemoryBytes == nil)
  }
}
