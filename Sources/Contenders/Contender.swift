/// A published implementation of text search.
///
/// All contenders are listed in `ContenderCatalog.all`. Contenders are not optimized: each is the
/// code that a reader of its article would write. If a contender's results differ from the
/// strategy's, `dialect` describes how.
protocol Contender: Sendable {
  /// The contender's name: lower-case words joined by hyphens.
  var name: String { get }

  /// The strategies that the contender supports, among `substring`, `prefix`, `bool` and `regex`.
  var strategies: [String] { get }

  /// One sentence: the call that does the work, and which preparation is not timed.
  var summary: String { get }

  /// How the contender's results are known to differ from the strategy's, as a sentence that starts
  /// with `it`; nil if they do not.
  var dialect: String? { get }

  /// Prepares a search.
  ///
  /// This untimed call computes everything that depends on the records but not on the query. The
  /// returned function is timed; it does all the work that depends on the text of the query.
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
