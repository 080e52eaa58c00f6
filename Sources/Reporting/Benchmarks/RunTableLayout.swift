internal import Benchmarking

/// Which values of a run's rows are common to all, name a group, name a row, or stand in columns.
struct RunTableLayout {
  /// What holds for all rows.
  let common: [String]

  /// The columns that rows must share to be compared, and in which the run has several values.
  let groupColumns: [String]

  /// The columns that name a row in its group.
  let nameColumns: [String]

  /// Counts that differ within a group.
  let resultColumns: [String]

  /// Counts that are the same in each group, and not in all of the run.
  private let groupFacts: [String]

  /// Columns of whole numbers.
  let counts: Set<String>

  /// The groups by their values of `groupColumns`, in the order of their first rows.
  let groups: [(key: [JSON?], rows: [RunRow])]

  let hasRatio: Bool
  let hasRate: Bool

  init(_ run: BenchmarkRun, _ rows: [RunRow]) {
    let experiment = ExperimentCatalog.named(run.experiment)
    let columns = experiment?.columns ?? run.measurements.columnNames
    let shared = experiment?.sharedColumns ?? []
    let counts = experiment?.countColumns ?? Set(run.measurements.flatMap(\.counts.keys))
    self.counts = counts
    func isConstant(_ column: String, _ rows: [RunRow]) -> Bool {
      Set(rows.map { $0.value(of: column) }).count == 1
    }
    let groupColumns = shared.filter { !isConstant($0, rows) }
    self.groupColumns = groupColumns
    var places: [[JSON?]: Int] = [:]
    var groups: [(key: [JSON?], rows: [RunRow])] = []
    for row in rows {
      let key = groupColumns.map { row.value(of: $0) }
      if let place = places[key] {
        groups[place].rows.append(row)
      } else {
        places[key] = groups.count
        groups.append((key, [row]))
      }
    }
    self.groups = groups
    nameColumns = columns.filter { !shared.contains($0) && !counts.contains($0) }
    let results = columns.filter { !shared.contains($0) && counts.contains($0) }
    let constant = results.filter { isConstant($0, rows) }
    let inGroups = results.filter { column in
      !constant.contains(column) && groups.allSatisfy { isConstant(column, $0.rows) }
    }
    groupFacts = inGroups
    resultColumns = results.filter { !constant.contains($0) && !inGroups.contains($0) }
    common = (shared.filter { isConstant($0, rows) } + constant).compactMap { column in
      rows.first.map { ColumnText.text($0.value(of: column), of: column) }
    }.filter { !$0.isEmpty }
    hasRatio = rows.contains { $0.ratio != nil }
    hasRate = rows.contains { $0.megabytesPerSecond != nil }
  }

  /// What a group has in common.
  func title(_ key: [JSON?], _ rows: [RunRow]) -> String {
    let named = zip(groupColumns, key).map { ColumnText.text($1, of: $0) }
    // A fact that repeats a number of the key, as without duplicates, says nothing.
    let facts = groupFacts.map { column in
      let value = rows.first.flatMap { $0.value(of: column) }
      return key.contains(value) ? "" : ColumnText.text(value, of: column)
    }
    return (named + facts).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  func name(of row: RunRow) -> String {
    nameColumns.map { ColumnText.cell(row.value(of: $0), of: $0) }.filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
