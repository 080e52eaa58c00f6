extension BenchmarkRun {
  /// Adds the samples of an invocation to the samples of the earlier invocations.
  ///
  /// Rows are matched by their columns, as in `RunDiff`. If a row is cut off or disagrees in one
  /// invocation, the merged row has the same status and no samples. The samples of a cut-off row
  /// would be biased, because samples above the cut-off are missing.
  ///
  /// - Parameters:
  ///   - other: The run that the invocation wrote.
  ///   - invocation: The number of the invocation, higher than all earlier ones.
  package mutating func add(_ other: BenchmarkRun, invocation: Int) {
    if corpora.isEmpty { corpora = other.corpora }
    for note in other.notes where !notes.contains(note) { notes.append(note) }
    references += other.references.map {
      ReferenceTime(invocation: invocation, group: $0.group, blocks: $0.blocks)
    }
    var waiting: [[RunDiff.Column]: [Int]] = [:]
    for index in measurements.indices.reversed() {
      waiting[RunDiff.columns(of: measurements[index], in: self), default: []].append(index)
    }
    for row in other.measurements {
      if let index = waiting[RunDiff.columns(of: row, in: other)]?.popLast() {
        measurements[index].add(row, invocation: invocation)
      } else {
        var row = row
        row.invocations = row.blocks.map { _ in invocation }
        row.dropRefusedSamples()
        measurements.append(row)
      }
    }
  }
}

extension BenchmarkRun {
  /// Copies the instruction counts of another run of the same benchmark; rows that the other run
  /// lacks get no count.
  package mutating func takeInstructions(from other: BenchmarkRun) {
    var counts: [[RunDiff.Column]: [Double?]] = [:]
    for row in other.measurements.reversed() {
      counts[RunDiff.columns(of: row, in: other), default: []].append(row.instructions)
    }
    for index in measurements.indices {
      let columns = RunDiff.columns(of: measurements[index], in: self)
      measurements[index].instructions = counts[columns]?.popLast() ?? nil
    }
  }

  /// The name of the setting that stores how `--count` counts instructions: `processor` or
  /// `valgrind`.
  package static let counter = "count"
}

extension Measurement {
  /// Adds the samples of a later invocation.
  fileprivate mutating func add(_ other: Measurement, invocation: Int) {
    let earlier = Double(blocksByInvocation.count)
    func mean(_ a: Double?, _ b: Double?) -> Double? {
      a.flatMap { a in b.map { (a * earlier + $0) / (earlier + 1) } }
    }
    if earlier > 0, !other.blocks.isEmpty {
      instructions = mean(instructions, other.instructions)
      cycles = mean(cycles, other.cycles)
    }
    peakMemoryBytes = [peakMemoryBytes, other.peakMemoryBytes].compactMap { $0 }.max()
    blocks += other.blocks
    invocations += other.blocks.map { _ in invocation }
    if group == nil { group = other.group }
    if other.severity > severity {
      status = other.status
      note = other.note
    }
    dropRefusedSamples()
  }

  /// Removes the samples unless the status is `ok`.
  fileprivate mutating func dropRefusedSamples() {
    guard status != .ok else { return }
    blocks = []
    invocations = []
  }

  /// How severe the status is; merging two rows keeps the more severe status.
  private var severity: Int {
    switch status {
    case .ok: 0
    case .cutOff: 1
    case .disagrees: 2
    }
  }
}
