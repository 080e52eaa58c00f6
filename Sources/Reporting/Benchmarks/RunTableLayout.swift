internal import Benchmarking
internal import JSON

/// Decides where a table shows the values of each column: above all rows, in group titles, or in a
/// table column.
struct RunTableLayout {
  /// The values that all rows share, as text.
  let common: [String]

  /// The columns that define the groups: those of the experiment's `sharedColumns` that have
  /// several values in this run.
  let groupColumns: [String]

  /// The columns whose values identify a row within its group.
  let nameColumns: [String]

  /// The count columns whose values differ within a group.
  let resultColumns: [String]

  /// The count columns whose values are equal within each group but differ between groups.
  private let groupFacts: [String]

  /// The columns that contain whole numbers.
  let counts: Set<String>

  /// The groups in the order of their first rows; `key` contains a group's values of
  /// `groupColumns`.
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

  /// The title of a group: the values of `groupColumns`, then the values of `groupFacts`.
  func title(_ key: [JSON?], _ rows: [RunRow]) -> String {
    let named = zip(groupColumns, key).map { ColumnText.text($1, of: $0) }
    // Skip a count that equals a value in `key`: for an input without duplicates, the number of
    // unique elements is `n`.
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
