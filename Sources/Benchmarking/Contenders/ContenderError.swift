/// Why a contender gave no answer; `message` states the reason as a sentence.
package enum ContenderError: Error, Hashable, Sendable {
  /// The contender program is not installed.
  case absent

  /// The program at `path` cannot be started; `reason` is the system's error message.
  case notStarted(path: String, reason: String)

  /// The program at `path` is not the contender program, or uses another version of the protocol.
  case wrongProgram(path: String, reason: String)

  /// A search took longer than the cut-off and was stopped.
  case cutOff

  case cancelled

  /// The contender does not support this query; the value is the reason, as a sentence that starts
  /// with `it`.
  case refused(String)

  /// Instead of answering, the program exited or sent an invalid message.
  case died(String)
}

extension ContenderError {
  /// A lower-case sentence that names the problem and the remedy.
  package var message: String {
    switch self {
    case .absent:
      "\(ContenderProcess.program) is not next to this program (\(ContenderProcess.folder)): run "
        + "\"scripts/build contenders\", or set \(ContenderProcess.variable) to its path"
    case .notStarted(let path, let reason):
      "cannot start the contender program \(path): \(reason); install it again"
    case .wrongProgram(let path, let reason):
      "\(path) does not answer like \(ContenderProcess.program): \(reason); install both programs "
        + "from the same build"
    case .cutOff: "it was cut off"
    case .cancelled: "it was canceled"
    case .refused(let reason): reason
    case .died(let how): "the contender program \(how); the next search starts it again"
    }
  }
}
