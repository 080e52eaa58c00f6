/// The response of a `ScriptedServer` to a request.
package enum ScriptedAnswer: Sendable {
  /// The state of the connection after a response.
  package enum Ending: Sendable {
    /// The connection waits for the next request.
    case keepAlive

    /// The connection is closed.
    case close

    /// The connection is reset, so that the client's next read fails.
    case reset

    /// The connection stays open without further data until the client closes it.
    case hang
  }

  /// Sends the given bytes unchanged; they contain the whole response: status line, headers and
  /// body.
  case bytes([UInt8], then: Ending = .close)

  /// Sends the status line and headers in `head`, then repeats a chunk until the client closes the
  /// connection.
  ///
  /// If `limit` is given, the response ends after `limit` bytes of chunks, and the connection is
  /// closed.
  case endless(head: [UInt8], chunk: [UInt8], limit: Int? = nil)

  /// Forwards the request to the server at another port of this machine, and returns its response.
  ///
  /// The request and the response are unchanged, except that the header `Connection` becomes
  /// `close`. Only the first `cutAfter` bytes of the response, including its head, reach the
  /// client; then `ending` follows. If `cutRequestAfter` is given, the other server receives only
  /// that many bytes of the request, and the client receives no response.
  case forward(
    to: UInt16, cutAfter: Int? = nil, cutRequestAfter: Int? = nil, then: Ending = .close)

  /// Sends nothing, and closes the connection.
  case close

  /// Sends nothing, and resets the connection.
  case reset

  /// Sends nothing, and waits until the client closes the connection.
  case hang

  /// A complete response.
  ///
  /// `headers` are lines such as `Content-Type: text/html`. If `headers` lacks `Content-Length`,
  /// that header is added with the correct value.
  package static func response(
    status: String = "200 OK", headers: [String] = [], _ body: [UInt8],
    then ending: Ending = .keepAlive
  ) -> ScriptedAnswer {
    .bytes(head(status, headers, length: body.count) + body, then: ending)
  }

  /// A complete response with a text body.
  package static func response(
    status: String = "200 OK", headers: [String] = [], _ body: String,
    then ending: Ending = .keepAlive
  ) -> ScriptedAnswer {
    response(status: status, headers: headers, Array(body.utf8), then: ending)
  }

  /// The status line and headers of a response, with the empty line after them.
  ///
  /// `length` is the value of `Content-Length`, unless `headers` contains that header.
  package static func head(
    _ status: String = "200 OK", _ headers: [String] = [], length: Int? = nil
  ) -> [UInt8] {
    var lines = ["HTTP/1.1 " + status] + headers
    let hasLength = headers.contains { $0.lowercased().hasPrefix("content-length:") }
    if let length, !hasLength { lines.append("Content-Length: \(length)") }
    return Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
  }

  /// The bytes as one chunk in the chunked transfer coding, without the empty chunk that ends a
  /// body.
  package static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + Array("\r\n".utf8)
  }
}
