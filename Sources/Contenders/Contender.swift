/// A published way to search texts.
///
/// All are listed in `ContenderCatalog.all`. A contender is not improved: it does what the articles show, as their readers would write it. Where that gives another
/// answer than the strategy asks for, `dialect` says so.
protocol Contender: Sendable {
  /// Lower-case words joined by hyphens.
  var name: String { get }

  /// The strategies that it answers: `substring`, `prefix`, `bool`, `regex`.
  var strategies: [String] { get }

  /// One sentence: the call that does the work, and what of it is outside of the timing.
  var summary: String { get }

  /// The known differences of its answers, as one sentence that begins with `it`; nil if there are none.
  var dialect: String? { get }

  /// Makes a search ready.
  ///
  /// What can be made of the records without knowing the query is made here, outside of the timing. The search itself
  /// begins with the text of the query.
  ///
  /// - Returns: The search: it gives the numbers of the matching records, ascending.
  /// - Throws: `Refusal` if the request asks for what the contender cannot do.
  func search(_ request: SearchRequest, in corpus: TextCorpus) throws(Refusal) -> () -> [Int]
}

/// Why a contender does not take a request, as a sentence that begins with `it`.
struct Refusal: Error, Equatable {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
