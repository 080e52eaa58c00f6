/// A benchmark run: its measurements, and everything that is needed to interpret or repeat them.
package struct BenchmarkRun: Hashable, Sendable {
  /// The version of the stored form; runs with a higher version are rejected.
  package static let schema = 1

  /// A corpus that was searched or loaded.
  package struct CorpusFacts: Hashable, Sendable {
    package var name: String
    package var records: Int
    package var bytes: Int
    /// The SHA-256 digest in hexadecimal; nil if it was not computed.
    package var sha256: String?

    package init(name: String, records: Int, bytes: Int, sha256: String? = nil) {
      self.name = name
      self.records = records
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  /// A unique id that sorts by time: `20261121-050000-k3f9`.
  package var id: String

  /// The name of an experiment in `ExperimentCatalog`.
  package var experiment: String

  /// The name from `--name`.
  package var name: String?

  /// The start time in UTC: `2026-11-21T05:00:00Z`.
  package var time: String

  /// Whether the run finished; false while it runs, and if it was interrupted.
  package var isFinished = false

  /// The command line, without the program.
  package var arguments: [String]

  package var settings: [String: String]
  package var seed: UInt64
  package var environment: Environment
  package var corpora: [CorpusFacts] = []

  /// Notes on the whole run.
  package var notes: [String] = []

  /// Samples of the fixed reference workload, in seconds, by block; they distinguish a slower machine from slower code.
  package var reference: [[Double]] = []

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
