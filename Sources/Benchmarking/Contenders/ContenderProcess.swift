internal import ContenderFrames
package import Corpora
package import Searching

/// The contender program, which runs the published search implementations in a separate process.
///
/// The process receives the records over a pipe, so that searchbench and the contender program
/// search the same text even if the file has changed. The process measures the search times itself.
/// To stop a search, the process is killed, because a search that takes exponential time cannot be
/// stopped in any other way. The next search starts a new process and sends the records again.
package final class ContenderProcess: SearchContenders {
  /// How long to wait for the program's greeting and catalog, in nanoseconds.
  private static let timeout: UInt64 = 20_000_000_000

  /// The minimum size, in bytes, of a frame that carries records; only the last frame may be
  /// smaller.
  private static let frameSize = 1 << 18

  package let contenders: [ContenderInfo]

  private let path: String
  private let arguments: [String]
  private let isCancelledAtStart: () -> Bool
  private var connection: ContenderConnection?

  /// The corpus to search, and whether its records have been sent to the running process.
  private struct Load {
    let corpus: Corpus

    /// The records to send; nil for all records.
    let records: [RecordID]?

    var isSent = false
    var count: Int { records?.count ?? corpus.count }

    func record(_ place: Int) -> RecordID { records?[place] ?? RecordID(UInt64(place)) }
  }

  private var load: Load?

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - executable: The path of the contender program, from `executable(beside:environment:)`.
  ///   - isCancelled: Checked while the program starts and while records are loaded; `true` stops
  ///     the program. Each search has its own cancellation check.
  /// - Throws: `absent` if `executable` is nil; otherwise `notStarted`, `wrongProgram`,
  ///   `cancelled`.
  package convenience init(
    executable: String?, isCancelled: @escaping () -> Bool = { false }
  ) throws(ContenderError) {
    guard let executable else { throw .absent }
    try self.init(executable, [], timeout: Self.timeout, isCancelled: isCancelled)
  }

  init(
    _ path: String, _ arguments: [String], timeout: UInt64,
    isCancelled: @escaping () -> Bool = { false }
  ) throws(ContenderError) {
    self.path = path
    self.arguments = arguments
    isCancelledAtStart = isCancelled
    let connection = try ContenderConnection(
      path, arguments, timeout: timeout, isCancelled: isCancelled)
    contenders = connection.contenders
    self.connection = connection
  }

  /// The process id; nil if the program is not running.
  var childID: Int32? { connection?.processID }

  // MARK: Records

  /// Loads the records to search: only `records`, or the whole corpus if `records` is nil.
  ///
  /// - Throws: `notStarted`, `wrongProgram`, `cancelled`, `died`.
  /// - Complexity: O(*n*), where *n* is the number of bytes of text.
  package func load(_ corpus: Corpus, records: ResultSet?) throws(ContenderError) {
    load = Load(corpus: corpus, records: records.map(Array.init))
    _ = try ready(isCancelledAtStart)
  }

  /// Returns the connection to the process; if necessary, starts the process and sends the records.
  private func ready(_ isCancelled: () -> Bool) throws(ContenderError) -> ContenderConnection {
    let connection: ContenderConnection
    if let running = self.connection {
      connection = running
    } else {
      connection = try ContenderConnection(
        path, arguments, timeout: Self.timeout, isCancelled: isCancelled)
      load?.isSent = false
      self.connection = connection
    }
    guard let load, !load.isSent else { return connection }
    try guarded { () throws(ContenderError) in try send(load, over: connection, isCancelled) }
    self.load?.isSent = true
    return connection
  }

  private func send(
    _ load: Load, over connection: ContenderConnection, _ isCancelled: () -> Bool
  ) throws(ContenderError) {
    var columns = FrameWriter()
    columns.write(UInt32(load.corpus.fields.count))
    for field in load.corpus.fields { columns.write(field.isAlias) }
    try connection.send(columns.frame(.corpus), isCancelled)
    var records = FrameWriter()
    for place in 0..<load.count {
      load.corpus.withRecord(load.record(place)) { records.write($0) }
      if records.bytes.count >= Self.frameSize || place + 1 == load.count {
        if isCancelled() { throw connection.given(up: .cancelled) }
        try connection.send(records.frame(.records), isCancelled)
        records = FrameWriter()
      }
    }
    try connection.send(FrameWriter().frame(.end), isCancelled)
    let reply = try connection.receive(.never, isCancelled)
    var reader = FrameReader(reply.content)
    guard reply.kind == .stored, reader.largeNumber() == UInt64(load.count) else {
      throw connection.malformedReply()
    }
  }

  // MARK: Searches

  /// Runs one search of a contender.
  ///
  /// The search may take at most `cutoff` nanoseconds, not counting the time to prepare the
  /// records.
  ///
  /// - Throws: All errors except `absent`. After `refused`, the process is still usable.
  package func answer(
    _ contender: String, to query: Query, cutoff: UInt64, isCancelled: () -> Bool
  ) throws(ContenderError) -> ContenderAnswer {
    guard let load else { throw .refused("it has no records to search") }
    let columns = try Self.columns(of: query, in: load.corpus)
    let connection = try ready(isCancelled)
    return try guarded { () throws(ContenderError) in
      try connection.send(
        SearchMessage(contender, query, columns: columns).frame, isCancelled)
      let first = try connection.receive(.never, isCancelled)
      if first.kind == .refused { throw Self.refusal(first.content, over: connection) }
      guard first.kind == .ready else { throw connection.malformedReply() }
      let reply = try connection.receive(
        .init(after: cutoff), limit: Self.answerSize(load.count), isCancelled)
      guard reply.kind == .found, let found = FoundMessage(reply.content, of: load.count)
      else { throw connection.malformedReply() }
      return ContenderAnswer(
        records: found.places.map(load.record), nanoseconds: found.nanoseconds)
    }
  }

  /// Repeats the last successful search `iterations` times, and returns the total nanoseconds.
  ///
  /// All searches together may take at most `iterations` times `cutoff` nanoseconds.
  ///
  /// - Throws: All errors except `absent`; `refused` means that no search has succeeded since the
  ///   process started.
  package func sample(
    _ iterations: Int, cutoff: UInt64, isCancelled: () -> Bool
  ) throws(ContenderError) -> UInt64 {
    let connection = try ready(isCancelled)
    return try guarded { () throws(ContenderError) in
      var request = FrameWriter()
      request.write(UInt64(iterations))
      try connection.send(request.frame(.iterate), isCancelled)
      let limit = cutoff.multipliedReportingOverflow(by: UInt64(iterations))
      let reply = try connection.receive(
        limit.overflow ? .never : .init(after: limit.partialValue), isCancelled)
      if reply.kind == .refused { throw Self.refusal(reply.content, over: connection) }
      var reader = FrameReader(reply.content)
      guard reply.kind == .timed, let nanoseconds = reader.largeNumber(), reader.isAtEnd
      else { throw connection.malformedReply() }
      return nanoseconds
    }
  }

  /// Runs `body` and rethrows its error; discards the connection if the error ended the process.
  private func guarded<R>(
    _ body: () throws(ContenderError) -> R
  ) throws(ContenderError) -> R {
    do throws(ContenderError) {
      return try body()
    } catch {
      if case .refused = error { throw error }
      connection = nil
      load?.isSent = false
      throw error
    }
  }

  private static func refusal(
    _ content: [UInt8], over connection: ContenderConnection
  ) -> ContenderError {
    var reader = FrameReader(content)
    guard let reason = reader.text(), reader.isAtEnd else { return connection.malformedReply() }
    return .refused(reason)
  }

  /// The maximum length, in bytes, of an answer to a search of `count` records.
  private static func answerSize(_ count: Int) -> Int { 16 + 5 * count }

  /// The indices of the fields that `query` searches; nil for all fields.
  private static func columns(
    of query: Query, in corpus: Corpus
  ) throws(ContenderError) -> [Int]? {
    guard let names = query.options.fields, !names.contains("*") else { return nil }
    var columns: [Int] = []
    for name in names {
      guard let column = corpus.fields.firstIndex(where: { $0.name == name }) else {
        throw .refused("it has no field named '\(name)'")
      }
      columns.append(column)
    }
    return columns
  }
}
