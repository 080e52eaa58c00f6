/// The reason why a stored run is not available.
package enum RunStoreError: Error, Equatable, Sendable {
  /// No run has this id, id prefix, or name.
  case unknown(String, nearest: String?)

  /// There are no runs.
  case empty(folder: String)

  /// The reference is a prefix of several ids.
  case ambiguous(String, ids: [String])

  /// The file is not a valid run; `reason` is a sentence.
  case damaged(path: String, reason: String)

  /// A run could not be listed or removed; `reason` is the system's error message.
  case failed(path: String, reason: String)

  /// A lower-case sentence that names the problem and the remedy.
  package var message: String {
    switch self {
    case .unknown(let name, let nearest?):
      "there is no run \(name): did you mean \(nearest)?"
    case .unknown(let name, nil):
      "there is no run \(name): give an id, the start of an id, a name, or last"
    case .empty(let folder):
      "there are no benchmark runs in \(folder): create one with searchbench bench"
    case .ambiguous(let prefix, let ids):
      "\(ids.count) run ids start with \(prefix): give a longer part of the id, such as "
        + ids.prefix(2).joined(separator: " or ")
    case .damaged(let path, let reason):
      "cannot read \(path): \(reason)"
    case .failed(let path, let reason):
      "cannot use \(path): \(OutputError.phrase(reason))"
    }
  }
}

extension RunStoreError: CustomStringConvertible {
  package var description: String { message }
}
