internal import System
internal import UnicodeText

/// The environment variable that chooses the instruction set of the scan kernels.
enum KernelVariable {
  static let name = "SEARCHBENCH_KERNELS"

  /// The reason why the kernels ignore the value of the variable; nil if they use the value, or if
  /// the variable is empty or not set.
  static func problem(_ environment: EnvironmentVariables) -> String? {
    guard let text = environment[name], !text.isEmpty else { return nil }
    guard let level = Kernels.Level(rawValue: text) else {
      let names = Kernels.Level.allCases.map(\.rawValue).joined(separator: ", ")
      return "\(name) is ignored: it is \(CommandWords.quoted(text)), but must be one of \(names)"
    }
    if level.isSupported { return nil }
    return "\(name) is ignored: this processor does not support \(text)"
  }
}
