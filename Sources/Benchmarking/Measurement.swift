/// One row of a benchmark: labels and counts that describe the workload, and the raw samples.
///
/// The labels and counts are the columns that identify the row in the experiment's CSV, such as
/// `contender` or `n`.
package struct Measurement: Hashable, Sendable {
  /// Whether the samples are valid.
  package enum Status: String, Sendable, CaseIterable {
    case ok
    /// An iteration exceeded the cut-off time, or was predicted to exceed it; few or no samples
    /// were taken.
    case cutOff = "cut-off"
    /// The answer differs from the reference answer, so no time was accepted.
    case disagrees
  }

  /// The values of the text columns, by column name.
  package var labels: [String: String]

  /// The values of the integer columns, by column name.
  package var counts: [String: Int]

  package var status: Status

  /// A sentence that explains a status other than `ok`, or a condition that affects the times; for
  /// example, that only a sample of the records was searched.
  package var note: String?

  /// The samples, one array per block, in chronological order.
  ///
  /// A sample is the mean time per iteration of a batch, in seconds.
  package var blocks: [[Double]]

  /// For each block, the number of the invocation that sampled it, in ascending order; empty if one
  /// invocation sampled all blocks.
  package var invocations: [Int] = []

  /// The number of the trial's group, counted from 0 in each invocation; nil if an older version
  /// wrote the run.
  ///
  /// The trials of a group are sampled alternately.
  package var group: Int?

  /// The number of iterations per batch.
  package var batch: Int

  /// Retired instructions per iteration; nil if the system does not report them.
  package var instructions: Double?

  /// Processor cycles per iteration; nil if the system does not report them.
  package var cycles: Double?

  /// The peak resident memory of the process during the measurement, in bytes; nil if the system
  /// does not report it.
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

  /// The blocks of each invocation, in ascending order of the invocations' numbers.
  package var blocksByInvocation: [(invocation: Int, blocks: [[Double]])] {
    var result: [(invocation: Int, blocks: [[Double]])] = []
    for (index, block) in blocks.enumerated() {
      let invocation = index < invocations.count ? invocations[index] : 0
      if let last = result.indices.last, result[last].invocation == invocation {
        result[last].blocks.append(block)
      } else {
        result.append((invocation, [block]))
      }
    }
    return result
  }

  /// The blocks of each invocation in `numbers`, in the order of `numbers`; the array of an
  /// invocation without samples is empty.
  package func blocks(ofInvocations numbers: [Int]) -> [[[Double]]] {
    let all = Dictionary(
      uniqueKeysWithValues: blocksByInvocation.map { ($0.invocation, $0.blocks) })
    return numbers.map { all[$0] ?? [] }
  }
}
