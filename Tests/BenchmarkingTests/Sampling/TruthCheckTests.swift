import Testing

@testable import Benchmarking

/// Item 8 of the issue: on a machine that drifts, equal work is called equal, and slower work slower.
@Suite struct TruthCheckTests {
  private func check(_ drift: SharedMachine.Drift, seed: UInt64) throws -> TruthCheck {
    let machine = SharedMachine(drift, seed: seed)
    let check = TruthCheck.run(100, seed, machine.clock, { false }, { _ in }) { name, length in
      machine.trial(name, nanoseconds: 1_500 * Double(length))
    }
    return try #require(check)
  }

  @Test func `equal work has three verdicts in a hundred at most and 5 % are found`() throws {
    let check = try check(.init(), seed: 1)
    #expect(check.falseVerdicts <= 3)
    #expect(check.found >= 95)
    #expect(check.foundFaster == 0)
  }
}
