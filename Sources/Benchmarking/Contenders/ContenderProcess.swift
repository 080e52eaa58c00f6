internal import ContenderFrames
public import Corpora
public import Searching

/// The contenders' program, started on demand: the published ways to search, apart from ours.
///
/// The records go to it over a pipe, so that both search the same even if the file has changed meanwhile, and times are taken
/// in it. A search that is cut off or cancelled ends the program, as nothing else stops an exponential search; it is
/// started again, and given the records again, when it is next needed.
public final class ContenderProcess: SearchContenders {
  /// How long the program may take to greet, in nanoseconds.
  private static let patience: UInt64 = 20_000_000_000

  /// Records are sent in frames of at least so many bytes.
  private static let frameSize = 1 << 18

  public let contenders: [ContenderInfo]

  private let path: String
  private let arguments: [String]
  private let isCancelledAtStart: () -> Bool
  private var connection: ContenderConnection?

  /// What is searched, and whether the running program has it.
  private struct Load {
    let corpus: Corpus

    /// The records that are sent; nil is all.
    let records: [RecordID]?

    var isSent = false
    var count: Int { records?.count ?? corpus.count }

    func record(_ place: Int) -> RecordID { records?[place] ?? RecordID(UInt64(place)) }
  }

  private var load: Load?

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - executable: Its path, from `executable(beside:environment:)`.
  ///   - isCancelled: Whether to give up starting it and loading records; searches have their own.
  /// - Throws: `absent` without a path, `notStarted`, `stranger`, `cancelled`.
  public convenience init(
    executable: String?, isCancelled: @escaping () -> Bool = { false }
  ) throws(ContenderError) {
    guard let executable else { throw .absent }
    try self.init(executable, [], patience: Self.patience, isCancelled: isCancelled)
  }

  init(
    _ path: String, _ arguments: [String], patience: UInt64,
    isCancelled: @escaping () -> Bool = { false }
  ) throws(ContenderError) {
    self.path = path
    self.arguments = arguments
    isCancelledAtStart = isCancelled
    let connection = try ContenderConnection(
      path, arguments, patience: patience, isCancelled: isCancelled)
    contenders = connection.contenders
    self.connection = connection
  }

  /// The process that runs at the moment; nil if none does.
  var childID: Int32? { connection?.processID }

  // MARK: Records

  /// Makes a corpus, or the records of it that are in the sample, what is searched from now on.
  ///
  /// - Throws: `notStarted`, `stranger`, `cancelled`, `died`.
  /// - Complexity: O(*n*) in bytes of text.
  public func load(_ corpus: Corpus, records: ResultSet?) throws(ContenderError) {
    load = Load(corpus: corpus, records: records.map(Array.init))
    _ = try ready(isCancelledAtStart)
  }

  /// The running program, with the records in it.
  private func ready(_ isCancelled: () -> Bool) throws(ContenderError) -> ContenderConnection {
    let connection: ContenderConnection
    if let running = self.connection {
      connection = running
    } else {
      connection = try ContenderConnection(
        path, arguments, patience: Self.patience, isCancelled: isCancelled)
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
      throw connection.nonsense()
    }
  }

  // MARK: Searches

  /// Lets a contender search once.
  ///
  /// The search may take `cutoff` nanoseconds; what is made of the records before it does not count.
  ///
  /// - Throws: all errors but `absent`; `refused` leaves the program as it was.
  public func answer(
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
      guard first.kind == .ready else { throw connection.nonsense() }
      let reply = try connection.receive(
        .init(after: cutoff), limit: Self.answerSize(load.count), isCancelled)
      guard reply.kind == .found, let found = FoundMessage(reply.content, of: load.count)
      else { throw connection.nonsense() }
      return ContenderAnswer(
        records: found.places.map(load.record), nanoseconds: found.nanoseconds)
    }
  }

  /// Repeats the search last answered, and tells its nanoseconds.
  ///
  /// Each of them may take `cutoff` nanoseconds.
  ///
  /// - Throws: `refused` if nothing was answered, or the program was ended since; all errors but `absent`.
  public func sample(
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
      else { throw connection.nonsense() }
      return nanoseconds
    }
  }

  /// Forgets the connection if `body` has ended the program.
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
    guard let reason = reader.text(), reader.isAtEnd else { return connection.nonsense() }
    return .refused(reason)
  }

  /// The longest answer about so many records, in bytes.
  private static func answerSize(_ count: Int) -> Int { 16 + 5 * count }

  /// The places of the fields in scope; nil is all of them.
  private static func columns(
    of query: Query, in corpus: Corpus
  ) throws(ContenderError) -> [Int]? {
    guard let names = query.options.fields, !names.contains("*") else { return nil }
    var columns: [Int] = []
    for name in names {
      guard let column = corpus.fields.firstIndex(where: { $0.name == name }) else {
        throw .refused("it finds no field named '\(name)'")
      }
      columns.append(column)
    }
    return columns
  }
}
