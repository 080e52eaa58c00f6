internal import Synchronization
internal import System
internal import Threading

/// An asynchronous sequence that delivers the rows of a search in batches while the search runs.
///
/// ```swift
/// let source = try FileSource(["logs"])
/// for try await batch in source.batches(of: Query("timeout")) {
///   for match in batch.matches { print(match.location.source, match.best.text) }
/// }
/// ```
///
/// Each iterator starts a search on its own thread. The search pauses while four batches are
/// unread. The search ends when its iterator is destroyed or the reading task is canceled.
public struct RowBatches: AsyncSequence, Sendable {
  private let source: any RecordSource
  private let query: Query
  private let request: StreamRequest

  init(_ source: any RecordSource, _ query: Query, _ request: StreamRequest) {
    self.source = source
    self.query = query
    self.request = request
  }

  /// Starts the search.
  ///
  /// - Complexity: About 30 µs, the time to start a thread.
  public func makeAsyncIterator() -> Iterator { Iterator(BatchChannel(source, query, request)) }

  /// Reads the batches of one search.
  public struct Iterator: AsyncIteratorProtocol {
    private let channel: BatchChannel

    fileprivate init(_ channel: BatchChannel) { self.channel = channel }

    /// The counts of the search; `nil` until the last batch has been read.
    public var report: StreamReport? { channel.report }

    /// The next batch; `nil` after the last batch.
    ///
    /// - Throws: `SearchError`; `cancelled` if the task was canceled.
    /// - Complexity: The cost of finding the rows.
    public mutating func next() async throws -> RowBatch? {
      try await channel.next()
    }

    /// The next batch; `nil` after the last batch.
    ///
    /// - Throws: `SearchError`; `cancelled` if the task was canceled.
    /// - Complexity: The cost of finding the rows.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(SearchError) -> RowBatch? {
      try await channel.next()
    }
  }
}

extension RecordSource {
  /// Finds the records that match a query, and delivers them in batches while the search runs.
  ///
  /// - Parameters:
  ///   - query: The query; an error in the query is thrown by the first call of `next`.
  ///   - request: Which rows to find, and what each row should include.
  /// - Returns: An asynchronous sequence; each of its iterators runs its own search.
  /// - Complexity: O(1).
  public func batches(
    of query: Query, _ request: StreamRequest = StreamRequest()
  ) -> RowBatches {
    RowBatches(self, query, request)
  }
}

/// A search on its own thread, and the batches of its rows that have not been read yet.
///
/// The thread has no reference to the channel, only to `state`. The channel is therefore destroyed
/// with the last iterator, and its `deinit` cancels the search.
private final class BatchChannel: Sendable {
  private final class State: Sendable {
    /// The maximum number of unread batches.
    static let capacity = 4

    struct Content {
      var batches: [RowBatch] = []
      var result: Result<StreamReport, SearchError>?
      var reader: CheckedContinuation<Void, Never>?
    }

    let content = Mutex(Content())
    let cancellation = CancellationFlag()
    /// Counts the batches that have been read.
    let reads = Latch()

    /// Waits until fewer than `capacity` batches are unread, then adds a batch.
    ///
    /// Returns `false` if the search was canceled.
    func send(_ batch: RowBatch, number: Int) -> Bool {
      while !reads.wait(for: number - Self.capacity, milliseconds: 50) {
        if cancellation.isSet { return false }
      }
      change { $0.batches.append(batch) }
      return !cancellation.isSet
    }

    /// Changes the content of the channel, and wakes the task that waits for a batch.
    func change(_ body: (inout sending Content) -> Void) {
      let reader = content.withLock {
        body(&$0)
        return $0.reader.take()
      }
      reader?.resume()
    }

    func cancel() {
      cancellation.set()
      change { _ in }
    }
  }

  private let state = State()

  init(_ source: any RecordSource, _ query: Query, _ request: StreamRequest) {
    let state = state
    let work: @Sendable () -> Void = {
      let result = Self.result(of: source, query, request, state)
      state.change { $0.result = result }
    }
    if !Platform.startThread(work) {
      state.change {
        $0.result = .failure(
          .failed(source: source.name, reason: "the system cannot start another thread"))
      }
    }
  }

  deinit { state.cancel() }

  private static func result(
    of source: any RecordSource, _ query: Query, _ request: StreamRequest, _ state: State
  ) -> Result<StreamReport, SearchError> {
    do {
      var count = 0
      let report = try source.stream(
        try CompiledQuery(checking: query), request, Cancellation { state.cancellation.isSet },
        render: { $0 },
        deliver: { batch in
          count += 1
          return state.send(batch, number: count)
        })
      return .success(report)
    } catch let error as SearchError {
      return .failure(error)
    } catch {
      return .failure(.failed(source: source.name, reason: "\(error)"))
    }
  }

  var report: StreamReport? {
    state.content.withLock { $0.batches.isEmpty ? try? $0.result?.get() : nil }
  }

  func next() async throws(SearchError) -> RowBatch? {
    let state = state
    while true {
      if Task.isCancelled {
        state.cancel()
        throw .cancelled
      }
      let (batch, result) = state.content.withLock { content in
        content.batches.isEmpty ? (nil, content.result) : (content.batches.removeFirst(), nil)
      }
      if let batch {
        state.reads.signal()
        return batch
      }
      if let result {
        if case .failure(let error) = result { throw error }
        return nil
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
          let isReady = state.content.withLock { content in
            let isReady =
              !content.batches.isEmpty || content.result != nil || state.cancellation.isSet
            if !isReady { content.reader = continuation }
            return isReady
          }
          if isReady { continuation.resume() }
        }
      } onCancel: {
        state.cancel()
      }
    }
  }
}
