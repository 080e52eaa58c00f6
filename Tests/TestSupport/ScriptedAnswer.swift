/// What a `ScriptedServer` sends in answer to a request.
package enum ScriptedAnswer: Sendable {
  /// What happens to the connection after an answer.
  package enum Ending: Sendable {
    /// It waits for the next request.
    case keepAlive

    /// It is closed.
    case close

    /// It is reset: the client's next read fails.
    case reset

    /// It stays open, and nothing more is sent until the client closes it.
    case hang
  }

  /// These bytes, head and body, as they are.
  case bytes([UInt8], then: Ending = .close)

  /// A head, and then a chunk again and again until the client closes the connection.
  ///
  /// If `limit` is given, it ends after so many bytes of chunks, and the connection is closed.
  case endless(head: [UInt8], chunk: [UInt8], limit: Int? = nil)

  /// The answer of the server at another port of this machine.
  ///
  /// The request and the answer pass unchanged, apart from the header `Connection`, which becomes `close`. After the
  /// first `cutAfter` bytes of the answer, head included, the rest is withheld and `ending` follows. With
  /// `cutRequestAfter`, the other server receives only so many bytes of the request, and the client no answer.
  case forward(
    to: UInt16, cutAfter: Int? = nil, cutRequestAfter: Int? = nil, then: Ending = .close)

  /// Nothing: the connection is closed.
  case close

  /// Nothing: the connection is reset.
  case reset

  /// Nothing, until the client closes the connection.
  case hang

  /// A whole response.
  ///
  /// `headers` are lines such as `Content-Type: text/html`; unless they have a `Content-Length`, the right one is added.
  package static func response(
    status: String = "200 OK", headers: [String] = [], _ body: [UInt8],
    then ending: Ending = .keepAlive
  ) -> ScriptedAnswer {
    .bytes(head(status, headers, length: body.count) + body, then: ending)
  }

  /// A whole response with a text.
  package static func response(
    status: String = "200 OK", headers: [String] = [], _ body: String,
    then ending: Ending = .keepAlive
  ) -> ScriptedAnswer {
    response(status: status, headers: headers, Array(body.utf8), then: ending)
  }

  /// The head of a response, with the empty line after it.
  ///
  /// `length` is the value of `Content-Length`, if that is not among `headers`.
  package static func head(
    _ status: String = "200 OK", _ headers: [String] = [], length: Int? = nil
  ) -> [UInt8] {
    var lines = ["HTTP/1.1 " + status] + headers
    let hasLength = headers.contains { $0.lowercased().hasPrefix("content-length:") }
    if let length, !hasLength { lines.append("Content-Length: \(length)") }
    return Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
  }

  /// Bytes in the chunked transfer coding, without the last chunk, which has no bytes.
  package static func chunk(_ bytes: [UInt8]) -> [UInt8] {
    Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + Array("\r\n".utf8)
  }
}
