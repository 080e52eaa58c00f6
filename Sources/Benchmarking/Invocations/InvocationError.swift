/// Why an invocation of a program gave no samples.
package enum InvocationError: Error, Equatable, Sendable {
  /// The program does not start; `reason` is the system's error message.
  case notStarted(path: String, reason: String)

  /// The program is not a build of searchbench, or does not have this benchmark.
  case wrongProgram(path: String, member: String)

  /// The program reported this error and ended with this exit code.
  case failed(message: String, code: Int32)

  /// The program ended without a result; `how` is a phrase such as `was ended by signal 11`.
  case died(path: String, how: String)

  /// The result is not a run; `reason` is a lower-case sentence.
  case malformed(path: String, reason: String)

  case cancelled

  /// The error as a lower-case sentence without a period.
  package var message: String {
    switch self {
    case .notStarted(let path, let reason):
      "cannot start \(path): \(reason); give the path of a searchbench program"
    case .wrongProgram(let path, let member):
      "\(path) is not a build of searchbench with the command \(member); "
        + "give the path of another build"
    case .failed(let message, _): message
    case .died(let path, let how):
      "\(path) \(how) before it gave a result; run this program directly to see why"
    case .malformed(let path, let reason):
      "\(path) gave a result that cannot be read: \(reason); give the path of another build"
    case .cancelled: "interrupted"
    }
  }
}
