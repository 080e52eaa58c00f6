/// A row of an experiment before it is sampled: its answer was checked.
struct PreparedTrial {
  /// Without samples.
  var measurement: Measurement

  /// What to sample; nil if the row has no time to show.
  var trial: Trial?

  /// What the times are multiplied by, because only a part of the input was timed.
  var scale = 1.0

  /// What is said if a sample takes longer than the cut-off.
  var cutOffNote: String

  init(_ measurement: Measurement, _ trial: Trial? = nil, cutOffNote: String = "cut off") {
    self.measurement = measurement
    self.trial = trial
    self.cutOffNote = cutOffNote
  }

  /// The row with what sampling gave; nil if there is nothing to show yet.
  func measurement(with sampled: SampledTrial) -> Measurement? {
    var measurement = measurement
    measurement.batch = sampled.batch
    measurement.blocks = sampled.blocks.filter { !$0.isEmpty }.map { $0.map { $0 * scale } }
    measurement.instructions = sampled.instructions.map { $0 * scale }
    measurement.cycles = sampled.cycles.map { $0 * scale }
    measurement.peakMemoryBytes = sampled.peakMemoryBytes
    switch TrialFailure(sampled) {
    case .cutOff:
      measurement.status = .cutOff
      measurement.add(note: cutOffNote)
    case .broken(let reason):
      measurement.status = .disagrees
      measurement.blocks = []
      measurement.add(note: reason)
    case .interrupted, nil:
      if measurement.blocks.isEmpty { return nil }
    }
    return measurement
  }
}

extension Measurement {
  /// Says one thing more.
  mutating func add(note: String) {
    self.note = self.note.map { "\($0); \(note)" } ?? note
  }
}

/// Why the sampling of a trial ended before its time.
enum TrialFailure: Error, Equatable {
  case cutOff
  case interrupted
  /// The workload does not give its answer any more.
  case broken(String)

  /// What ended the sampling of `sampled`; nil if nothing did.
  init?(_ sampled: SampledTrial) {
    if sampled.isCutOff {
      self = .cutOff
      return
    }
    guard let error = sampled.error else { return nil }
    self = (error as? TrialFailure) ?? .broken("it failed while it was timed")
  }
}
