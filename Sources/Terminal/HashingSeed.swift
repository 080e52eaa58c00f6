package import System

/// The seed of the standard library's hashing.
///
/// The seed is random in each process, so the speed of sets and dictionaries varies by several percent between runs of
/// a program. A benchmark that compares such runs needs the same seed in all of them.
package enum HashingSeed {
  /// The environment variable that makes the standard library use a fixed seed.
  private static let variable = "SWIFT_DETERMINISTIC_HASHING"

  /// Whether this process uses the fixed seed.
  package static func isFixed(environment: EnvironmentVariables) -> Bool {
    environment[variable].map { !["", "0", "false", "no", "off"].contains($0) } ?? false
  }

  /// Restarts the program with the fixed seed, unless the environment already sets the variable.
  ///
  /// Call this before reading or writing anything. If the restart fails, the program continues.
  package static func fix(environment: EnvironmentVariables) {
    guard environment[variable] == nil else { return }
    Platform.restart(setting: variable, to: "1")
  }
}
