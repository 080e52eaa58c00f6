/// One run of a benchmark: its measurements, and all that is needed to judge or repeat them.
public struct BenchmarkRun: Hashable, Sendable {
  /// The version of the stored form; a higher one is refused.
  public static let schema = 1

  /// Facts of a corpus that was searched or loaded.
  public struct CorpusFacts: Hashable, Sendable {
    public var name: String
    public var records: Int
    public var bytes: Int
    /// Hexadecimal; nil where it was not computed.
    public var sha256: String?

    public init(name: String, records: Int, bytes: Int, sha256: String? = nil) {
      self.name = name
      self.records = records
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  /// Unique, and in order of time when sorted: `20261121-050000-k3f9`.
  public var id: String

  /// The name of an experiment of `ExperimentCatalog`.
  public var experiment: String

  /// Given by `--name`.
  public var name: String?

  /// When it began, in UTC: `2026-11-21T05:00:00Z`.
  public var time: String

  /// Whether it came to its end; false while it runs, and for ever if it was interrupted.
  public var isFinished = false

  /// The command line, without the program.
  public var arguments: [String]

  public var settings: [String: String]
  public var seed: UInt64
  public var environment: Environment
  public var corpora: [CorpusFacts] = []

  /// Sentences for the reader about the whole run.
  public var notes: [String] = []

  /// Samples of the fixed reference workload, in seconds, by block; what tells a slower machine from slower code.
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
