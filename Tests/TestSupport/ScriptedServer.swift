internal import Synchronization
internal import System

/// An HTTP server for client tests.
///
/// A closure decides each response, which can be wrong, truncated, endless or missing.
///
/// The server listens on a free port of the loopback interface. Each connection has its own thread.
/// The closure runs on that thread once a whole request has arrived, so a test can run code at the
/// moment of a request.
///
///     let server = try ScriptedServer { request in
///       request.text.contains("count()") ? .forward(to: node, cutAfter: 1000) : .forward(to: node)
///     }
package final class ScriptedServer: Sendable {
  /// The system refused a port or a thread.
  package struct Failure: Error {}

  package let port: UInt16

  /// The address, such as `http://127.0.0.1:40001`.
  package var address: String { "http://127.0.0.1:\(port)" }

  /// The requests so far, in order of arrival.
  package var requests: [ScriptedRequest] { core.state.withLock { $0.requests } }

  /// The responses that were forwarded to clients, with their heads, as far as they were forwarded.
  package var forwardedAnswers: [[UInt8]] { core.state.withLock { $0.forwardedAnswers } }

  /// The number of connections so far.
  package var connectionCount: Int { core.state.withLock { $0.connectionCount } }

  /// The number of responses that were incomplete when the client closed the connection.
  package var abandonedCount: Int { core.state.withLock { $0.abandonedCount } }

  /// The state that the threads share.
  ///
  /// The state is a separate object so that the threads do not keep the server alive.
  private let core: ScriptedServerCore

  /// Starts a server.
  ///
  /// - Throws: `Failure` if the system provides no port or thread.
  package init(_ answer: @escaping @Sendable (ScriptedRequest) -> ScriptedAnswer) throws(Failure) {
    guard let stop = WakeUp(), let listener = LoopbackSocket.listening(stop: stop.descriptor) else {
      throw Failure()
    }
    core = ScriptedServerCore(answer, stop: stop)
    port = listener.port
    let core = core
    guard core.startThread({ core.acceptConnections(of: listener.socket) }) else { throw Failure() }
  }

  deinit { core.end() }

  /// Closes all connections and the port, and waits until every thread has ended.
  package func stop() { core.end() }

  /// Waits until `count` requests have arrived; false after a minute.
  package func waitForRequests(_ count: Int) -> Bool {
    core.arrivals.wait(for: count, milliseconds: 60_000)
  }

  /// Waits until clients have made `count` connections; false after a minute.
  package func waitForConnections(_ count: Int) -> Bool {
    core.connections.wait(for: count, milliseconds: 60_000)
  }

  /// Waits until clients have abandoned `count` responses; false after a minute.
  package func waitForAbandoned(_ count: Int) -> Bool {
    core.abandonments.wait(for: count, milliseconds: 60_000)
  }
}

/// The state and the threads of a `ScriptedServer`.
final class ScriptedServerCore: Sendable {
  struct State {
    var requests: [ScriptedRequest] = []
    var forwardedAnswers: [[UInt8]] = []
    var connectionCount = 0
    var abandonedCount = 0
    var threadCount = 0
  }

  let state = Mutex(State())
  let connections = Latch()
  let arrivals = Latch()
  let abandonments = Latch()
  private let endedThreads = Latch()
  private let stop: WakeUp
  private let answer: @Sendable (ScriptedRequest) -> ScriptedAnswer

  init(_ answer: @escaping @Sendable (ScriptedRequest) -> ScriptedAnswer, stop: WakeUp) {
    (self.answer, self.stop) = (answer, stop)
  }

  func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { $0.threadCount += 1 }
    let isStarted = Platform.startThread {
      body()
      self.endedThreads.signal()
    }
    if !isStarted { endedThreads.signal() }
    return isStarted
  }

  func end() {
    stop.signal()
    // Read the number of threads again for each wait, because a running thread can start another
    // thread.
    while !endedThreads.wait(for: state.withLock { $0.threadCount }, milliseconds: 10) {}
  }

  func acceptConnections(of listener: LoopbackSocket) {
    while let connection = listener.accept() {
      let number = state.withLock { state in
        state.connectionCount += 1
        return state.connectionCount
      }
      connections.signal()
      _ = startThread { self.serve(connection, number: number) }
    }
  }

  private func serve(_ connection: LoopbackSocket, number: Int) {
    var reader = ScriptedRequestReader(connection, number: number)
    while let request = reader.next() {
      state.withLock { $0.requests.append(request) }
      arrivals.signal()
      let outcome = send(answer(request), to: request, on: connection)
      if outcome == .closed {
        state.withLock { $0.abandonedCount += 1 }
        abandonments.signal()
      }
      if outcome != .done { return }
    }
  }

  /// Sends a response.
  ///
  /// Returns `done` if the connection stays open, and `closed` if the client closed it during the
  /// response. In all other cases, returns `stopped`.
  private func send(
    _ answer: ScriptedAnswer, to request: ScriptedRequest, on connection: LoopbackSocket
  ) -> LoopbackSocket.Outcome {
    switch answer {
    case .bytes(let bytes, then: let ending):
      let outcome = connection.send(bytes)
      return outcome == .done ? finish(connection, ending) : outcome
    case .endless(let head, let chunk, let limit):
      var outcome = connection.send(head)
      var rest = limit ?? .max
      while outcome == .done && rest > 0 && !chunk.isEmpty {
        outcome = connection.send(chunk.prefix(rest))
        rest -= chunk.count
      }
      return outcome == .done ? .stopped : outcome
    case .forward(let port, let cutAfter, let cutRequestAfter, then: let ending):
      return forward(
        request, to: port, cutAfter: cutAfter, cutRequestAfter: cutRequestAfter, ending, connection)
    case .close: return finish(connection, .close)
    case .reset: return finish(connection, .reset)
    case .hang: return finish(connection, .hang)
    }
  }

  private func finish(
    _ connection: LoopbackSocket, _ ending: ScriptedAnswer.Ending
  ) -> LoopbackSocket.Outcome {
    switch ending {
    case .keepAlive: return .done
    case .close: return .stopped
    case .reset:
      connection.reset()
      return .stopped
    case .hang: return connection.waitForClose()
    }
  }

  private func forward(
    _ request: ScriptedRequest, to port: UInt16, cutAfter: Int?, cutRequestAfter: Int?,
    _ ending: ScriptedAnswer.Ending, _ connection: LoopbackSocket
  ) -> LoopbackSocket.Outcome {
    guard let server = LoopbackSocket.connected(to: port, stop: stop.descriptor) else {
      return finish(connection, .close)
    }
    let bytes = request.forwarded.prefix(cutRequestAfter ?? .max)
    // A server can respond and close the connection before it has read the whole request.
    if server.send(bytes) == .stopped { return .stopped }
    if cutRequestAfter != nil { return finish(connection, ending) }
    var outcome = LoopbackSocket.Outcome.done
    var passed: [UInt8] = []
    let limit = cutAfter ?? .max
    while outcome == .done && passed.count < limit {
      var piece: ArraySlice<UInt8> = []
      let received = server.receive { piece = $0.prefix(limit - passed.count) }
      if received == .stopped { return .stopped }
      if received == .closed { break }
      passed += piece
      outcome = connection.send(piece)
    }
    state.withLock { $0.forwardedAnswers.append(passed) }
    return outcome == .done ? finish(connection, ending) : outcome
  }
}
