package import Searching

/// Why output failed.
package enum OutputError: Error, Equatable, Sendable {
  /// The reader closed its end of the pipe; the program stops without a message.
  case closed

  /// The caller stopped the output, or a signal stopped a write to a stalled reader.
  case cancelled

  /// A system call failed; `reason` is the system's error message.
  ///
  /// `path` is nil for standard output.
  case failed(path: String?, reason: String)

  /// The file already exists, and neither replacing nor appending was requested.
  case exists(path: String)

  /// The path is a folder, not a file.
  case isDirectory(path: String)

  /// No encoder has the given name; `nearest` is the most similar name.
  case unknownFormat(String, nearest: String?)

  /// The file's suffix names a format that searchbench cannot write.
  case unwrittenSuffix(path: String, String)

  /// None of the corpora has a field with this name.
  case unknownField(String, nearest: String?, fields: [String])

  /// The file cannot be appended to, because its format does not support appending.
  case cannotAppend(format: String)

  /// The search that provides the rows failed.
  case search(SearchError)
}
