/// Why a document is no stored run.
public enum RunError: Error, Hashable, Sendable {
  /// It was written by a later version of the program.
  case newerSchema(found: Int, known: Int)

  /// The member at `path` is not as it must be; `problem` ends a sentence that begins with the path.
  case malformed(path: String, String)

  /// One lower-case sentence without a period.
  public var message: String {
    switch self {
    case .newerSchema(let found, let known):
      "it has schema \(found), and this version of searchbench reads schemas up to \(known): use a newer version"
    case .malformed(let path, let problem):
      "\(path.isEmpty ? "the document" : path) \(problem)"
    }
  }
}

extension RunError: CustomStringConvertible {
  public var description: String { message }
}
