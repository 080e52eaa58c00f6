internal import System

extension Environment {
  /// The current machine and program; `version` is the version of searchbench.
  package static func current(version: String) -> Environment {
    let build = BuildFacts(beside: Platform.executable(), read: { Platform.text(of: $0) })
    return Environment(
      processor: Platform.text(of: "/proc/cpuinfo").flatMap(ProcFile.processor)
        ?? Platform.processor(),
      cores: Platform.usableProcessors(),
      quota: ControlGroup.quota(
        membership: Platform.text(of: "/proc/self/cgroup") ?? "", read: { Platform.text(of: $0) }),
      load: Platform.load(),
      memoryBytes: Platform.memoryBytes(),
      kernel: Platform.kernel(),
      system: (Platform.text(of: "/etc/os-release") ?? Platform.text(of: "/usr/lib/os-release"))
        .flatMap(ProcFile.systemName) ?? Platform.system(),
      swift: build.swift ?? BuildFacts.compiler,
      optimization: BuildFacts.optimization,
      commit: build.commit,
      version: version)
  }
}
