/// The comparison of two runs of an experiment, row by row.
///
///     let diff = RunDiff(before, after)
///     for row in diff.rows where row.comparison?.verdict == .slower { print(row.name) }
package struct RunDiff: Sendable {
  /// A row that both runs have: its two measurements and their comparison.
  package struct Row: Sendable {
    /// The columns that identify the measurement, with their values, in CSV order.
    package let columns: [Column]
    package let base: Measurement
    package let changed: Measurement

    /// The comparison; nil if none is possible, for example because a run has no accepted samples.
    package let comparison: Comparison?

    /// Why the row gets no verdict, as a lower-case sentence without a period; nil if the row can
    /// get a verdict.
    package let doubt: String?

    /// The number of instructions in the changed run, divided by the number in the base.
    ///
    /// The ratio is nil if the runs did different work, or if `--count` did not count the
    /// instructions of both runs by the same method.
    package let instructionRatio: Double?

    /// Whether the number of instructions grew by more than 1 %.
    ///
    /// Two counts of the same program differ by up to half a percent.
    package var hasMoreInstructions: Bool { instructionRatio ?? 0 > 1.01 }

    /// The values of the columns, such as `array-contains int ascending 0 10000`.
    package var name: String { columns.map(\.value).joined(separator: " ") }
  }

  /// A column's name and value.
  package struct Column: Hashable, Sendable {
    package let name: String
    package let value: String
  }

  package let base: BenchmarkRun
  package let changed: BenchmarkRun

  /// The rows that both runs have, in the order of the base run.
  package let rows: [Row]

  /// The measurements that the changed run lacks.
  package let onlyInBase: [Measurement]

  /// The measurements that the base run lacks.
  package let onlyInChanged: [Measurement]

  /// The reasons to doubt the comparison, as lower-case sentences without periods.
  package let warnings: [String]

  /// Whether the two programs ran alternately, with `--against`.
  package let isInterleaved: Bool

  /// The time of the reference workload in the changed run, divided by its time in the base; nil if
  /// either run lacks this time.
  package let referenceRatio: Double?

  /// The name of the setting that stores the id of the other run, which was measured alternately
  /// with this run.
  package static let partner = "against"

  /// Compares `changed` with `base`.
  ///
  /// Two rows match if they agree in all columns of the experiment except result columns such as
  /// `matches`. If several rows of a run have equal values in the compared columns, the rows are
  /// paired in order. The intervals and verdicts are corrected for the number of rows, with `Holm`.
  ///
  /// - Complexity: O(*n* + *m*) for *n* and *m* measurements, plus one comparison per pair.
  package init(_ base: BenchmarkRun, _ changed: BenchmarkRun) {
    self.base = base
    self.changed = changed
    var waiting: [[Column]: [Int]] = [:]
    for (index, measurement) in changed.measurements.enumerated().reversed() {
      waiting[Self.columns(of: measurement, in: changed), default: []].append(index)
    }
    isInterleaved =
      base.settings[Self.partner] == changed.id && changed.settings[Self.partner] == base.id
    var pairs: [(columns: [Column], base: Measurement, changed: Measurement)] = []
    var onlyInBase: [Measurement] = []
    var isMatched = [Bool](repeating: false, count: changed.measurements.count)
    for measurement in base.measurements {
      let columns = Self.columns(of: measurement, in: base)
      guard base.experiment == changed.experiment, let index = waiting[columns]?.popLast() else {
        onlyInBase.append(measurement)
        continue
      }
      isMatched[index] = true
      pairs.append((columns, measurement, changed.measurements[index]))
    }
    let compared = Self.compare(
      pairs.map { ($0.base, $0.changed) }, base, changed, isInterleaved: isInterleaved)
    let counters = [base, changed].map { $0.settings[BenchmarkRun.counter] }
    let areCounted =
      counters[0] != nil && counters[0] == counters[1] && Self.workDifference(base, changed) == nil
    rows = zip(pairs, compared).map { pair, result in
      var ratio: Double?
      if areCounted, let before = pair.base.instructions, before > 0 {
        ratio = pair.changed.instructions.map { $0 / before }
      }
      return Row(
        columns: pair.columns, base: pair.base, changed: pair.changed,
        comparison: result.comparison, doubt: result.doubt, instructionRatio: ratio)
    }
    self.onlyInBase = onlyInBase
    onlyInChanged = changed.measurements.indices.filter { !isMatched[$0] }.map {
      changed.measurements[$0]
    }
    let references = [base, changed].map { $0.references.flatMap(\.blocks).flatMap { $0 } }
    referenceRatio =
      references.contains(where: \.isEmpty)
      ? nil : Percentile.median(references[1]) / Percentile.median(references[0])
    warnings = Self.warnings(base, changed, rows, isInterleaved: isInterleaved)
  }

  /// The columns that contain results, and therefore do not identify a measurement.
  private static let results: Set<String> = [
    "unique", "matches", "records", "bytes", "memory_bytes",
  ]

  /// The columns that identify a measurement of `run`, with their values.
  package static func columns(of measurement: Measurement, in run: BenchmarkRun) -> [Column] {
    let all =
      ExperimentCatalog.named(run.experiment)?.columns
      ?? (measurement.labels.keys.sorted() + measurement.counts.keys.sorted())
    return all.filter { !results.contains($0) }.compactMap { name in
      let value = measurement.labels[name] ?? measurement.counts[name].map(String.init)
      return value.map { Column(name: name, value: $0) }
    }
  }
}
