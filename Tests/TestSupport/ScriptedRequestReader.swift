/// Reads requests from a connection, one after another.
struct ScriptedRequestReader {
  private let connection: LoopbackSocket
  private let number: Int
  private var buffered: [UInt8] = []

  init(_ connection: LoopbackSocket, number: Int) {
    (self.connection, self.number) = (connection, number)
  }

  /// The next request; nil if the connection or the server ends before the whole request has
  /// arrived.
  mutating func next() -> ScriptedRequest? {
    var request = ScriptedRequest(connection: number)
    guard fill(1) else { return nil }
    // An HTTP request starts with a method. Other input, such as the start of TLS, is returned
    // unchanged.
    guard let first = buffered.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else {
      request.bytes = buffered
      request.body = buffered
      buffered = []
      return request
    }
    guard let headEnd = find("\r\n\r\n", from: 0) else { return nil }
    request.readHead(buffered[..<headEnd])
    var end = headEnd + 4
    if request.expectsContinue {
      guard connection.send(ScriptedAnswer.head("100 Continue")) == .done else { return nil }
    }
    if request.hasChunks {
      guard let chunksEnd = readChunks(from: end, into: &request.body) else { return nil }
      end = chunksEnd
    } else {
      guard fill(end + request.bodyLength) else { return nil }
      request.body = Array(buffered[end..<end + request.bodyLength])
      end += request.bodyLength
    }
    request.bytes = Array(buffered[..<end])
    buffered.removeFirst(end)
    return request
  }

  /// Reads chunks up to the empty chunk, and returns the offset where they end.
  private mutating func readChunks(from start: Int, into body: inout [UInt8]) -> Int? {
    var start = start
    while true {
      guard let lineEnd = find("\r\n", from: start) else { return nil }
      let size = String(decoding: buffered[start..<lineEnd], as: UTF8.self)
      guard let count = Int(size, radix: 16), fill(lineEnd + 2 + count + 2) else { return nil }
      body += buffered[lineEnd + 2..<lineEnd + 2 + count]
      start = lineEnd + 2 + count + 2
      if count == 0 { return start }
    }
  }

  /// The offset of `text` in the bytes from `start` on; receives more bytes until `text` has
  /// arrived.
  private mutating func find(_ text: String, from start: Int) -> Int? {
    let wanted = Array(text.utf8)
    var from = start
    while true {
      if let found = buffered[min(from, buffered.count)...].firstRange(of: wanted) {
        return found.lowerBound
      }
      from = max(start, buffered.count - wanted.count + 1)
      guard fill(buffered.count + 1) else { return nil }
    }
  }

  /// Receives until there are `count` bytes; false if the connection ends earlier.
  private mutating func fill(_ count: Int) -> Bool {
    while buffered.count < count {
      let outcome = connection.receive { buffered += $0 }
      if outcome != .done { return false }
    }
    return true
  }
}
