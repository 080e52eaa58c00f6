internal import Reporting
internal import Searching

extension ShellError {
  /// Converts a search error to an error for the user.
  init(_ error: SearchError) {
    switch error {
    case .cancelled: self = .interrupted
    default: self = .failure(error.message)
    }
  }

  /// Converts a search error to an error for the user.
  ///
  /// If the query is invalid, the error also shows the query. An error about an unknown field does
  /// not show it.
  init(_ error: SearchError, in query: Query, width: Int) {
    if case .query(let problem) = error, case .unknownField = problem.code {
      self = .failure(error.message)
    } else if case .query(let problem) = error {
      self.init(problem, in: query, width: width)
    } else {
      self.init(error)
    }
  }

  /// Converts a query error to an error that shows the query, with a caret if the position is
  /// known.
  init(_ error: QueryError, in query: Query, width: Int) {
    // If the position is unknown, add the remedy to the message.
    let isPlaced = error.offset != nil
    let remedy = isPlaced ? "" : error.remedy.map { "; \($0)" } ?? ""
    let text = Self.wrongText(of: query)
    let picture = isPlaced ? CaretPicture(error, in: text) : CaretPicture(text, offset: nil)
    self.init(
      message: error.message + remedy, picture: picture.lines(width: width),
      exitCode: ExitStatus.failure, fault: .tail(text, offset: error.offset ?? 0))
  }

  /// The text of the first alternative of `query` that cannot be compiled.
  private static func wrongText(of query: Query) -> String {
    if query.alternatives.isEmpty { return query.text }
    let texts = [query.text] + query.alternatives
    let wrong = texts.first {
      let query = Query($0, query.strategy, options: query.options)
      return (try? Workspace.checkLength(of: query)) == nil || (try? CompiledQuery(query)) == nil
    }
    return wrong ?? query.text
  }
}
