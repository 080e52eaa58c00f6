/// A benchmark run: the measurements, and all facts needed to interpret or repeat the measurements.
package struct BenchmarkRun: Hashable, Sendable {
  /// The version of the run file format; run files with a higher version are rejected.
  package static let schema = 2

  /// A corpus that was searched or loaded.
  package struct CorpusFacts: Hashable, Sendable {
    package var name: String
    package var records: Int
    package var bytes: Int
    /// The SHA-256 digest of the corpus in hexadecimal; nil if it was not computed.
    package var sha256: String?

    package init(name: String, records: Int, bytes: Int, sha256: String? = nil) {
      self.name = name
      self.records = records
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  /// A unique id that sorts by time, such as `20261121-050000-k3f9q0`.
  package var id: String

  /// The experiment's name in `ExperimentCatalog`.
  package var experiment: String

  /// The name given with `--name`; nil if there is none.
  package var name: String?

  /// The start time in UTC, such as `2026-11-21T05:00:00Z`.
  package var time: String

  /// Whether the run finished; false while the run is in progress, and after an interruption.
  package var isFinished = false

  /// The command-line arguments, without the program's name.
  package var arguments: [String]

  package var settings: [String: String]
  package var seed: UInt64
  package var environment: Environment
  package var corpora: [CorpusFacts] = []

  /// Sentences about the whole run, such as the reason why a contender was skipped.
  package var notes: [String] = []

  /// The times of the reference workload (`ReferenceWorkload`) before or after one group of trials.
  package struct ReferenceTime: Hashable, Sendable {
    /// The number of the invocation that measured these times.
    package var invocation: Int

    /// The index of the group of trials that was sampled after these times were measured.
    ///
    /// After the last group, the index is the number of groups.
    package var group: Int

    /// The samples in seconds, one array per block.
    package var blocks: [[Double]]

    package init(invocation: Int = 0, group: Int, blocks: [[Double]]) {
      self.invocation = invocation
      self.group = group
      self.blocks = blocks
    }
  }

  /// The times of the reference workload before and after each group of trials.
  ///
  /// Runs of schema 1 timed the reference workload only once, before the first group.
  package var references: [ReferenceTime] = []

  /// The numbers of the run's invocations, in ascending order.
  package var invocations: [Int] {
    Set(measurements.flatMap { $0.blocksByInvocation.map(\.invocation) }).sorted()
  }

  package var measurements: [Measurement] = []

  package init(
    id: String, experiment: String, time: String, arguments: [String],
    settings: [String: String] = [:], seed: UInt64 = 1, environment: Environment
  ) {
    self.id = id
    self.experiment = experiment
    self.time = time
    self.arguments = arguments
    self.settings = settings
    self.seed = seed
    self.environment = environment
  }
}
