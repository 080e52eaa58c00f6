extension Comparison {
  /// Compares two measurements of one run; nil if one has no samples, or a sample that is not above 0.
  ///
  /// The invocations of the run are the units, or its blocks if it has fewer than three invocations.
  package init?(inRun base: Measurement, _ changed: Measurement, seed: UInt64) {
    let numbers = Set((base.blocksByInvocation + changed.blocksByInvocation).map(\.invocation))
    guard numbers.count >= Self.leastUnits else {
      self.init(base.blocks, changed.blocks, seed: seed)
      return
    }
    guard
      let comparison = InvocationComparison(
        base.blocks(ofInvocations: numbers.sorted()),
        changed.blocks(ofInvocations: numbers.sorted()), pairing: .interleaved, seed: seed)
    else { return nil }
    let probability = comparison.probability()
    let allowed = 1 - Bootstrap.level
    self.init(comparison, Holm.Step(allowed: allowed, isShown: probability <= allowed))
  }
}
