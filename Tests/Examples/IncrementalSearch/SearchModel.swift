public import Corpora
public import Searching

/// A model for a search field and its results in a user interface.
///
/// Each change of `text` cancels the search of the previous text. The next search starts once the
/// text has not changed for a short time.
@MainActor public final class SearchModel {
  /// The text that the user has typed.
  public var text = "" {
    didSet { if text != oldValue { restart() } }
  }

  /// The records that match the most recently searched text, up to `limit`.
  public private(set) var matches: [Match] = []

  /// The error in the query text; nil if the text is valid.
  ///
  /// While there is an error, `matches` still contains the previous results.
  public private(set) var problem: String?

  /// Called after `matches` or `problem` has changed.
  public var onChange: @MainActor () -> Void = {}

  private let searcher: Searcher
  private let delay: Duration
  private let limit: Int
  private var search: Task<Void, Never>?

  public init(_ corpus: Corpus, delay: Duration = .milliseconds(80), limit: Int = 100) {
    searcher = Searcher(corpus)
    self.delay = delay
    self.limit = limit
  }

  /// Waits until `matches` contains the results for `text`.
  public func settle() async { await search?.value }

  private func restart() {
    search?.cancel()
    search = Task { [text, searcher, delay, limit] in
      do {
        try await Task.sleep(for: delay)
        let report = try await searcher.search(for: Query(text, .regex), limit: limit)
        show(Array(report.matches), problem: nil)
      } catch let error as SearchError where error != .cancelled {
        show(matches, problem: error.message)
      } catch {
        // A search for newer text has replaced this search.
      }
    }
  }

  private func show(_ matches: [Match], problem: String?) {
    if Task.isCancelled { return }
    self.matches = matches
    self.problem = problem
    onChange()
  }
}
