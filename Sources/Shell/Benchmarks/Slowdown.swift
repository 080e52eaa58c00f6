internal import Basics
internal import System

/// An artificial slowdown of all trials of a benchmark, for testing the verdicts of comparisons.
///
/// The environment variable `variable` sets the slowdown.
enum Slowdown {
  static let variable = "SEARCHBENCH_SLOWDOWN"

  /// The slowdown as a fraction, such as 0.05 for 5 %; 0 if the variable is not set.
  ///
  /// - Throws: a usage error if the variable is not a percentage.
  static func share(environment: EnvironmentVariables) throws -> Double {
    guard let text = environment[variable], !text.isEmpty else { return 0 }
    guard let percent = Double(text), (0...10_000).contains(percent) else {
      throw ShellError.usage(
        "\(variable) cannot be \(CommandWords.quoted(text)): it takes percent from 0 to 10000")
    }
    return percent / 100
  }

  /// A note about the slowdown `share`; nil if `share` is 0.
  static func note(_ share: Double) -> String? {
    if share == 0 { return nil }
    let percent = NumberFormat.fixed(share * 100, decimals: 1)
    return "all trials are slowed down by \(percent) % (\(variable))"
  }
}
