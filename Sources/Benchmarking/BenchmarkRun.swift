/// A benchmark run: its measurements, and everything that is needed to interpret or repeat them.
public struct BenchmarkRun: Hashable, Sendable {
  /// The version of the stored form; runs with a higher version are rejected.
  public static let schema = 1

  /// A corpus that was searched or loaded.
  public struct CorpusFacts: Hashable, Sendable {
    public var name: String
    public var records: Int
    public var bytes: Int
    /// The SHA-256 digest in hexadecimal; nil if it was not computed.
    public var sha256: String?

    public init(name: String, records: Int, bytes: Int, sha256: String? = nil) {
      self.name = name
      self.records = records
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  /// A unique id that sorts by time: `20261121-050000-k3f9`.
  public var id: String

  /// The name of an experiment in `ExperimentCatalog`.
  public var experiment: String

  /// The name from `--name`.
  public var name: String?

  /// The start time in UTC: `2026-11-21T05:00:00Z`.
  public var time: String

  /// Whether the run finished; false while it runs, and if it was interrupted.
  public var isFinished = false

  /// The command line, without the program.
  public var arguments: [String]

  public var settings: [String: String]
  public var seed: UInt64
  public var environment: Environment
  public var corpora: [CorpusFacts] = []

  /// Sentences about the whole run.
  public var notes: [String] = []

  /// Samples of the fixed reference workload, in seconds, by block; they distinguish a slower machine from slower code.
  public var reference: [[Double]] = []

  public var measurements: [Measurement] = []

  public init(
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
