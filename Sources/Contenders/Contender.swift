/// A published implementation of text search.
///
/// All contenders are listed in `ContenderCatalog.all`. Contenders are not optimized: the code is
/// what a reader of the published article would write. If a contender's results differ from
/// searchbench's, `dialect` describes how.
protocol Contender: Sendable {
  /// The contender's name: lower-case words joined by hyphens.
  var name: String { get }

  /// The strategies that the contender supports, among `substring`, `prefix`, `bool` and `regex`.
  var strategies: [String] { get }

  /// One sentence that names the library call that searches, and the untimed preparation, if any.
  var summary: String { get }

  /// How the contender's results are known to differ from searchbench's, as a sentence that starts
  /// with `it`; nil if no difference is known.
  var dialect: String? { get }

  /// Prepares a search.
  ///
  /// `search` itself is not timed; it computes everything that depends on the records but not on
  /// the query. The returned function is timed; it does all the work that depends on the query's
  /// text.
  ///
  /// - Returns: A function that searches, and returns the indices of the matching records in
  ///   ascending order.
  /// - Throws: `Refusal` if the contender does not support the request.
  func search(_ request: SearchRequest, in corpus: TextCorpus) throws(Refusal) -> () -> [Int]
}

/// Why a contender does not support a request, as a sentence that starts with `it`.
struct Refusal: Error, Equatable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
