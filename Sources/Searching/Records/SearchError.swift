public import Corpora

/// Why a source did not answer, as data; `message` puts it into words.
public enum SearchError: Error, Equatable, Sendable {
  /// The query cannot be run.
  case query(QueryError)

  /// Records cannot be read.
  case corpus(CorpusError)

  /// The source failed: a machine that is gone, a timeout.
  case failed(source: String, reason: String)

  /// The source cannot do what was asked for.
  case unsupported(source: String, what: String, remedy: String)

  /// More would have to be kept than is allowed.
  case tooLarge(source: String, limit: Int, remedy: String)

  case cancelled
}

extension SearchError {
  /// A lower-case sentence without its period, with the remedy if there is one.
  public var message: String {
    switch self {
    case .query(let error): error.message + (error.remedy.map { "; \($0)" } ?? "")
    case .corpus(let error): error.message
    case .failed(let source, let reason): "\(source): \(reason)"
    case .unsupported(let source, let what, let remedy): "\(source) \(what): \(remedy)"
    case .tooLarge(let source, let limit, let remedy):
      "\(source) needs more than \(limit >> 20) MB: \(remedy)"
    case .cancelled: "cancelled"
    }
  }
}
