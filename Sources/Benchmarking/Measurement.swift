/// One row of a benchmark: what was timed, and the raw samples.
///
/// The labels and counts are the columns that identify it in the experiment's CSV, such as `contender` or `n`.
package struct Measurement: Hashable, Sendable {
  /// Whether the samples are valid.
  package enum Status: String, Sendable, CaseIterable {
    case ok
    /// One iteration would have exceeded the cut-off, so there are no samples, or too few.
    case cutOff = "cut-off"
    /// The answer differs from the reference, so its time was not accepted.
    case disagrees
  }

  /// The text columns by name.
  package var labels: [String: String]

  /// The integer columns by name.
  package var counts: [String: Int]

  package var status: Status

  /// A sentence: why the status is not `ok`, or what affects the times (a sample of the records, lost order).
  package var note: String?

  /// Seconds per iteration, each the mean of a batch; one array per block, in chronological order.
  package var blocks: [[Double]]

  /// The number of iterations per batch.
  package var batch: Int

  /// Retired instructions per iteration; nil if the system does not report them.
  package var instructions: Double?

  /// Processor cycles per iteration; nil if the system does not report them.
  package var cycles: Double?

  /// The peak resident memory of the process during the measurement, in bytes; nil if the system does not report it.
  package var peakMemoryBytes: Int?

  package init(
    labels: [String: String], counts: [String: Int] = [:], status: Status = .ok,
    note: String? = nil, blocks: [[Double]] = [], batch: Int = 1
  ) {
    self.labels = labels
    self.counts = counts
    self.status = status
    self.note = note
    self.blocks = blocks
    self.batch = batch
  }

  /// All samples, in chronological order.
  package var samples: [Double] { blocks.flatMap { $0 } }
}
