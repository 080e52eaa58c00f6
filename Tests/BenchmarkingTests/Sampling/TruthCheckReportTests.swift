import Testing

@testable import Benchmarking

@Suite struct TruthCheckReportTests {
  /// A clock that advances by 20 ms per reading, so that every sample has the same length.
  private let clock = RunningClock(step: 20_000_000)

  @Test func `the results of a truth check are written as CSV`() throws {
    var shares: [Double] = []
    let check = try #require(
      TruthCheck.run(comparisons: 2, seed: 1, clock: clock, progress: { shares.append($0) }))
    #expect(shares == [0.5, 1])
    #expect(
      check.lines == [
        "comparison,pairs,slower_or_faster,slower,faster", "equal,2,0,,", "5 % slower,2,0,0,0",
      ])
  }

  @Test func `a canceled truth check has no result`() {
    let check = TruthCheck.run(comparisons: 2, seed: 1, clock: clock, isCancelled: { true })
    #expect(check == nil)
  }
}
