/// Why there is no answer of a contender; `message` is the sentence.
public enum ContenderError: Error, Hashable, Sendable {
  /// The contenders' program is not installed.
  case absent

  /// The program cannot be started: its path, and what the system says.
  case notStarted(path: String, reason: String)

  /// What was started is no contenders' program, or not of this version.
  case stranger(path: String, reason: String)

  /// A search took longer than the cut-off and was ended.
  case cutOff

  case cancelled

  /// The contender cannot take this query: why, as a sentence that begins with `it`.
  case refused(String)

  /// The program ended, or said what makes no sense, when it should have answered.
  case died(String)
}

extension ContenderError {
  /// One lower-case sentence with the remedy.
  public var message: String {
    switch self {
    case .absent:
      "\(ContenderProcess.program) is not beside this program (\(ContenderProcess.folder)): make it "
        + "with scripts/build contenders, or name it in \(ContenderProcess.variable)"
    case .notStarted(let path, let reason):
      "contenders cannot be started from \(path): \(reason); install it again"
    case .stranger(let path, let reason):
      "\(path) does not answer as \(ContenderProcess.program) does: \(reason); install both programs "
        + "from the same build"
    case .cutOff: "it was cut off"
    case .cancelled: "it was cancelled"
    case .refused(let reason): reason
    case .died(let how): "the contenders' program \(how); it is started again when next needed"
    }
  }
}
