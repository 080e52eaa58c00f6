/// Describes the rows of a benchmark: their columns, and which rows are compared.
///
/// To add an experiment, create a value and list it in `ExperimentCatalog.all`.
public struct Experiment: Sendable {
  public let name: String

  /// A one-sentence summary for the help.
  public let summary: String

  /// The columns that identify a measurement, in CSV order, after `experiment`.
  public let columns: [String]

  /// The subset of `columns` in `Measurement.counts`; the others are in `Measurement.labels`.
  public let countColumns: Set<String>

  /// The column on the horizontal axis of a chart: the number of elements, or of bytes.
  public let sizeColumn: String

  /// The columns whose values identify a line of a chart.
  public let seriesColumns: [String]

  /// Whether rows have a throughput, which is bytes divided by the p50.
  public let hasThroughput: Bool

  /// The labels that identify the base of ratios, such as `contender` = `set-then-array`.
  public let baseLabels: [String: String]

  /// The columns in which a measurement and its base must be equal.
  public let sharedColumns: [String]

  /// The base to compare `measurement` with; nil if there is none with samples.
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
