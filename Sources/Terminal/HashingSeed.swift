internal import CEdit

/// The seed of the standard library's hashing.
///
/// It is drawn anew for each process, so that sets and dictionaries differ by several percent between two runs of the same
/// program. A benchmark that compares such runs wants the same seed in all of them.
public enum HashingSeed {
  /// What makes the standard library use the same seed in every process.
  private static let variable = "SWIFT_DETERMINISTIC_HASHING"

  /// Whether this process has the seed that every process has.
  public static func isFixed(environment: [String: String]) -> Bool {
    environment[variable].map { !["", "0", "false", "no", "off"].contains($0) } ?? false
  }

  /// Starts the program again with the fixed seed, unless the environment has chosen.
  ///
  /// To be called before anything was read or written. Where the system cannot do it nothing happens.
  public static func fix(environment: [String: String]) {
    guard environment[variable] == nil else { return }
    // SAFETY: the arguments of the process are in place as long as it runs.
    unsafe ce_start_again(CommandLine.unsafeArgv, variable, "1")
  }
}
