internal import Synchronization
internal import System

extension Searcher {
  /// Finds the matching records on a separate thread; canceling the task stops the search.
  ///
  /// ```swift
  /// let report = try await searcher.search(for: Query("el cap", .prefix), limit: 100)
  /// ```
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - limit: The maximum number of records to find; `nil` for all.
  /// - Returns: The records found, and the cost of the search.
  /// - Throws: `query` for an error in the query; `cancelled` if the task is canceled.
  /// - Complexity: The cost of `run`, plus about 30 µs to start a thread.
  public func search(
    for query: Query, limit: Int? = nil
  ) async throws(SearchError) -> SearchReport {
    let isCancelled = CancellationFlag()
    let result: Result<SearchReport, SearchError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let work: @Sendable () -> Void = {
          continuation.resume(returning: self.result(of: query, limit, isCancelled))
        }
        if !Platform.startThread(work) { work() }
      }
    } onCancel: {
      isCancelled.set()
    }
    return try result.get()
  }

  private func result(
    of query: Query, _ limit: Int?, _ flag: CancellationFlag
  ) -> Result<SearchReport, SearchError> {
    do throws(QueryError) {
      let report = try run(query, stoppingAfter: limit, isCancelled: { flag.isSet })
      return report.completion == .cancelled ? .failure(.cancelled) : .success(report)
    } catch {
      return .failure(.query(error))
    }
  }
}

/// A flag that tells a thread outside a task whether the task was canceled.
final class CancellationFlag: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .relaxed) }

  func set() { flag.store(true, ordering: .relaxed) }
}
