import Synchronization
import System
import Testing

@testable import TestSupport

/// A test client that sends raw bytes and reads raw responses.
private final class RawClient {
  private let stop: WakeUp
  private let socket: LoopbackSocket
  private var received: [UInt8] = []

  init(_ server: ScriptedServer) throws {
    stop = try #require(WakeUp())
    socket = try #require(LoopbackSocket.connected(to: server.port, stop: stop.descriptor))
  }

  func send(_ text: String) { #expect(socket.send(Array(text.utf8)) == .done) }

  func get(_ target: String) { send("GET \(target) HTTP/1.1\r\nHost: here\r\n\r\n") }

  /// All bytes that arrive before the connection ends.
  func all() -> [UInt8] {
    while socket.receive({ received += $0 }) == .done {}
    return received
  }

  /// Waits for `text`; consumes and returns the received bytes up to the end of `text`.
  func upTo(_ text: String) throws -> String {
    while true {
      if let end = received.firstRange(of: Array(text.utf8))?.upperBound {
        defer { received.removeFirst(end) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      try #require(socket.receive { received += $0 } == .done)
    }
  }
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

@Suite struct ScriptedServerTests {
  @Test func `a client receives the scripted bytes, and the server records the request`() throws {
    let server = try ScriptedServer {
      .response(status: "404 Not Found", "no \($0.target)", then: .close)
    }
    let client = try RawClient(server)
    client.send("POST /?query=a%20b+c&x= HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nwhale")
    let body = "no /?query=a%20b+c&x="
    #expect(
      text(client.all())
        == "HTTP/1.1 404 Not Found\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    let request = try #require(server.requests.first)
    #expect(request.method == "POST")
    #expect(request.header("host") == "h")
    #expect(request.parameter("query") == "a b c")
    #expect(request.parameter("x") == "")
    #expect(request.parameter("y") == nil)
    #expect(request.text == "whale")
    server.stop()
  }

  @Test func `one connection serves several requests`() throws {
    let server = try ScriptedServer { .response("at \($0.target)") }
    let client = try RawClient(server)
    client.get("/1")
    #expect(try client.upTo("at /1").hasPrefix("HTTP/1.1 200 OK\r\n"))
    client.get("/2")
    _ = try client.upTo("at /2")
    server.stop()
    #expect(server.connectionCount == 1)
    #expect(server.requests.map(\.connection) == [1, 1])
  }

  @Test func `a chunked body is joined, after the server sent 100 Continue`() throws {
    let server = try ScriptedServer { .response($0.body) }
    let client = try RawClient(server)
    client.send("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n")
    #expect(try client.upTo("\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    client.send(text(ScriptedAnswer.chunk(Array("white ".utf8))))
    client.send("5\r\nwh")
    client.send("ale\r\n0\r\n\r\n")
    _ = try client.upTo("white whale")
    server.stop()
  }

  @Test func `an endless response ends when the client disconnects`() throws {
    let server = try ScriptedServer { _ in
      .endless(head: ScriptedAnswer.head(), chunk: Array(repeating: 7, count: 100_000))
    }
    var client: RawClient? = try RawClient(server)
    client?.get("/")
    _ = try client?.upTo("\u{7}")
    client = nil
    #expect(server.waitForAbandoned(1))
    #expect(server.abandonedCount == 1)
    server.stop()
  }

  @Test func `a response with a size limit has exactly that size`() throws {
    let server = try ScriptedServer { _ in .endless(head: [], chunk: [1, 2, 3], limit: 1000) }
    let client = try RawClient(server)
    client.get("/")
    #expect(client.all().count == 1000)
  }

  @Test(arguments: [ScriptedAnswer.close, .reset, .bytes([], then: .reset)])
  func `a connection can end without a response`(answer: ScriptedAnswer) throws {
    let server = try ScriptedServer { _ in answer }
    let client = try RawClient(server)
    client.get("/")
    #expect(client.all().isEmpty)
    server.stop()
  }

  @Test func `a server that never responds can be stopped, and notices when a client disconnects`()
    throws
  {
    let server = try ScriptedServer { _ in .hang }
    let patient = try RawClient(server)
    patient.get("/patient")
    var other: RawClient? = try RawClient(server)
    other?.get("/other")
    #expect(server.waitForRequests(2))
    other = nil
    #expect(server.waitForAbandoned(1))
    server.stop()
    #expect(patient.all().isEmpty)
  }

  @Test func `the start of a TLS connection is recorded as a request without a method`() throws {
    let server = try ScriptedServer { _ in .close }
    let client = try RawClient(server)
    client.send("\u{16}\u{3}\u{1}")
    #expect(client.all().isEmpty)
    #expect(server.requests.first?.method == "")
    #expect(server.requests.first?.body == [0x16, 3, 1])
  }

  @Test func `a forwarded response can be truncated at any byte`() throws {
    let node = try ScriptedServer { .response("at \($0.target): \($0.text)", then: .close) }
    let cut = Mutex<Int?>(nil)
    let proxy = try ScriptedServer { _ in
      .forward(to: node.port, cutAfter: cut.withLock { $0 })
    }
    func ask() throws -> [UInt8] {
      let client = try RawClient(proxy)
      client.send("POST /q HTTP/1.1\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nwhale")
      return client.all()
    }
    let whole = try ask()
    #expect(text(whole).hasSuffix("\r\n\r\nat /q: whale"))
    for count in whole.indices {
      cut.withLock { $0 = count }
      #expect(try ask() == Array(whole[..<count]))
    }
    #expect(proxy.forwardedAnswers.map(\.count) == [whole.count] + whole.indices)
    #expect(node.requests.allSatisfy { $0.header("connection") == "close" })
  }

  @Test func `a forwarded request can be truncated`() throws {
    let node = try ScriptedServer { .response($0.target) }
    let proxy = try ScriptedServer { _ in .forward(to: node.port, cutRequestAfter: 20) }
    let client = try RawClient(proxy)
    client.get("/q")
    #expect(client.all().isEmpty)
    #expect(node.waitForConnections(1))
    node.stop()
    #expect(node.requests.isEmpty)
  }

  @Test func `forwarding to a missing node closes the connection`() throws {
    let node = try ScriptedServer { _ in .close }
    node.stop()
    let proxy = try ScriptedServer { _ in .forward(to: node.port) }
    let client = try RawClient(proxy)
    client.get("/")
    #expect(client.all().isEmpty)
  }
}
