/// A test that a search calls to find out whether to stop; it can be called on any thread.
///
/// ```swift
/// let found = try source.search(query, ResultRequest(), .task)
/// ```
public struct Cancellation: Sendable {
  /// A test that never stops the search.
  public static let never = Cancellation { false }

  /// A test that stops the search when the current task is canceled.
  public static let task = Cancellation { Task.isCancelled }

  private let test: @Sendable () -> Bool

  /// Creates a cancellation that stops the search once `test` returns `true`.
  ///
  /// `test` is called often, at least once for every megabyte of text, and possibly on several
  /// threads.
  public init(_ test: @escaping @Sendable () -> Bool) { self.test = test }

  /// Whether the search should stop.
  public var isCancelled: Bool { test() }

  /// Throws `SearchError.cancelled` if the search should stop.
  ///
  /// - Throws: `cancelled`.
  /// - Complexity: The cost of the closure that tests for cancellation.
  public func check() throws(SearchError) {
    if test() { throw .cancelled }
  }
}
