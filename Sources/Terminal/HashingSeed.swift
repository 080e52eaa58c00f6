package import System

/// The seed of the standard library's hashing.
///
/// The seed is random in each process, so the speed of sets and dictionaries varies by several
/// percent between the invocations of a benchmark.
package enum HashingSeed {
  /// The environment variable that makes the standard library use a fixed seed.
  private static let variable = "SWIFT_DETERMINISTIC_HASHING"

  /// Whether this process uses the fixed seed.
  package static func isFixed(environment: EnvironmentVariables) -> Bool {
    environment[variable].map { !["", "0", "false", "no", "off"].contains($0) } ?? false
  }
}
