extension Environment {
  /// The differences from `other`, as lower-case sentences without periods.
  ///
  /// The load average is not compared, because it always differs.
  package func differences(from other: Environment) -> [String] {
    machineDifferences(from: other) + programDifferences(from: other)
  }

  /// The differences in processor, cores, quota and memory; any of these makes times incomparable.
  package func machineDifferences(from other: Environment) -> [String] {
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
          "processor quota", quota.map { "\($0)" } ?? "none",
          other.quota.map { "\($0)" } ?? "none"))
    }
    if Self.differs(memoryBytes, other.memoryBytes) {
      differences.append(
        Self.difference(
          "memory size", memoryBytes.map { "\($0) bytes" } ?? "unknown",
          other.memoryBytes.map { "\($0) bytes" } ?? "unknown"))
    }
    return differences
  }

  /// How the systems and the builds of the program differ.
  package func programDifferences(from other: Environment) -> [String] {
    let pairs = [
      ("kernel", kernel, other.kernel),
      ("system", system ?? "unknown", other.system ?? "unknown"),
      ("Swift version", swift, other.swift),
      ("optimization", optimization, other.optimization),
      ("searchbench version", version, other.version),
      ("searchbench commit", commit ?? "unknown", other.commit ?? "unknown"),
    ]
    return pairs.filter { $0.1 != $0.2 }.map { Self.difference($0.0, $0.1, $0.2) }
  }

  private static func difference(_ name: String, _ value: String, _ other: String) -> String {
    "the \(name) differs: \(value) instead of \(other)"
  }

  /// Whether the memory sizes differ by more than 2 %; smaller differences are ignored, because the
  /// amount that kernels reserve varies.
  private static func differs(_ a: Int?, _ b: Int?) -> Bool {
    guard let a, let b else { return a != b }
    return abs(Double(a) - Double(b)) > 0.02 * Double(max(a, b))
  }
}
