import Testing

@testable import Benchmarking

/// Tests verdicts on a machine with drift: equal work must get no verdict, and work that is 5 %
/// slower must be reported as slower.
@Suite struct TruthCheckTests {
  private static func check(
    _ drift: SharedMachine.Drift, seed: UInt64, comparisons: Int = 100
  ) throws -> TruthCheck {
    let machine = SharedMachine(drift, seed: seed)
    func work(_ name: String, _ length: Int) -> Trial {
      machine.trial(name, nanoseconds: 1_500 * Double(length))
    }
    return try #require(
      TruthCheck.run(comparisons, seed, machine.clock, { false }, { _ in }, of: work))
  }

  private static let drifts: [(SharedMachine.Drift, seed: UInt64)] = [
    (SharedMachine.Drift(), 1),
    // This machine has twice the default drift, a shorter correlation time than the default, and
    // many bursts.
    (
      SharedMachine.Drift(
        deviation: 0.1, memoryNanoseconds: 100e6, burstEveryNanoseconds: 50e6, burstNanoseconds: 5e6
      ),
      2
    ),
  ]

  @Test(arguments: drifts)
  func `at most 3 % of verdicts on equal work are wrong, and 95 % of slowdowns by 5 % are found`(
    drift: SharedMachine.Drift, seed: UInt64
  ) throws {
    let check = try Self.check(drift, seed: seed)
    #expect(check.comparisons == 100)
    #expect(check.falseVerdicts <= 3)
    #expect(check.found >= 95)
    #expect(check.foundFaster == 0)
  }

  @Test func `if the noise exceeds the change, there is no verdict`() throws {
    // The speed varies by about 50 % within a block.
    let drift = SharedMachine.Drift(deviation: 0.5, memoryNanoseconds: 1e6)
    let check = try Self.check(drift, seed: 3, comparisons: 20)
    #expect(check.falseVerdicts <= 1)
    #expect(check.found < 10)
  }
}
