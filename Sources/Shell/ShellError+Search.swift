internal import Reporting
internal import Searching

extension ShellError {
  /// What a source could not do, as a sentence.
  init(_ error: SearchError) {
    switch error {
    case .cancelled: self = .interrupted
    default: self = .failure(error.message)
    }
  }

  /// The same, with the query and a caret where the query is at fault.
  init(_ error: SearchError, in query: Query, width: Int) {
    if case .query(let problem) = error, case .unknownField = problem.code {
      self = .failure(error.message)
    } else if case .query(let problem) = error {
      self.init(problem, in: query, width: width)
    } else {
      self.init(error)
    }
  }

  /// A query error as a sentence, with the query and a caret.
  init(_ error: QueryError, in query: Query, width: Int) {
    // Without a place to point at the remedy belongs to the sentence.
    let isPlaced = error.offset != nil
    let remedy = isPlaced ? "" : error.remedy.map { "; \($0)" } ?? ""
    let picture =
      isPlaced ? CaretPicture(error, in: query.text) : CaretPicture(query.text, offset: nil)
    self.init(
      message: error.message + remedy, picture: picture.lines(width: width),
      exitCode: ExitStatus.failure, fault: .tail(query.text, offset: error.offset ?? 0))
  }
}
