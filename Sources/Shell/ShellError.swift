/// An error to show to the user, with a message that includes the remedy, and an exit code.
struct ShellError: Error, Equatable {
  /// The message, as one sentence that starts in lower case.
  let message: String

  /// The lines to show below the message, such as a query with a caret under the fault.
  var picture: [String] = []

  let exitCode: Int32

  /// The part of the command line that caused the error; nil if the part is unknown.
  var fault: Fault?

  /// Whether results were written before the error and must be kept.
  var hasResults = false

  /// An error for a wrong command, option or argument.
  static func usage(
    _ message: String, picture: [String] = [], at fault: Fault? = nil
  ) -> ShellError {
    ShellError(message: message, picture: picture, exitCode: ExitStatus.usage, fault: fault)
  }

  /// An error for bad data, a bad query, or failed input or output.
  static func failure(
    _ message: String, picture: [String] = [], at fault: Fault? = nil
  ) -> ShellError {
    ShellError(message: message, picture: picture, exitCode: ExitStatus.failure, fault: fault)
  }

  /// An error that was already shown; it only ends the current script.
  static func reported(_ exitCode: Int32) -> ShellError {
    ShellError(message: "", exitCode: exitCode)
  }

  /// Shortens a very long message by removing its middle.
  static func clipped(_ message: String) -> String {
    if message.utf8.count <= 4_000 { return message }
    let scalars = message.unicodeScalars
    var clipped = String(String.UnicodeScalarView(scalars.prefix(800)))
    clipped += " … "
    clipped.unicodeScalars.append(contentsOf: scalars.suffix(200))
    return clipped
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
