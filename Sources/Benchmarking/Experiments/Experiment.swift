/// What a benchmark's rows look like: their columns, and what is compared with what.
///
/// To add one: write a value, and list it in `ExperimentCatalog.all`.
public struct Experiment: Sendable {
  public let name: String

  /// One sentence for help.
  public let summary: String

  /// The columns that name a measurement, in the order of the CSV, after `experiment`.
  public let columns: [String]

  /// Those of `columns` that are in `Measurement.counts`; the others are in `Measurement.labels`.
  public let countColumns: Set<String>

  /// The column whose values make the horizontal axis of a chart: elements, or bytes.
  public let sizeColumn: String

  /// The columns whose values name a line of a chart.
  public let seriesColumns: [String]

  /// Whether rows have a throughput: bytes divided by the p50.
  public let hasThroughput: Bool

  /// The labels of a measurement that ratios are taken to, such as `contender` = `set-then-array`.
  public let baseLabels: [String: String]

  /// The columns that a measurement and its base must share.
  public let sharedColumns: [String]

  /// The measurement that `measurement` is compared with; nil if there is none with samples.
  public func base(of measurement: Measurement, in all: [Measurement]) -> Measurement? {
    all.first { candidate in
      candidate.status == .ok && !candidate.blocks.isEmpty
        && baseLabels.allSatisfy { candidate.labels[$0.key] == $0.value }
        && sharedColumns.allSatisfy {
          candidate.labels[$0] == measurement.labels[$0]
            && candidate.counts[$0] == measurement.counts[$0]
        }
    }
  }
}
