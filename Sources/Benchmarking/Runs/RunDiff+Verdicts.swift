extension RunDiff {
  /// Compares pairs of measurements, and corrects the verdicts for the number of pairs.
  static func compare(
    _ pairs: [(Measurement, Measurement)], _ base: BenchmarkRun, _ changed: BenchmarkRun,
    isInterleaved: Bool
  ) -> [(comparison: Comparison?, doubt: String?)] {
    var known: [Int: (ReferenceBracket, ReferenceBracket, ReferenceDrift?)] = [:]
    func around(
      _ group: Int
    ) -> (base: ReferenceBracket, changed: ReferenceBracket, drift: ReferenceDrift?) {
      if let result = known[group] { return result }
      let brackets = (ReferenceBracket(group, in: base), ReferenceBracket(group, in: changed))
      let drift = ReferenceDrift(brackets.0, brackets.1, seed: base.seed)
      known[group] = (brackets.0, brackets.1, drift)
      return (brackets.0, brackets.1, drift)
    }
    let rows = pairs.map { before, after -> RowPair in
      if isInterleaved { return RowPair(interleaved: before, after, seed: base.seed) }
      let group = before.group == after.group ? before.group : nil
      let reference = group.map(around)
      return RowPair(
        apart: before, after, reference.map { ($0.base, $0.changed) }, reference?.drift,
        seed: base.seed)
    }
    let judged = rows.indices.filter { rows[$0].comparison != nil && rows[$0].doubt == nil }
    let steps = Holm.steps(
      judged.compactMap { rows[$0].comparison?.probability(drift: rows[$0].drift) })
    var step = Dictionary(uniqueKeysWithValues: zip(judged, steps))
    return rows.indices.map { index in
      let row = rows[index]
      let comparison = row.comparison.map {
        Comparison(
          $0, step.removeValue(forKey: index) ?? Holm.Step(allowed: 0.05, isShown: false),
          drift: row.drift,
          minimum: isInterleaved
            ? Comparison.minimumThreshold : Comparison.minimumThresholdApart)
      }
      return (comparison, row.doubt)
    }
  }
}
