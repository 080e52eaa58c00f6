internal import Searching
internal import Synchronization
internal import System
internal import Threading

/// The number of records in a batch, and the sum of their checksums.
struct BatchContent: Hashable, Sendable {
  var records: UInt64 = 0
  var sum: UInt64 = 0
}

/// Sends each batch to the nodes that store it, several batches at a time.
///
/// A batch is an insert of a single block, which a node stores completely or not at all. If the
/// response to a batch is lost, the sender counts the stored records of this batch. It sends the
/// batch again only if none of its records are stored.
final class BatchSender: Sendable {
  struct Batch: Sendable {
    let number: UInt64
    let content: BatchContent
    let bytes: [UInt8]
  }

  private struct State {
    var waiting: [Batch] = []
    var isOver = false
    var failure: RemoteFailure?
    var sent: UInt64 = 0
  }

  private let state = Mutex(State())
  private let tables: PublishedTables
  private let publication: Publication
  private let nodes: Nodes
  private let cancellation: Cancellation

  /// The maximum number of times that a batch is sent if every response is lost.
  private static let attempts = 3

  init(
    _ tables: PublishedTables, _ publication: Publication, _ nodes: Nodes,
    _ cancellation: Cancellation
  ) {
    self.tables = tables
    self.publication = publication
    self.nodes = nodes
    self.cancellation = cancellation
  }

  /// The number of records that have been stored.
  var recordsSent: Int { state.withLock { Int(clamping: $0.sent) } }

  var failure: RemoteFailure? { state.withLock { $0.failure } }

  /// Runs `body`, which passes batches to `send`, while other threads send these batches to the
  /// nodes.
  ///
  /// Returns when all batches are stored.
  ///
  /// - Throws: `RemoteFailure` of a batch that could not be stored.
  func run(_ body: () -> Void) throws(RemoteFailure) {
    Workers.run(helpers: max(2, nodes.all.count)) {
      self.work()
    } caller: {
      body()
      state.withLock { $0.isOver = true }
    }
    if let failure { throw failure }
  }

  /// Adds a batch to the queue; waits while the queue is full.
  ///
  /// Returns `false` after a failure.
  func send(_ batch: Batch) -> Bool {
    while true {
      let isAdded: Bool? = state.withLock { state in
        if state.failure != nil { return nil }
        if state.waiting.count >= nodes.all.count { return false }
        state.waiting.append(batch)
        return true
      }
      guard let isAdded else { return false }
      if isAdded { return true }
      Workers.pause()
    }
  }

  private func work() {
    while true {
      let (next, isOver) = state.withLock { state in
        (
          state.failure == nil && !state.waiting.isEmpty ? state.waiting.removeFirst() : nil,
          state.isOver || state.failure != nil
        )
      }
      guard let next else {
        if isOver { return }
        Workers.pause()
        continue
      }
      do throws(RemoteFailure) {
        for node in nodes.nodes(ofBatch: next.number) { try store(next, on: node.engine) }
        state.withLock { $0.sent += next.content.records }
      } catch {
        state.withLock { $0.failure = $0.failure ?? error }
        return
      }
    }
  }

  private func store(_ batch: Batch, on engine: RemoteEngine) throws(RemoteFailure) {
    let statement = tables.insertion(publication.columns).with(batch.bytes)
    var attempt = 1
    while true {
      do throws(RemoteFailure) {
        return try engine.run(statement, cancellation)
      } catch {
        switch error {
        case .unreachable, .incomplete: break
        case .refused: throw on(engine, error)
        default: throw error
        }
        if attempt >= Self.attempts { throw on(engine, error) }
        attempt += 1
        // The response was lost, so it is unknown whether the batch is already stored.
        let stored: BatchContent
        do throws(RemoteFailure) {
          stored =
            try tables.contents(
              of: publication, on: engine, only: batch.number, cancellation)[batch.number]
            ?? .init()
        } catch {
          throw on(engine, error)
        }
        if stored == batch.content { return }
        if stored.records > 0 { throw .changed("a batch is stored twice or only partly") }
      }
    }
  }

  private func on(_ engine: RemoteEngine, _ error: RemoteFailure) -> RemoteFailure {
    error == .cancelled ? error : .unreachable("the node \(engine.server): \(error.sentence)")
  }
}

extension PublishedTables {
  /// The record count and the checksum of each batch that one node stores for a generation.
  func contents(
    of publication: Publication, on engine: RemoteEngine, from first: UInt64 = 0,
    only batch: UInt64? = nil, _ cancellation: Cancellation
  ) throws(RemoteFailure) -> [UInt64: BatchContent] {
    let number = SQLExpression.column(PublishedColumn.batch)
    var select = Select(
      [
        number, .call(.count, []), .call(.sum, [RowEncoder.checksum(publication.columns)]),
      ], from: local)
    select.condition = .all([
      .equal(.column(PublishedColumn.corpus), .text(publication.corpus)),
      .equal(.column(PublishedColumn.generation), .number(publication.generation)),
      batch.map { .equal(number, .number($0)) } ?? .greaterOrEqual(number, .number(first)),
    ])
    select.groups = [number]
    var contents: [UInt64: BatchContent] = [:]
    try engine.rows(select, cancellation) { reader, source throws(RemoteFailure) in
      let batch = try reader.number(source)
      contents[batch] = BatchContent(
        records: try reader.number(source), sum: try reader.number(source))
    }
    return contents
  }
}
