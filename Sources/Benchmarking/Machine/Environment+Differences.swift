extension Environment {
  /// What differs from `other`, one lower-case sentence without a period each; the load and the memory in use are no
  /// difference.
  public func differences(from other: Environment) -> [String] {
    machineDifferences(from: other) + programDifferences(from: other)
  }

  /// What makes it another machine, so that times cannot be compared: processor, cores, quota, memory.
  public func machineDifferences(from other: Environment) -> [String] {
    var differences: [String] = []
    if processor != other.processor {
      differences.append(
        Self.difference("processor", processor ?? "unknown", other.processor ?? "unknown"))
    }
    if cores != other.cores {
      differences.append(Self.difference("number of cores", "\(cores)", "\(other.cores)"))
    }
    if quota != other.quota {
      differences.append(
        Self.difference(
          "quota of processor time", quota.map { "\($0)" } ?? "none",
          other.quota.map { "\($0)" } ?? "none"))
    }
    if Self.differs(memoryBytes, other.memoryBytes) {
      differences.append(
        Self.difference(
          "size of memory", memoryBytes.map { "\($0) bytes" } ?? "unknown",
          other.memoryBytes.map { "\($0) bytes" } ?? "unknown"))
    }
    return differences
  }

  /// What differs on one machine: the system, and how the program was built.
  public func programDifferences(from other: Environment) -> [String] {
    let pairs = [
      ("kernel", kernel, other.kernel),
      ("system", system ?? "unknown", other.system ?? "unknown"),
      ("version of Swift", swift, other.swift),
      ("optimization", optimization, other.optimization),
      ("version of searchbench", version, other.version),
      ("commit of searchbench", commit ?? "unknown", other.commit ?? "unknown"),
    ]
    return pairs.filter { $0.1 != $0.2 }.map { Self.difference($0.0, $0.1, $0.2) }
  }

  private static func difference(_ name: String, _ value: String, _ other: String) -> String {
    "the \(name) differs: \(value) instead of \(other)"
  }

  /// Kernels keep a little memory for themselves, and not always the same: less than 2 % is no difference.
  private static func differs(_ a: Int?, _ b: Int?) -> Bool {
    guard let a, let b else { return a != b }
    return abs(Double(a) - Double(b)) > 0.02 * Double(max(a, b))
  }
}
