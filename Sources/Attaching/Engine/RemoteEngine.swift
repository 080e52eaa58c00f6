internal import Basics
internal import JSON
internal import Searching
internal import Synchronization
internal import System
internal import UnicodeText

/// The user and the password for a server.
package struct RemoteAccount: Hashable, Sendable {
  package var user: String?
  package var password: String?

  package init(user: String? = nil, password: String? = nil) {
    self.user = user
    self.password = password
  }
}

/// A ClickHouse server, queried over HTTP.
///
/// Requests can run on several threads. Each running request has its own connection, which later
/// requests reuse. Every statement has an identifier, so that the statement can be killed if its
/// caller cancels. The server sends a response only after the whole statement has succeeded, so
/// that an error cannot be mistaken for rows. A response that has no length and is not chunked is
/// rejected. Redirects are not followed, and certificates are checked.
final class RemoteEngine: Sendable {
  /// The server, without user and password: `http://host:8123`.
  let server: String

  private let account: RemoteAccount
  private let library: HTTPLibrary
  private let idle = Mutex<[HTTPConnection]>([])
  private let received = Atomic<UInt64>(0)
  private let idleMilliseconds: Int

  /// The maximum number of bytes of a response that is an error message or a single value.
  private static let smallAnswer = 1 << 16

  /// Creates a client for a server, without connecting to it yet.
  ///
  /// - Throws: `unreachable` if libcurl is missing.
  init(
    _ server: String, _ account: RemoteAccount, idleMilliseconds: Int = 60_000
  ) throws(RemoteFailure) {
    guard let library = HTTPLibrary.shared else {
      throw .unreachable("libcurl is missing: apt-get install libcurl4")
    }
    self.library = library
    self.server = server
    self.account = account
    self.idleMilliseconds = idleMilliseconds
  }

  /// The number of transferred bytes of all responses, before decompression.
  var bytesReceived: UInt64 { received.load(ordering: .relaxed) }

  /// Whether the server runs on this machine; if so, compressing its responses would only cost
  /// time.
  private var isLocal: Bool {
    ["//127.", "//localhost:", "//[::1]"].contains { server.hasOccurrence(of: $0) }
  }

  // MARK: Requests

  /// Runs a statement and calls `read` with its response; `read` need not read the whole response.
  ///
  /// - Throws: The errors of `read`, and `RemoteFailure`.
  func ask<R>(
    _ statement: Statement, _ cancellation: Cancellation,
    _ read: (Answer) throws(RemoteFailure) -> R
  ) throws(RemoteFailure) -> R {
    if cancellation.isCancelled { throw .cancelled }
    let isStopped = { cancellation.isCancelled }
    let identifier = Self.newIdentifier()
    var isFresh = false
    while true {
      let (connection, wasUsed) = try takeConnection()
      let before = connection.bytesReceived
      let result: Result<R, RemoteFailure>
      do throws(HTTPConnection.Failure) {
        let head = try connection.send(request(statement, identifier), isStopped)
        result = try self.read(
          head, answersRows: statement.answersRows, connection, cancellation, read)
      } catch {
        // If the server has closed an idle connection, the request fails before a response arrives.
        // A read-only statement can safely be sent again.
        if case .transfer(let code, _) = error, wasUsed, !isFresh, statement.isQuery,
          Self.closedConnection.contains(code)
        {
          isFresh = true
          idle.withLock { $0 = [] }
          continue
        }
        if !statement.isQuery, error != .cancelled { settle(identifier) }
        switch error {
        case .cancelled:
          end(identifier)
          throw .cancelled
        case .silent(let milliseconds):
          end(identifier)
          throw .unreachable("it sent nothing for \(milliseconds / 1_000) s (--timeout)")
        case .transfer(let code, let reason): throw .unreachable(Self.sentence(code, reason))
        case .outOfMemory: throw .unreachable("there is no memory for a connection")
        }
      }
      received.wrappingAdd(connection.bytesReceived - before, ordering: .relaxed)
      if case .success = result { giveBack(connection) }
      return try result.get()
    }
  }

  /// libcurl's error codes for a closed connection: empty response, send error, receive error.
  private static let closedConnection = [52, 55, 56]

  private func read<R>(
    _ head: HTTPConnection.Head, answersRows: Bool, _ connection: HTTPConnection,
    _ cancellation: Cancellation, _ body: (Answer) throws(RemoteFailure) -> R
  ) throws(HTTPConnection.Failure) -> Result<R, RemoteFailure> {
    if head.status != 200 {
      var text = GrowableBuffer<UInt8>()
      while text.count < Self.smallAnswer,
        try connection.read(into: &text, { cancellation.isCancelled })
      {}
      connection.stop()
      return .failure(refusal(head, text.array()))
    }
    if !head.isFramed || answersRows && !head.mediaType.hasPrefix("application/octet-stream") {
      connection.stop()
      return .failure(.malformed)
    }
    let answer = Answer(connection, cancellation)
    let result: Result<R, RemoteFailure>
    do throws(RemoteFailure) {
      result = .success(try body(answer))
      if !answer.isAtEnd { connection.stop() }
    } catch {
      result = .failure(error)
      connection.stop()
    }
    if let problem = answer.problem {
      if case .transfer = problem { return .failure(.incomplete) }
      throw problem
    }
    return result
  }

  private func refusal(_ head: HTTPConnection.Head, _ answer: [UInt8]) -> RemoteFailure {
    if (300..<400).contains(head.status) {
      return .unreachable("it redirects to another address: use that address instead")
    }
    let text = String(decoding: answer, as: UTF8.self)
    if head.status == 401 || head.status == 403, !text.hasPrefix("Code: ") {
      return .refused(EngineError(answer: "Code: 516, DB::Exception: \(head.status)", status: 0))
    }
    if !text.hasPrefix("Code: "), !text.hasOccurrence(of: "DB::Exception") { return .malformed }
    return .refused(EngineError(answer: text, status: head.status))
  }

  private func request(_ statement: Statement, _ identifier: String) -> HTTPConnection.Request {
    var url = "\(server)/?wait_end_of_query=1&query_id=\(identifier)"
    // By default, the server rejects statements longer than 256 KiB, not counting an insert's data.
    if statement.isQuery, statement.bytes.count > 200_000 { url += "&max_query_size=16777216" }
    if !isLocal { url += "&enable_http_compression=1" }
    return HTTPConnection.Request(
      url: url, user: account.user, password: account.password, body: statement.bytes,
      data: statement.data, acceptsGzip: !isLocal, connectsAnew: !statement.isQuery,
      idleMilliseconds: idleMilliseconds)
  }

  private func takeConnection() throws(RemoteFailure) -> (HTTPConnection, wasUsed: Bool) {
    if let known = idle.withLock({ $0.popLast() }) { return (known, true) }
    guard let connection = HTTPConnection(library) else {
      throw .unreachable("there is no memory for a connection")
    }
    return (connection, false)
  }

  private func giveBack(_ connection: HTTPConnection) { idle.withLock { $0.append(connection) } }

  private static func newIdentifier() -> String {
    var random = SystemRandomNumberGenerator()
    return "searchbench-" + String(random.next() as UInt64, radix: 16)
      + String(random.next() as UInt64, radix: 16)
  }

  private static func sentence(_ code: Int, _ reason: String) -> String {
    switch code {
    case 6: "the host has no address: check its name (\(reason))"
    case 7: "it cannot be reached: check host and port, and whether the server runs (\(reason))"
    case 28: "it did not answer in time (\(reason))"
    case 35, 51, 53, 54, 58, 59, 60, 66, 77, 80, 83, 91: "the TLS connection was refused: \(reason)"
    case 61: "its answer is damaged: \(reason)"
    case 18, 52, 55, 56: "the connection broke: \(reason)"
    default: reason
    }
  }

  // MARK: Small responses

  /// Runs a statement that returns nothing.
  func run(_ statement: Statement, _ cancellation: Cancellation) throws(RemoteFailure) {
    try ask(statement, cancellation) { source throws(RemoteFailure) in
      var answer = GrowableBuffer<UInt8>()
      while try source.read(into: &answer) {
        if answer.count > Self.smallAnswer { throw .malformed }
      }
      if answer.count > 0 { throw .malformed }
    }
  }

  /// Runs a statement that returns a small text, and returns this text.
  func text(_ statement: Statement, _ cancellation: Cancellation) throws(RemoteFailure) -> String {
    try ask(statement, cancellation) { source throws(RemoteFailure) in
      var answer = GrowableBuffer<UInt8>()
      while try source.read(into: &answer) {
        if answer.count > Self.smallAnswer << 4 { throw .malformed }
      }
      return answer.withSpan { String(decoding: $0) }
    }
  }

  /// Runs a query, and calls `row` for each row of its response; `row` must read all values of the
  /// row.
  func rows(
    _ select: Select, _ cancellation: Cancellation,
    _ row: (inout BinaryReader, BinaryReader.Source) throws(RemoteFailure) -> Void
  ) throws(RemoteFailure) {
    try ask(select.statement, cancellation) { source throws(RemoteFailure) in
      var reader = BinaryReader()
      while try reader.hasRow(source) { try row(&reader, source) }
    }
  }

  /// Runs a query and returns the numbers in the single row of its response.
  func numbers(
    _ select: Select, _ cancellation: Cancellation
  ) throws(RemoteFailure) -> [UInt64] {
    var found: [[UInt64]] = []
    try rows(select, cancellation) { reader, source throws(RemoteFailure) in
      var row: [UInt64] = []
      for _ in select.values { row.append(try reader.number(source)) }
      found.append(row)
      if found.count > 1 { throw .malformed }
    }
    guard let first = found.first else { throw .incomplete }
    return first
  }

  /// Runs a query, and returns how many records and bytes the nodes read for the query.
  func cost(
    of select: Select, _ cancellation: Cancellation
  ) throws(RemoteFailure) -> (records: Int, bytes: Int) {
    let answer = try text(select.statement, cancellation)
    guard let value = try? JSON(parsing: Array(answer.utf8)), let statistics = value["statistics"],
      case .integer(let records)? = statistics["rows_read"],
      case .integer(let bytes)? = statistics["bytes_read"]
    else { throw .malformed }
    return (records, bytes)
  }

  // MARK: Ending queries

  /// Kills a statement on all nodes, over a separate connection; waits for at most 25 ms, then
  /// continues in the background.
  private func end(_ identifier: String) {
    PendingKills.begin(upToMilliseconds: 25) {
      self.kill(identifier, waits: false, milliseconds: 500)
    }
  }

  /// Kills an insert whose response was lost, and waits until the insert has ended.
  ///
  /// The caller can then count the stored records.
  private func settle(_ identifier: String) { kill(identifier, waits: true, milliseconds: 10_000) }

  private func kill(_ identifier: String, waits: Bool, milliseconds: Int) {
    let statement = Statement { writer in
      writer.write("KILL QUERY WHERE query_id = ")
      writer.write(literal: Array(identifier.utf8))
      if waits { writer.write(" SYNC") } else { writer.write(" ASYNC") }
    }
    guard let connection = HTTPConnection(library) else { return }
    var request = request(statement, Self.newIdentifier())
    request.connectMilliseconds = 500
    request.idleMilliseconds = milliseconds
    var answer = GrowableBuffer<UInt8>()
    guard (try? connection.send(request, { false })) != nil else { return }
    while (try? connection.read(into: &answer, { false })) == true { answer.truncate(to: 0) }
  }
}

extension Statement {
  /// Whether the statement only reads, so that sending it twice is harmless.
  fileprivate var isQuery: Bool { bytes.starts(with: "SELECT ".utf8) }

  /// Whether the response to the statement consists of rows in the format RowBinary.
  fileprivate var answersRows: Bool {
    isQuery && bytes.suffix(Self.binaryFormat.count).elementsEqual(Self.binaryFormat)
  }

  private static let binaryFormat = Array(" FORMAT RowBinary".utf8)
}
