internal import Corpora
internal import Synchronization
internal import System

/// A search that runs on its own thread, and pauses while `capacity` batches are unread.
///
/// A stream can be used on only one thread at a time. The search ends when the stream is destroyed.
package final class FoundStream<Product: Sendable>: Sendable {
  /// The state shared by the thread that searches and the thread that reads.
  private final class Channel: Sendable {
    struct State {
      var batches: [Product] = []
      var ending: Result<StreamReport, any Error>?
      var isOver = false
    }

    let state = Mutex(State())
    /// Signaled when a batch is ready, and when the search has ended.
    let arrivals = Latch()
    /// Signaled when a batch has been read.
    let departures = Latch()
    /// Signaled when the thread ends.
    let end = Latch()

    var isOver: Bool { state.withLock { $0.isOver } }
  }

  /// The maximum number of unread batches.
  private static var capacity: Int { 2 }

  private let channel = Channel()
  private let cancellation: Cancellation
  private let seen = Mutex(0)

  /// Starts a search; `map` converts found batches to products, on the threads of the search.
  ///
  /// The limit of the request is ignored. The batches have context records only if the source is a
  /// `FileSource`.
  ///
  /// - Throws: `failed` if the system cannot start a thread.
  package init(
    _ source: any RecordSource, _ query: CompiledQuery, _ request: StreamRequest,
    _ cancellation: Cancellation, map: @escaping @Sendable (FoundBatch) -> (Product, bytes: Int)
  ) throws(SearchError) {
    self.cancellation = cancellation
    let isStarted = Platform.startThread { [channel] in
      var delivered = 0
      let ending = Result {
        try source.findRecords(
          query, request, Cancellation { cancellation.isCancelled || channel.isOver }, map: map
        ) { batch in
          channel.state.withLock { $0.batches.append(batch) }
          channel.arrivals.signal()
          delivered += 1
          while !channel.departures.wait(for: delivered - Self.capacity, milliseconds: 20) {
            if channel.isOver || cancellation.isCancelled { return false }
          }
          return !channel.isOver
        }
      }
      channel.state.withLock { $0.ending = ending }
      channel.arrivals.signal()
      channel.end.signal()
    }
    if !isStarted {
      channel.end.signal()
      throw .failed(source: source.name, reason: "the system cannot start another thread")
    }
  }

  deinit {
    channel.state.withLock { $0.isOver = true }
    while !channel.end.wait(for: 1, milliseconds: 1_000) {}
  }

  /// Waits for the next batch; returns `nil` after the last batch.
  ///
  /// - Throws: `SearchError`.
  package func next() throws(SearchError) -> Product? {
    let wanted = seen.withLock { seen in
      seen += 1
      return seen
    }
    while !channel.arrivals.wait(for: wanted, milliseconds: 3) { try cancellation.check() }
    let (batch, ending) = channel.state.withLock { state in
      (state.batches.isEmpty ? nil : state.batches.removeFirst(), state.ending)
    }
    if let batch {
      channel.departures.signal()
      return batch
    }
    if case .failure(let error)? = ending {
      throw error as? SearchError ?? .failed(source: "search", reason: "\(error)")
    }
    return nil
  }

  /// The report of the search; nil until the search has ended.
  package var report: StreamReport? { channel.state.withLock { try? $0.ending?.get() } }
}

extension RecordSource {
  /// Finds the matching records, and delivers them during the search.
  ///
  /// `map` runs on any thread. `map` returns a product, and the number of bytes of memory that the
  /// product takes.
  ///
  /// - Throws: `SearchError`, and any error that `deliver` throws.
  /// - Complexity: O(*n*), where *n* is the number of bytes of text.
  fileprivate func findRecords<Product: Sendable>(
    _ query: CompiledQuery, _ request: StreamRequest, _ cancellation: Cancellation,
    map: @escaping @Sendable (FoundBatch) -> (Product, bytes: Int),
    deliver: (Product) throws -> Bool
  ) throws -> StreamReport {
    if let files = self as? FileSource {
      return try files.find(query, request, cancellation, map: map, deliver: deliver)
    }
    var request = request
    request.limit = nil
    request.enoughPerFile = nil
    request.details.recordNumbers = true
    (request.details.before, request.details.after) = (0, 0)
    return try stream(query, request, cancellation) { rows in
      Result { () throws(CorpusError) in map(try FoundBatch(rows)).0 }
    } deliver: { product in
      switch product {
      case .success(let product): return try deliver(product)
      case .failure(let error): throw SearchError.corpus(error)
      }
    }
  }
}
