/// A benchmark row, and the trial to sample for the row, if any.
struct PreparedTrial {
  /// The row's measurement, without samples.
  var measurement: Measurement

  /// The trial to sample; nil if the row was already cut off or its answer is not correct.
  var trial: Trial?

  /// The factor that converts the measured times to times for the whole input, if only a sample of
  /// the input is searched.
  var scale = 1.0

  /// The note that the row gets if a sample exceeds the cut-off.
  var cutOffNote: String

  init(_ measurement: Measurement, _ trial: Trial? = nil, cutOffNote: String = "cut off") {
    self.measurement = measurement
    self.trial = trial
    self.cutOffNote = cutOffNote
  }

  /// The measurement with the samples added; nil if there are no samples yet.
  ///
  /// A trial that was cut off or failed has a measurement even without samples.
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
  /// Appends a note.
  mutating func add(note: String) {
    self.note = self.note.map { "\($0); \(note)" } ?? note
  }
}

/// Why sampling of a trial stopped early.
enum TrialFailure: Error, Equatable {
  case cutOff
  case interrupted
  /// The workload no longer returns its expected answer.
  case broken(String)

  /// The reason why the sampling stopped early; nil if the sampling was completed.
  init?(_ sampled: SampledTrial) {
    if sampled.isCutOff {
      self = .cutOff
      return
    }
    guard let error = sampled.error else { return nil }
    self = (error as? TrialFailure) ?? .broken("the run failed while it was timed")
  }
}
