internal import Benchmarking
internal import JSON

/// The rows of a run that form one line of a chart: one contender at several sizes, with all other
/// inputs equal.
struct RunSeries {
  /// The value of the first series column, followed by the values of the other series columns that
  /// differ between the series of the run.
  let name: String

  /// The value of each series column, by column name; all values together identify the series.
  let key: [String: JSON]

  /// The rows of the series, in the order of the run.
  var rows: [RunRow]

  /// The sizes and p50 times of the accepted rows, by ascending size.
  func points(by column: String) -> [(size: Double, seconds: Double)] {
    rows.compactMap { row -> (size: Double, seconds: Double)? in
      guard row.measurement.status == .ok, let summary = row.summary,
        let size = row.measurement.counts[column], size > 0, summary.p50 > 0
      else { return nil }
      return (Double(size), summary.p50)
    }.sorted { $0.size < $1.size }
  }

  /// The series of a run, in the order of their first rows.
  static func all(of rows: [RunRow], _ experiment: Experiment) -> [RunSeries] {
    let columns = experiment.seriesColumns
    let keys = rows.map { row in columns.map { row.value(of: $0) ?? .null } }
    let distinguishing = columns.indices.filter { index in
      index == 0 || Set(keys.map { $0[index] }).count > 1
    }
    var places: [[JSON]: Int] = [:]
    var all: [RunSeries] = []
    for (row, key) in zip(rows, keys) {
      if let place = places[key] {
        all[place].rows.append(row)
        continue
      }
      places[key] = all.count
      let words = distinguishing.map { index in
        index == 0
          ? ColumnText.cell(key[index], of: columns[index])
          : ColumnText.text(key[index], of: columns[index])
      }
      let named = zip(columns, key).map { ($0, $1) }
      all.append(
        RunSeries(
          name: words.filter { !$0.isEmpty }.joined(separator: " "),
          key: Dictionary(uniqueKeysWithValues: named), rows: [row]))
    }
    return all
  }

  /// Whether this series is the base with which `other` is compared.
  func isBase(of other: RunSeries, _ experiment: Experiment) -> Bool {
    key.allSatisfy { column, value in
      experiment.baseLabels[column].map { JSON.string($0) == value } ?? (other.key[column] == value)
    }
  }
}
