extension RunDiff {
  /// The conclusion of a check for regressions.
  package enum Judgement: Sendable {
    case passed
    /// The listed rows became slower, or no longer have an accepted time.
    case regressed([Row])
    /// The times cannot be compared; the reason is a lower-case sentence without a period.
    case inconclusive(String)
  }

  /// A row has more instructions if their number grew by more than this fraction.
  ///
  /// The counts of two runs of the same program differ by up to half a percent.
  package static let instructionThreshold = 0.01

  /// The rows whose number of instructions grew, if both runs have counted them.
  package var rowsWithMoreInstructions: [Row] {
    rows.filter { $0.instructionRatio ?? 0 > 1 + Self.instructionThreshold }
  }

  /// The conclusion: whether the changed run is slower than its base, if the two can be compared.
  ///
  /// Runs are comparable if they have the same machine, the same corpora and the same kind of
  /// build. If the programs did not alternate, the reference workload must also have taken about
  /// the same time in both runs; otherwise, the machine's speed changed. A row that was accepted in
  /// the base is also a regression if its status is now `disagrees`, or if it now exceeds a cut-off
  /// that has not changed, or if its number of instructions grew, which is compared even if the
  /// times cannot be.
  package var judgement: Judgement {
    let more = rowsWithMoreInstructions
    if let doubt { return more.isEmpty ? .inconclusive(doubt) : .regressed(more) }
    let regressed = rows.filter { row in
      if row.comparison?.verdict == .slower { return true }
      if row.instructionRatio ?? 0 > 1 + Self.instructionThreshold { return true }
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
    if base.environment.optimization != changed.environment.optimization {
      return "the base run used a \(base.environment.optimization) build, but the other run used a "
        + "\(changed.environment.optimization) build"
    }
    if let corpus = Self.corpusDifferences(base, changed).first { return corpus }
    if rows.isEmpty { return "no row is in both runs" }
    let doubts = rows.filter { $0.comparison != nil || $0.doubt != nil }.map(\.doubt)
    // If no row can be compared, return the reason; if the rows have different reasons, return the
    // first one.
    if let first = doubts.first, let first, !doubts.contains(nil) {
      return Set(doubts).count == 1
        ? first : "no row can be compared; the reason for the first row: \(first)"
    }
    return nil
  }

  /// `ratio` in percent, with one decimal.
  static func percent(_ ratio: Double) -> String {
    let tenths = (ratio * 1_000).rounded()
    guard let number = Int(exactly: tenths) else { return "\(ratio) times" }
    return "\(number / 10).\(number % 10) %"
  }
}
