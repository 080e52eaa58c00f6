/// A failure as a person reads it: one sentence with the place and the remedy, and the exit code it stands for.
struct ShellError: Error, Equatable {
  /// One lower-case sentence.
  let message: String

  /// Further lines, such as a query with a caret under the fault.
  var picture: [String] = []

  let exitCode: Int32

  /// What in the line is at fault; nil where nothing narrower than the command is.
  var fault: Fault?

  /// Whether results were written that are worth keeping all the same.
  var hasResults = false

  /// A wrong command, option or argument.
  static func usage(
    _ message: String, picture: [String] = [], at fault: Fault? = nil
  ) -> ShellError {
    ShellError(message: message, picture: picture, exitCode: ExitStatus.usage, fault: fault)
  }

  /// Bad data, a bad query, or input and output that failed.
  static func failure(
    _ message: String, picture: [String] = [], at fault: Fault? = nil
  ) -> ShellError {
    ShellError(message: message, picture: picture, exitCode: ExitStatus.failure, fault: fault)
  }

  /// A failure that was shown already, and only ends what is running.
  static func reported(_ exitCode: Int32) -> ShellError {
    ShellError(message: "", exitCode: exitCode)
  }

  static let interrupted = ShellError(message: "interrupted", exitCode: ExitStatus.interrupted)
}

/// The exit codes of the executable.
enum ExitStatus {
  static let success: Int32 = 0
  static let nothingFound: Int32 = 1
  static let failure: Int32 = 2
  static let usage: Int32 = 64
  static let interrupted: Int32 = 130
}
