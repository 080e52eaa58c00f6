/// Tells a search when to stop; can be used on any thread.
///
/// ```swift
/// let found = try source.search(query, ResultRequest(), .task)
/// ```
public struct Cancellation: Sendable {
  /// Never stops the search.
  public static let never = Cancellation { false }

  /// Stops the search when the current task is canceled.
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
