/// Tells a search, from any thread, whether to stop.
///
/// ```swift
/// let found = try source.search(query, ResultRequest(), .task)
/// ```
public struct Cancellation: Sendable {
  /// Never stops.
  public static let never = Cancellation { false }

  /// Stops when the current task is cancelled.
  public static let task = Cancellation { Task.isCancelled }

  private let test: @Sendable () -> Bool

  /// Stops once `test` returns `true`.
  ///
  /// It is called often, at least once for every megabyte of text, and may be called on several threads.
  public init(_ test: @escaping @Sendable () -> Bool) { self.test = test }

  public var isCancelled: Bool { test() }

  /// Throws `SearchError.cancelled` if the search is to stop.
  public func check() throws(SearchError) {
    if test() { throw .cancelled }
  }
}
