import TestSupport
import Testing

@testable import Benchmarking

/// Tests verdicts on simulated programs whose times vary more between processes than within a
/// process.
@Suite struct InvocationComparisonTests {
  /// Simulated invocations of a program; each invocation has its own mean time.
  private static func invocations(
    _ count: Int, seconds: Double = 1, between: Double, _ times: inout NoisyTimes
  ) -> [[[Double]]] {
    (0..<count).map { _ in
      times.blocks(
        4, of: 5, seconds: seconds * times.lognormal(between), within: 0.005, between: 0.003)
    }
  }

  private static func verdict(
    _ base: [[[Double]]], _ changed: [[[Double]]],
    _ pairing: InvocationComparison.Pairing = .interleaved, rows: Int, seed: UInt64
  ) -> Comparison.Verdict? {
    InvocationComparison(base, changed, pairing: pairing, seed: seed).map { comparison in
      // All other rows have a p-value of 1, so the Holm correction compares the p-value of this row
      // with the strictest significance level.
      let probabilities = [comparison.probability()] + [Double](repeating: 1, count: rows - 1)
      return Comparison(comparison, Holm.steps(probabilities)[0]).verdict
    }
  }

  @Test(arguments: [InvocationComparison.Pairing.interleaved, .apart], [0.0, 0.03, 0.1])
  func `equal programs whose invocations differ get a false verdict in less than 1 % of cases`(
    pairing: InvocationComparison.Pairing, between: Double
  ) throws {
    var times = NoisyTimes(seed: 21)
    let trials = Effort.size(100, thorough: 4_000)
    var wrong = 0
    for trial in 0..<trials {
      let base = Self.invocations(5, between: between, &times)
      let changed = Self.invocations(5, between: between, &times)
      let verdict = Self.verdict(base, changed, pairing, rows: 1, seed: UInt64(trial))
      if try #require(verdict) != .same { wrong += 1 }
    }
    // With a true error rate of 0.5 %, more than 3 errors in 100 trials have a probability of 2 in
    // 10,000.
    #expect(wrong <= max(3, trials / 100), "\(wrong) of \(trials)")
  }

  @Test(arguments: [InvocationComparison.Pairing.interleaved, .apart])
  func `99 of 100 intervals at 99 % contain the true ratio`(
    pairing: InvocationComparison.Pairing
  ) throws {
    for count in [5, 10, 12, 20] {
      var times = NoisyTimes(seed: 22)
      let trials = Effort.size(100, thorough: 4_000)
      var hits = 0
      for trial in 0..<trials {
        let base = Self.invocations(count, between: 0.05, &times)
        let changed = Self.invocations(count, seconds: 1.3, between: 0.05, &times)
        let comparison = try #require(
          InvocationComparison(base, changed, pairing: pairing, seed: UInt64(trial)))
        if comparison.interval(level: 0.99).contains(1.3) { hits += 1 }
      }
      // The lower limit is three standard deviations below the expected 99 %.
      #expect(Double(hits) >= Double(trials) * 0.99 - 3 * (Double(trials) * 0.0099).squareRoot())
    }
  }

  @Test
  func `with the recommended number of invocations, 95 of 100 slowdowns are found`()
    throws
  {
    let between = 0.01
    var times = NoisyTimes(seed: 23)
    let counts = try (0..<21).map { _ in
      let base = Self.invocations(5, between: between, &times)
      let changed = Self.invocations(5, between: between, &times)
      let pilot = try #require(
        InvocationComparison(base, changed, pairing: .interleaved, seed: 1))
      return InvocationCount.needed(Comparison(pilot, Holm.steps([1])[0]), rows: 30) ?? 200
    }
    let count = counts.sorted()[10]
    #expect((5...30).contains(count), "\(counts)")
    let trials = Effort.size(60, thorough: 2_000)
    var found = 0
    for trial in 0..<trials {
      let base = Self.invocations(count, between: between, &times)
      let changed = Self.invocations(count, seconds: 1.05, between: between, &times)
      if Self.verdict(base, changed, rows: 30, seed: UInt64(trial)) == .slower { found += 1 }
    }
    #expect(found * 100 >= trials * 95, "\(found) of \(trials)")
  }

  @Test func `a slow machine drift affects only programs that do not run alternately`() throws {
    var times = NoisyTimes(seed: 24)
    var base: [[[Double]]] = []
    var changed: [[[Double]]] = []
    for pair in 0..<8 {
      let level = 1 + 0.1 * Double(pair)
      base.append(times.blocks(4, of: 5, seconds: level, within: 0.005))
      changed.append(times.blocks(4, of: 5, seconds: level * 1.05, within: 0.005))
    }
    #expect(Self.verdict(base, changed, rows: 10, seed: 1) == .slower)
    #expect(Self.verdict(changed, base, rows: 10, seed: 1) == .faster)
    #expect(Self.verdict(base, changed, .apart, rows: 10, seed: 1) == .same)
  }

  @Test func `load during four of ten invocations does not change the ratio between runs`() throws {
    var times = NoisyTimes(seed: 25)
    for trial in 0..<20 {
      let base = Self.invocations(10, between: 0.01, &times)
      var changed = Self.invocations(10, between: 0.01, &times)
      // Other load makes four invocations slower by 20 to 60 %.
      for number in 0..<4 {
        let index = (trial + number) % 10
        let factor = 1.2 + 0.1 * Double((trial + 3 * number) % 5)
        changed[index] = changed[index].map { $0.map { $0 * factor } }
      }
      #expect(Self.verdict(base, changed, .apart, rows: 1, seed: UInt64(trial)) == .same)
      let comparison = InvocationComparison(base, changed, pairing: .apart, seed: UInt64(trial))
      #expect(try isClose(#require(comparison).ratio, 1, within: 0.03))
    }
  }

  @Test func `the statistics of two known ratios are correct`() throws {
    // The logarithms of the two ratios are 0.1 and 0.3; their mean is 0.2.
    let base = [[[1.0]], [[1.0]]]
    let changed = [[[1.105_170_918_075_648]], [[1.349_858_807_576_003]]]
    let comparison = try #require(
      InvocationComparison(base, changed, pairing: .interleaved, seed: 1))
    #expect(isClose(comparison.ratio, 1.221_402_758_160_17, within: 1e-12))
    #expect(comparison.degrees == 1 && comparison.count == 2)
    // The standard error of the mean of two values that differ by 0.2 is 0.1; 500 resamples
    // estimate it within 10 %.
    #expect(abs(comparison.standardError - 0.1) < 0.01)
    let interval = comparison.interval(level: 0.95)
    #expect(interval.contains(1) && interval.lowerBound < 0.5 && interval.upperBound > 3)
    #expect(comparison.probability() > 0.2 && comparison.probability(drift: 0.3) == 1)
  }

  @Test func `constant times leave no uncertainty`() throws {
    let base = [[[Double]]](repeating: [[1, 1], [1]], count: 5)
    let changed = [[[Double]]](repeating: [[1.03]], count: 5)
    for pairing in [InvocationComparison.Pairing.interleaved, .apart] {
      let same = try #require(InvocationComparison(base, base, pairing: pairing, seed: 1))
      #expect(same.ratio == 1 && same.probability() == 1 && same.standardError == 0)
      let slower = try #require(InvocationComparison(base, changed, pairing: pairing, seed: 1))
      #expect(slower.probability() < 1e-9 && slower.probability(drift: 0.05) == 1)
    }
  }

  @Test func `an invocation without samples forms no pair, and one pair is not enough`() throws {
    let some: [[[Double]]] = [[[1]], [], [[1]], [[1]]]
    let other: [[[Double]]] = [[[1]], [[1]], [[]], [[1]]]
    let comparison = try #require(
      InvocationComparison(some, other, pairing: .interleaved, seed: 1))
    #expect(comparison.count == 2)
    #expect(InvocationComparison(some, [], pairing: .interleaved, seed: 1) == nil)
    #expect(InvocationComparison([[[1]]], [[[1]]], pairing: .apart, seed: 1) == nil)
    #expect(InvocationComparison([[[1]], [[0]]], some, pairing: .apart, seed: 1) == nil)
  }
}

@Suite struct HolmTests {
  @Test func `the smallest p-value gets the strictest level, and no level exceeds 1 in 200`() {
    let steps = Holm.steps([0.004, 0.2, 0.000_4, 0.006] + [Double](repeating: 0.5, count: 16))
    #expect(steps[2] == Holm.Step(allowed: 0.05 / 20, isShown: true))
    // The p-value 0.004 is above 0.05 / 19, so 0.004 is not significant, and no larger p-value is
    // significant.
    #expect(steps[0] == Holm.Step(allowed: 0.05 / 19, isShown: false))
    #expect(!steps[3].isShown && !steps[1].isShown)
    #expect(Holm.steps([0.004])[0] == Holm.Step(allowed: 0.005, isShown: true))
    #expect(Holm.steps([0.006])[0].isShown == false)
    #expect(Holm.steps([]) == [])
  }
}

@Suite struct InvocationSpreadTests {
  private func spread(_ levels: [Double]) -> InvocationSpread? {
    InvocationSpread(levels.map { level in [[level, level * 1.001], [level], [level * 1.002]] })
  }

  @Test func `invocations that differ more than their samples explain are reported`() throws {
    let differing = try #require(spread([1, 1.05, 1.1, 1.15, 1.2]))
    #expect(differing.isLarge && !differing.isBimodal)
    #expect(
      differing.note
        == "the times of invocations differ by 7 %, more than the variation within each explains")
    let even = try #require(spread([1, 1.001, 1.002, 1, 1.003]))
    #expect(!even.isLarge && even.note == nil && even.footnote == nil)
    #expect(spread([1, 2]) == nil && spread([1, 0, 2]) == nil)
  }

  @Test func `two groups of invocations are bimodal, but one outlier is not`() throws {
    let two = try #require(spread([1, 1.3, 1.01, 1.31, 1]))
    #expect(two.footnote == "the times of invocations cluster around two values")
    let outlier = try #require(spread([1, 1.01, 1, 1.01, 1.3]))
    #expect(outlier.isLarge && !outlier.isBimodal)
  }

  @Test func `variation between blocks of a process is not reported as spread between processes`()
    throws
  {
    var times = NoisyTimes(seed: 31)
    var large = 0
    for _ in 0..<100 {
      let noisy = (0..<5).map { _ in times.blocks(4, of: 5, within: 0.02, between: 0.05) }
      if try #require(InvocationSpread(noisy)).isLarge { large += 1 }
    }
    #expect(large < 12, "\(large) of 100")
  }

  @Test func `the interval of the p50 includes the variation between invocations`() throws {
    var hits = 0
    var narrow = 0
    for seed in 0..<100 {
      var times = NoisyTimes(seed: UInt64(5_000 + seed))
      var row = Measurement(labels: [:])
      for invocation in 0..<5 {
        row.blocks += times.blocks(4, of: 5, seconds: times.lognormal(0.1), within: 0.01)
        row.invocations += [Int](repeating: invocation, count: 4)
      }
      if try #require(Summary(row, seed: 1)).interval.contains(1) { hits += 1 }
      if try #require(Summary(blocks: row.blocks, seed: 1)).interval.contains(1) { narrow += 1 }
    }
    // The limit is four standard deviations below the expected 95 hits. Intervals from the blocks
    // alone are much too narrow.
    #expect(hits >= 87, "\(hits) of 100")
    #expect(narrow < hits)
  }
}

@Suite struct InvocationCountTests {
  /// The number of invocations that a comparison needs if its pairs differ by the factors `ratios`.
  private func needed(_ ratios: [Double], rows: Int) throws -> Int? {
    let comparison = try #require(
      InvocationComparison(
        ratios.map { _ in [[1]] }, ratios.map { [[$0]] }, pairing: .interleaved, seed: 1))
    return InvocationCount.needed(Comparison(comparison, Holm.steps([1])[0]), rows: rows)
  }

  @Test func `a larger spread and more rows require more invocations`() throws {
    let calm = [1.004, 0.996, 1.003, 0.997, 1]
    let noisy = [1.03, 0.97, 1.02, 0.98, 1]
    let few = try #require(try needed(calm, rows: 1))
    let rows = try #require(try needed(calm, rows: 50))
    let many = try #require(try needed(noisy, rows: 50))
    #expect(few >= 3 && few <= rows && rows < many && many < 100)
    #expect(try needed([1.2, 0.8, 1.1, 0.9, 1], rows: 1) == nil)
    #expect(try needed([1, 1, 1], rows: 1) == 3)
    #expect(InvocationCount.needed(try #require(Comparison([[1]], [[1]], seed: 1)), rows: 1) == nil)
  }

  @Test func `an estimate from fewer pairs is less certain`() {
    // The quantiles come from tables of the chi-squared distribution: 1.649 at 4 and 7.807 at 12
    // degrees of freedom.
    #expect(abs(InvocationCount.uncertainty(4) - (4 / 1.649).squareRoot()) < 0.01)
    #expect(abs(InvocationCount.uncertainty(12) - (12 / 7.807).squareRoot()) < 0.01)
  }

  @Test func `a sentence says how many invocations a comparison needs`() throws {
    let need = try #require(
      InvocationNeed(needs: [4, 5, 14, nil], spreads: [0.005, 0.006, 0.02, 0.08], currentCount: 5))
    #expect(need.countForMostRows == 14)
    #expect(
      need.sentence
        == "the two programs ran alternately, 5 invocations each; this finds a 5 % change with "
        + "95 % probability in 2 of 4 rows (median spread between invocations: 1.3 %); for 1 more, "
        + "--invocations 14 is enough; 1 row varies so much that 200 invocations are not enough")
    #expect(InvocationNeed(needs: [], spreads: [], currentCount: 5) == nil)
    #expect(InvocationNeed(needs: [nil], spreads: [0.2], currentCount: 5)?.countForMostRows == 5)
  }
}
