public import Corpora

/// The reason why a request to a source failed; `message` describes the reason in words.
public enum SearchError: Error, Equatable, Sendable {
  /// The query cannot be run.
  case query(QueryError)

  /// Records cannot be read.
  case corpus(CorpusError)

  /// The source failed, for example because a machine is unreachable or a timeout expired.
  case failed(source: String, reason: String)

  /// The source does not support the request.
  case unsupported(source: String, what: String, remedy: String)

  /// The result needs more memory than allowed.
  case tooLarge(source: String, limit: Int, remedy: String)

  /// The caller canceled the call.
  case cancelled
}

extension SearchError {
  /// The reason in words, without a capital letter or a period, and a remedy if one is known.
  public var message: String {
    switch self {
    case .query(let error): error.message + (error.remedy.map { "; \($0)" } ?? "")
    case .corpus(let error): error.message
    case .failed(let source, let reason): "\(source): \(reason)"
    case .unsupported(let source, let what, let remedy): "\(source) \(what): \(remedy)"
    case .tooLarge(let source, let limit, let remedy):
      "\(source) needs more than \(limit >> 20) MB: \(remedy)"
    case .cancelled: "canceled"
    }
  }
}
