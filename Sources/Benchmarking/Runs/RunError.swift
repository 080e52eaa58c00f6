/// Why a document is not a stored run.
package enum RunError: Error, Hashable, Sendable {
  /// A later version of the program wrote the document.
  case newerSchema(found: Int, known: Int)

  /// The member at `path` is invalid; the text completes a sentence that starts with the path.
  case malformed(path: String, String)

  /// The error as a lower-case sentence without a period.
  package var message: String {
    switch self {
    case .newerSchema(let found, let known):
      "it has schema \(found), and this version of searchbench reads schemas up to \(known): use a newer version"
    case .malformed(let path, let problem):
      "\(path.isEmpty ? "the document" : path) \(problem)"
    }
  }
}

extension RunError: CustomStringConvertible {
  package var description: String { message }
}
