/// A published way to search texts.
///
/// All contenders are listed in `ContenderCatalog.all`. Contenders are not optimized: each does what its article shows,
/// as a reader would write it. If its answers differ from the strategy's, `dialect` describes how.
protocol Contender: Sendable {
  /// Lower-case words joined by hyphens.
  var name: String { get }

  /// The strategies that it supports: `substring`, `prefix`, `bool`, `regex`.
  var strategies: [String] { get }

  /// One sentence: the call that does the work, and which preparation is not timed.
  var summary: String { get }

  /// How its answers are known to differ, as a sentence that starts with `it`; nil if they do not.
  var dialect: String? { get }

  /// Prepares a search.
  ///
  /// Everything that can be computed from the records without the query is computed here and not timed. The search
  /// itself starts with the text of the query.
  ///
  /// - Returns: The search, which returns the indices of the matching records, ascending.
  /// - Throws: `Refusal` if the contender does not support the request.
  func search(_ request: SearchRequest, in corpus: TextCorpus) throws(Refusal) -> () -> [Int]
}

/// Why a contender does not support a request, as a sentence that starts with `it`.
struct Refusal: Error, Equatable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
