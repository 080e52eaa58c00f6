import Testing

@testable import Benchmarking

@Suite struct TruthCheckReportTests {
  /// Every sample takes equally long, whatever the work.
  private let clock = RunningClock(step: 20_000_000)

  @Test func `figures are written as CSV`() throws {
    var shares: [Double] = []
    let check = try #require(
      TruthCheck.run(comparisons: 2, seed: 1, clock: clock, progress: { shares.append($0) }))
    #expect(shares == [0.5, 1])
    #expect(
      check.lines == [
        "comparison,pairs,slower_or_faster,slower,faster", "equal,2,0,,", "5 % slower,2,0,0,0",
      ])
  }

  @Test func `a canceled check has no result`() {
    let check = TruthCheck.run(comparisons: 2, seed: 1, clock: clock, isCancelled: { true })
    #expect(check == nil)
  }
}
