/// The machine and the build that a run used; a value that the system does not report is nil.
package struct Environment: Hashable, Sendable {
  /// The processor's model name.
  package var processor: String?

  /// The number of processors that this process may use.
  package var cores: Int

  /// The CPU quota of the control group, in processors; nil if there is no limit.
  package var quota: Double?

  /// The one-minute load average at the start of the run.
  package var load: Double?

  package var memoryBytes: Int?

  /// The kernel's name and release: `Linux 6.1.0`.
  package var kernel: String

  /// The Linux distribution, such as `Debian GNU/Linux 12 (bookworm)`.
  package var system: String?

  /// The Swift version that built the program.
  package var swift: String

  /// `release` or `debug`.
  package var optimization: String

  /// The commit that searchbench was built from, with the suffix `-dirty` if there were uncommitted
  /// changes; nil if unknown.
  package var commit: String?

  /// The version of searchbench.
  package var version: String

  package init(
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
