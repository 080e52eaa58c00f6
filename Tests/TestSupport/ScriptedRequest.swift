internal import Basics

/// A request that a `ScriptedServer` received.
///
/// If the client does not use HTTP, for example because it starts a TLS connection, the method is
/// empty. In this case, `body` contains the first bytes from the client.
package struct ScriptedRequest: Sendable {
  /// The number of the connection, counted from 1; requests on the same connection have the same
  /// number.
  package let connection: Int

  package private(set) var method = ""

  /// The request target, which follows the method: the path and the query.
  package private(set) var target = ""

  /// The header lines, without the request line.
  package private(set) var headers: [String] = []

  /// The body, with chunks joined.
  package internal(set) var body: [UInt8] = []

  /// The request line, headers and body as the client sent them.
  package internal(set) var bytes: [UInt8] = []

  package var text: String { String(decoding: body, as: UTF8.self) }

  /// The value of a header; nil if the request has no such header.
  package func header(_ name: String) -> String? {
    let prefix = name.lowercased() + ":"
    return headers.first { $0.lowercased().hasPrefix(prefix) }.map { line in
      String(line.dropFirst(prefix.count).drop { $0 == " " })
    }
  }

  /// The decoded value of a query parameter; nil if there is no such parameter, or if its encoding
  /// is invalid.
  package func parameter(_ name: String) -> String? {
    let query = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    for pair in query.split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.first.map(String.init) == name else { continue }
      let value = sides.dropFirst().first ?? ""
      return try? PercentEncoding.decoded(
        Substring(value.map { $0 == "+" ? " " : String($0) }.joined()))
    }
    return nil
  }

  /// Whether the client waits for `100 Continue` before it sends the body.
  var expectsContinue: Bool { header("Expect")?.lowercased() == "100-continue" }

  var hasChunks: Bool { header("Transfer-Encoding")?.lowercased() == "chunked" }

  var bodyLength: Int { header("Content-Length").flatMap { Int($0) } ?? 0 }

  init(connection: Int) { self.connection = connection }

  /// Parses the request line and headers, without the empty line after them.
  mutating func readHead(_ head: ArraySlice<UInt8>) {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
    let words = (lines.first ?? "").split(separator: " ").map(String.init)
    method = words.first ?? ""
    target = words.dropFirst().first ?? ""
    headers = Array(lines.dropFirst())
  }

  /// The bytes of the request to forward, with a header that ends the connection after the
  /// response.
  var forwarded: [UInt8] {
    let kept = headers.filter { line in
      !["connection:", "expect:"].contains { line.lowercased().hasPrefix($0) }
    }
    let head = ["\(method) \(target) HTTP/1.1"] + kept + ["Connection: close", "", ""]
    let separator = Array("\r\n\r\n".utf8)
    let bodyStart = bytes.firstRange(of: separator)?.upperBound ?? bytes.count
    return Array(head.joined(separator: "\r\n").utf8) + bytes[bodyStart...]
  }
}
