internal import Basics
internal import Corpora
internal import Searching

/// Collects the answers of several implementations to one query.
struct AnswerTable {
  private struct Line {
    let name: String
    var prepared: PreparedTrial?
    var records: ResultSet?
    var refusal: String?
  }

  private var lines: [Line] = []

  mutating func add(_ name: String, _ prepared: PreparedTrial, _ records: ResultSet?) {
    lines.append(Line(name: name, prepared: prepared, records: records))
  }

  mutating func add(_ name: String, refusal: String) {
    lines.append(Line(name: name, refusal: refusal))
  }

  /// Samples all implementations alternately, and finds the records that some answers lack.
  ///
  /// - Complexity: O(*k* · *n*) for *k* answers of *n* records, plus the time for sampling.
  func result(_ log: ExperimentLog, of title: String) -> CompareExperiment.Result {
    let sampled = log.sample(lines.compactMap(\.prepared), of: title)
    var inOne: ResultSet?
    var inTwo: ResultSet?
    for case let records? in lines.map(\.records) {
      let before = inOne ?? records.subtracting(records)
      let again = before.intersection(records)
      inTwo = inTwo.map { $0.union(again) } ?? again
      inOne = before.union(records)
    }
    let rows = lines.map { line in
      CompareExperiment.Row(
        name: line.name, records: line.records,
        exclusiveRecords: line.records.flatMap { records in inTwo.map { records.subtracting($0) } },
        missing: line.records.flatMap { records in inOne.map { $0.subtracting(records) } },
        measurement: sampled.first { row in
          line.prepared.map { $0.measurement.labels == row.labels } ?? false
        },
        refusal: line.refusal)
    }
    return CompareExperiment.Result(rows: rows, sentences: rows.compactMap(\.sentence))
  }
}

extension CompareExperiment.Row {
  /// A sentence about the records that the row's answer lacks; nil if none are missing.
  fileprivate var sentence: String? {
    guard let missing, let first = missing.first else { return nil }
    let number = (Int(first.rawValue) + 1).grouped
    if missing.count == 1 {
      return "answers differ: \(name) misses record \(number), which another answer contains"
    }
    return "answers differ: \(name) misses \(missing.count.grouped) records that other answers "
      + "contain; the first is record \(number)"
  }
}
