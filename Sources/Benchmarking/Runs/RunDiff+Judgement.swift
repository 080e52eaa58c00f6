extension RunDiff {
  /// The conclusion of a check for regressions.
  package enum Judgement: Sendable {
    case passed
    /// Some rows became slower, or no longer have an accepted time; the value lists these rows.
    case regressed([Row])
    /// The times cannot be compared; the reason is a lower-case sentence without a period.
    case inconclusive(String)
  }

  /// Whether the changed run is slower than its base, if the runs can be compared.
  ///
  /// The times of two runs are comparable if the runs used the same machine, the same corpora and
  /// the same optimization. If the programs did not alternate, the reference workload must also
  /// have taken about the same time in both runs; otherwise, the machine's speed changed. A row
  /// that was accepted in the base is also a regression if its status is now `disagrees`, or if it
  /// now exceeds a cut-off that both runs used. If the number of instructions of a row grew, the
  /// row is a regression even if the times are not comparable.
  package var judgement: Judgement {
    if let doubt {
      let more = rows.filter(\.hasMoreInstructions)
      return more.isEmpty ? .inconclusive(doubt) : .regressed(more)
    }
    let regressed = rows.filter { row in
      if row.comparison?.verdict == .slower || row.hasMoreInstructions { return true }
      guard row.base.status == .ok else { return false }
      switch row.changed.status {
      case .ok: return false
      case .disagrees: return true
      case .cutOff: return base.settings["cutoff"] == changed.settings["cutoff"]
      }
    }
    return regressed.isEmpty ? .passed : .regressed(regressed)
  }

  /// Why no row can be compared, as a lower-case sentence without a period; nil if the runs are
  /// comparable.
  package var doubt: String? {
    if base.experiment != changed.experiment { return warnings.first }
    let machine = changed.environment.machineDifferences(from: base.environment)
    if let first = machine.first { return "the runs are from different machines: \(first)" }
    if let work = Self.workDifference(base, changed) { return work }
    if rows.isEmpty { return "no row is in both runs" }
    let doubts = rows.filter { $0.comparison != nil || $0.doubt != nil }.map(\.doubt)
    // If no row can be compared, return the reason; if the rows have different reasons, return the
    // reason for the first row.
    if let first = doubts.first, let first, !doubts.contains(nil) {
      return Set(doubts).count == 1
        ? first : "no row can be compared; the reason for the first row: \(first)"
    }
    return nil
  }

  /// How the optimization or the corpora of the two runs differ; nil if there is no difference.
  static func workDifference(_ base: BenchmarkRun, _ changed: BenchmarkRun) -> String? {
    if base.environment.optimization != changed.environment.optimization {
      return "the base run used a \(base.environment.optimization) build, but the other run used a "
        + "\(changed.environment.optimization) build"
    }
    return corpusDifferences(base, changed).first
  }

  /// `ratio` in percent, with one decimal.
  static func percent(_ ratio: Double) -> String {
    let tenths = (ratio * 1_000).rounded()
    guard let number = Int(exactly: tenths) else { return "\(ratio) times" }
    return "\(number / 10).\(number % 10) %"
  }
}
