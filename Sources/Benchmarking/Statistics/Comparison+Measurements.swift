extension Comparison {
  /// Compares two measurements of one run; nil if a measurement has no samples, or has a sample
  /// that is not above 0.
  ///
  /// Resampling draws invocations of the run, or blocks if there are fewer than three invocations.
  package init?(inRun base: Measurement, _ changed: Measurement, seed: UInt64) {
    let numbers = Set((base.blocksByInvocation + changed.blocksByInvocation).map(\.invocation))
    guard numbers.count >= Self.minimumUnits else {
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
