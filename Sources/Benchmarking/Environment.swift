/// The machine and the program that a run was measured with; `nil` is what the system did not tell.
public struct Environment: Hashable, Sendable {
  /// The processor's model name.
  public var processor: String?

  /// The processors that this process may use.
  public var cores: Int

  /// The processors' worth of time that a control group allows; nil without a limit.
  public var quota: Double?

  /// The load average of the last minute when the run began.
  public var load: Double?

  public var memoryBytes: Int?

  /// Name and release, `Linux 6.1.0`.
  public var kernel: String

  /// The distribution, `Debian GNU/Linux 12 (bookworm)`.
  public var system: String?

  /// The version of Swift that built the program.
  public var swift: String

  /// `release` or `debug`.
  public var optimization: String

  /// The commit of searchbench, with `-dirty` behind it where files differed from it; nil if unknown.
  public var commit: String?

  /// The version of searchbench.
  public var version: String

  public init(
    processor: String? = nil, cores: Int = 1, quota: Double? = nil, load: Double? = nil,
    memoryBytes: Int? = nil, kernel: String = "", system: String? = nil, swift: String = "",
    optimization: String = "release", commit: String? = nil, version: String = ""
  ) {
    self.processor = processor
    self.cores = cores
    self.quota = quota
    self.load = load
    self.memoryBytes = memoryBytes
    self.kernel = kernel
    self.system = system
    self.swift = swift
    self.optimization = optimization
    self.commit = commit
    self.version = version
  }
}
