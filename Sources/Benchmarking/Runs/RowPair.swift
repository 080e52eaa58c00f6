/// The measurements of one row in two runs, and the comparison or the reason why no comparison is
/// possible.
struct RowPair {
  let base: Measurement
  let changed: Measurement
  var comparison: InvocationComparison?

  /// The largest likely relative change of the machine's speed between the runs; 0 if the programs
  /// alternated.
  var drift = 0.0

  /// Why the row gets no verdict, as a lower-case sentence without a period; nil if the row can get
  /// a verdict.
  var doubt: String?

  /// Compares a row of two runs whose programs were measured alternately.
  init(interleaved base: Measurement, _ changed: Measurement, seed: UInt64) {
    self.base = base
    self.changed = changed
    guard base.status == .ok, changed.status == .ok else { return }
    let numbers = (base.blocksByInvocation + changed.blocksByInvocation).map(\.invocation)
    let pairs = Set(numbers).sorted()
    comparison = InvocationComparison(
      base.blocks(ofInvocations: pairs), changed.blocks(ofInvocations: pairs),
      pairing: .interleaved, seed: seed)
    check()
  }

  /// Compares a row of two runs made at different times; `brackets` are the reference times before
  /// and after the row's group.
  init(
    apart base: Measurement, _ changed: Measurement,
    _ brackets: (base: ReferenceBracket, changed: ReferenceBracket)?, _ drift: ReferenceDrift?,
    seed: UInt64
  ) {
    self.base = base
    self.changed = changed
    guard base.status == .ok, changed.status == .ok else { return }
    func compare(_ numbers: ([Int], [Int])) -> InvocationComparison? {
      InvocationComparison(
        base.blocks(ofInvocations: numbers.0), changed.blocks(ofInvocations: numbers.1),
        pairing: .apart, seed: seed)
    }
    let all = [base, changed].map { $0.blocksByInvocation.map(\.invocation) }
    comparison = compare((all[0], all[1]))
    check()
    guard doubt == nil else { return }
    guard let brackets,
      Set(all[0]).isSubset(of: brackets.base.bracketed),
      Set(all[1]).isSubset(of: brackets.changed.bracketed)
    else {
      doubt = "the reference workload was not timed before and after the row"
      return
    }
    for (bracket, numbers) in zip([brackets.base, brackets.changed], all) {
      let steady = bracket.steady.filter(numbers.contains)
      if steady.count >= Comparison.minimumUnits { continue }
      doubt =
        "the machine was unsteady: the reference workload was within 10 % of its usual time in "
        + "only \(steady.count) of \(numbers.count) invocations"
      return
    }
    guard let drift, let steady = compare((brackets.base.steady, brackets.changed.steady)) else {
      doubt = "the reference workload has no samples"
      return
    }
    comparison = steady
    self.drift = drift.maximum
    if abs(drift.ratio - 1) > max(Comparison.minimumThresholdApart, steady.spread) {
      doubt =
        "the reference workload took \(RunDiff.percent(drift.ratio)) of its time in the base run, "
        + "so the speed of the machine changed"
    }
  }

  /// Checks that both runs have enough invocations.
  private mutating func check() {
    let fewest = min(base.blocksByInvocation.count, changed.blocksByInvocation.count)
    if fewest < Comparison.minimumUnits {
      doubt =
        "a run has only \(fewest) invocation\(fewest == 1 ? "" : "s"), but a comparison needs "
        + "at least \(Comparison.minimumUnits)"
    } else if comparison == nil {
      doubt = "there are too few samples"
    }
  }
}
