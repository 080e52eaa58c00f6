/// What was timed, and the raw samples.
///
/// The labels and counts are the columns that name it in a CSV of its experiment, such as `contender` or `n`.
public struct Measurement: Hashable, Sendable {
  /// Whether the samples can be believed.
  public enum Status: String, Sendable, CaseIterable {
    case ok
    /// One iteration would have taken longer than the cut-off; there are no samples, or too few.
    case cutOff = "cut-off"
    /// Its answer differs from the reference's; its time was not accepted.
    case disagrees
  }

  /// Text columns by name.
  public var labels: [String: String]

  /// Whole-number columns by name.
  public var counts: [String: Int]

  public var status: Status

  /// One sentence: why the status is not `ok`, or what a reader must know (a sample, lost order).
  public var note: String?

  /// Seconds of one iteration, each the mean of a batch; one array for each block, in order of time.
  public var blocks: [[Double]]

  /// The iterations of one batch.
  public var batch: Int

  /// Retired instructions of one iteration; nil where the system does not tell.
  public var instructions: Double?

  /// Processor cycles of one iteration; nil where the system does not tell.
  public var cycles: Double?

  /// The highest resident memory of the process while it ran, in bytes; nil where the system does not tell.
  public var peakMemoryBytes: Int?

  public init(
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

  /// All samples, in order of time.
  public var samples: [Double] { blocks.flatMap { $0 } }
}
