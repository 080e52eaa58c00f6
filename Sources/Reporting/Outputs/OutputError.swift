public import Searching

/// What can go wrong between a result and its destination.
public enum OutputError: Error, Equatable, Sendable {
  /// Nobody reads the other end any more; stop quietly.
  case closed

  /// The reader has seen enough, or nobody reads and a signal ended the wait.
  case cancelled

  /// The system refused; `reason` is its own text for it. `path` is nil for standard output.
  case failed(path: String?, reason: String)

  /// The file is there already, and neither replacing nor appending was asked for.
  case exists(path: String)

  /// A folder stands where a file is meant.
  case isDirectory(path: String)

  /// No encoder has this name.
  case unknownFormat(String, nearest: String?)

  /// No corpus in scope has a field of this name.
  case unknownField(String, nearest: String?, fields: [String])

  /// A file of this format cannot be continued.
  case cannotAppend(format: String)

  /// The source of the rows failed.
  case search(SearchError)
}
