/// Describes the rows of a benchmark: their columns, and which rows are compared.
///
/// To add an experiment, create a value of this type and add it to `ExperimentCatalog.all`.
package struct Experiment: Sendable {
  package let name: String

  /// A one-sentence summary for the help text.
  package let summary: String

  /// The columns that identify a measurement; in the CSV, they follow the column `experiment` in
  /// this order.
  package let columns: [String]

  /// The columns whose values are in `Measurement.counts`; the values of other columns are in
  /// `Measurement.labels`.
  package let countColumns: Set<String>

  /// The column on the horizontal axis of a chart: the number of elements or the number of bytes.
  package let sizeColumn: String

  /// The columns whose values identify a line of a chart.
  package let seriesColumns: [String]

  /// Whether rows have a throughput, which is the number of bytes divided by the median time.
  package let hasThroughput: Bool

  /// The labels that identify the baseline of ratios, such as `contender` = `set-then-array`.
  package let baseLabels: [String: String]

  /// The columns in which a measurement and its baseline must have equal values.
  package let sharedColumns: [String]

  /// The baseline to compare `measurement` with; nil if no baseline has samples.
  package func base(of measurement: Measurement, in all: [Measurement]) -> Measurement? {
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
