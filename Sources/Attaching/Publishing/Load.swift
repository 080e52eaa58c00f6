internal import Searching
internal import UnicodeText

/// Reads the source once, divides its records into batches, and passes the batches to the sender.
final class Load {
  let publication: Publication
  private let stored: [UInt64: BatchContent]
  private let nodes: Nodes
  private let encoder: RowEncoder

  private(set) var contents: [BatchContent] = []
  private(set) var records: UInt64 = 0
  private(set) var textBytes = 0
  private(set) var resumed: UInt64 = 0
  private(set) var sources: Set<String> = []
  private(set) var failure: RemoteFailure?
  private var bytes: [UInt8] = []
  private var content = BatchContent()

  static let conflict = RemoteFailure.changed(
    "an earlier publish of other records was interrupted: run it again, or use --replace"
  )

  init(_ publication: Publication, _ stored: [UInt64: BatchContent], _ nodes: Nodes) {
    self.publication = publication
    self.stored = stored
    self.nodes = nodes
    encoder = RowEncoder(publication)
  }

  func run(
    _ source: some RecordSource, _ sender: BatchSender, _ cancellation: Cancellation,
    _ progress: (Int) -> Void
  ) throws(RemoteFailure) -> (StreamReport, RemoteFailure?) {
    var report: StreamReport?
    var problem: RemoteFailure?
    let encoder = encoder
    try sender.run {
      do {
        report = try source.stream(
          .everything, StreamRequest(details: RowDetails(hits: false)), cancellation,
          render: { (encoder.rows(of: $0), $0.sources) },
          deliver: { rows, paths in
            if sources.count < 2 { sources.formUnion(paths) }
            progress(sender.recordsSent + Int(resumed))
            return add(rows, to: sender)
          })
        if problem == nil, failure == nil { _ = endBatch(sender) }
      } catch let error as SearchError {
        problem = error == .cancelled ? .cancelled : .changed(error.message)
      } catch {
        problem = .changed("\(error)")
      }
    }
    guard let report else { throw problem ?? failure ?? .cancelled }
    if cancellation.isCancelled { throw .cancelled }
    return (report, problem ?? failure)
  }

  private func add(_ rows: RowEncoder.Rows, to sender: BatchSender) -> Bool {
    textBytes += rows.textBytes
    for row in rows.sums.indices {
      let start = bytes.count
      if bytes.isEmpty { bytes.reserveCapacity(PublishedTables.bytesPerBatch + 1 << 16) }
      rows.bytes.withSpan(of: rows.starts[row]..<rows.starts[row + 1]) { text in
        for index in text.indices { bytes.append(text[index]) }
      }
      let number = publication.batches + UInt64(contents.count)
      for index in 0..<8 {
        bytes[start + encoder.batchOffset + index] = UInt8(
          truncatingIfNeeded: number >> UInt64(8 * index))
      }
      content.records += 1
      content.sum &+= rows.sums[row]
      records += 1
      if content.records == PublishedTables.recordsPerBatch
        || bytes.count >= PublishedTables.bytesPerBatch
      {
        if !endBatch(sender) { return false }
      }
    }
    return true
  }

  private func endBatch(_ sender: BatchSender) -> Bool {
    if content.records == 0 { return true }
    let number = publication.batches + UInt64(contents.count)
    defer {
      contents.append(content)
      content = BatchContent()
      bytes = []
    }
    if let known = stored[number] {
      if known == content {
        resumed += known.records
        return true
      }
      failure = Self.conflict
      return false
    }
    return sender.send(BatchSender.Batch(number: number, content: content, bytes: bytes))
  }
}
