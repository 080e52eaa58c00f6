/// The comparison of two runs of an experiment, row by row.
///
///     let diff = RunDiff(before, after)
///     for row in diff.rows where row.comparison?.verdict == .slower { print(row.name) }
package struct RunDiff: Sendable {
  /// A measurement that both runs have.
  package struct Row: Sendable {
    /// The columns that identify it, with their values, in CSV order.
    package let columns: [Column]
    package let base: Measurement
    package let changed: Measurement

    /// The comparison; nil if either measurement has no accepted samples.
    package let comparison: Comparison?

    /// The values of the columns: `array-contains int ascending 0 10000`.
    package var name: String { columns.map(\.value).joined(separator: " ") }
  }

  /// A column's name and value.
  package struct Column: Hashable, Sendable {
    package let name: String
    package let value: String
  }

  package let base: BenchmarkRun
  package let changed: BenchmarkRun

  /// The common rows, in the order of the base.
  package let rows: [Row]

  /// The measurements that only one of the runs has.
  package let onlyInBase: [Measurement]
  package let onlyInChanged: [Measurement]

  /// The reasons to doubt the comparison, as lower-case sentences without periods.
  package let warnings: [String]

  /// The comparison of the reference workload; nil if either run has no samples of it.
  package let reference: Comparison?

  /// Compares `changed` with `base`.
  ///
  /// Two rows match if they agree in all columns of the experiment except result columns such as `matches`. If several
  /// rows have the same columns, they are paired in order.
  ///
  /// - Complexity: O(*n* + *m*) for *n* and *m* measurements, plus one comparison per pair.
  package init(_ base: BenchmarkRun, _ changed: BenchmarkRun) {
    self.base = base
    self.changed = changed
    var waiting: [[Column]: [Int]] = [:]
    for (index, measurement) in changed.measurements.enumerated().reversed() {
      waiting[Self.columns(of: measurement, in: changed), default: []].append(index)
    }
    var rows: [Row] = []
    var onlyInBase: [Measurement] = []
    var isMatched = [Bool](repeating: false, count: changed.measurements.count)
    for measurement in base.measurements {
      let columns = Self.columns(of: measurement, in: base)
      guard base.experiment == changed.experiment, let index = waiting[columns]?.popLast() else {
        onlyInBase.append(measurement)
        continue
      }
      isMatched[index] = true
      let other = changed.measurements[index]
      rows.append(
        Row(
          columns: columns, base: measurement, changed: other,
          comparison: Self.comparison(measurement, other, seed: base.seed)))
    }
    self.rows = rows
    self.onlyInBase = onlyInBase
    onlyInChanged = changed.measurements.indices.filter { !isMatched[$0] }.map {
      changed.measurements[$0]
    }
    reference = Self.comparison(base.reference, changed.reference, seed: base.seed)
    warnings = Self.warnings(base, changed, rows)
  }

  private static func comparison(
    _ base: Measurement, _ changed: Measurement, seed: UInt64
  ) -> Comparison? {
    guard base.status == .ok, changed.status == .ok else { return nil }
    return comparison(base.blocks, changed.blocks, seed: seed)
  }

  private static func comparison(
    _ base: [[Double]], _ changed: [[Double]], seed: UInt64
  ) -> Comparison? {
    guard base.contains(where: { !$0.isEmpty }), changed.contains(where: { !$0.isEmpty }) else {
      return nil
    }
    return Comparison(base, changed, pairing: .apart, seed: seed)
  }

  /// The columns that hold results, which do not identify a measurement.
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
