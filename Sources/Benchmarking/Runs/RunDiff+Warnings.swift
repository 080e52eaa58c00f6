extension RunDiff {
  /// The reasons to doubt the comparison of the two runs.
  static func warnings(
    _ base: BenchmarkRun, _ changed: BenchmarkRun, _ rows: [Row], isInterleaved: Bool
  ) -> [String] {
    if base.experiment != changed.experiment {
      return [
        "the runs are of different experiments, \(base.experiment) and \(changed.experiment): no row can be compared"
      ]
    }
    var warnings: [String] = []
    for run in [base, changed] where !run.isFinished {
      warnings.append("the run \(run.id) did not finish")
    }
    // In an interleaved comparison, the two programs are meant to differ, so warn only about
    // differences between the machines.
    warnings +=
      isInterleaved
      ? changed.environment.machineDifferences(from: base.environment)
      : changed.environment.differences(from: base.environment)
    warnings += corpusDifferences(base, changed)
    if base.seed != changed.seed {
      warnings.append("the seed differs: \(changed.seed) instead of \(base.seed)")
    }
    warnings += settingDifferences(base, changed)
    let unjudged = Set(rows.compactMap(\.doubt)).sorted()
    if rows.contains(where: { $0.doubt == nil }) {
      warnings += unjudged.map { doubt in
        let count = rows.count { $0.doubt == doubt }
        return "\(count) of \(rows.count) rows cannot be compared: \(doubt)"
      }
    }
    for row in rows { warnings += differences(row) }
    return warnings
  }

  /// A sentence for each corpus whose contents differ between the runs.
  static func corpusDifferences(_ base: BenchmarkRun, _ changed: BenchmarkRun) -> [String] {
    base.corpora.compactMap { old in
      guard let new = changed.corpora.first(where: { $0.name == old.name }) else { return nil }
      if new.records != old.records || new.bytes != old.bytes {
        return "the corpus \(old.name) differs: \(new.records) records and \(new.bytes) bytes "
          + "instead of \(old.records) and \(old.bytes)"
      }
      guard let oldSum = old.sha256, let newSum = new.sha256, oldSum != newSum else { return nil }
      return "the corpus \(old.name) differs: its SHA-256 is different"
    }
  }

  private static func settingDifferences(
    _ base: BenchmarkRun, _ changed: BenchmarkRun
  ) -> [String] {
    Set(base.settings.keys).union(changed.settings.keys).subtracting([partner]).sorted().compactMap
    { name in
      let (old, new) = (base.settings[name], changed.settings[name])
      if old == new { return nil }
      return "the setting \(name) differs: \(new ?? "not set") instead of \(old ?? "not set")"
    }
  }

  private static func differences(_ row: Row) -> [String] {
    if row.base.status != row.changed.status {
      return [
        "the status of \(row.name) differs: \(row.changed.status.rawValue) "
          + "instead of \(row.base.status.rawValue)"
      ]
    }
    guard row.base.status == .ok else { return [] }
    return ["unique", "matches"].compactMap { name in
      guard let old = row.base.counts[name], let new = row.changed.counts[name], old != new else {
        return nil
      }
      return "\(row.name) gives a different answer: \(new) \(name) instead of \(old)"
    }
  }
}
