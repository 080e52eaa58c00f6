internal import Basics

/// A request that a `ScriptedServer` received.
///
/// If the client does not speak HTTP, for example because it starts a TLS connection, the method is empty and `body` is
/// what it sent first.
package struct ScriptedRequest: Sendable {
  /// The number of the connection, from 1: requests on one connection have the same.
  package let connection: Int

  package private(set) var method = ""

  /// What follows the method: the path and the query.
  package private(set) var target = ""

  /// The lines of the head after the first.
  package private(set) var headers: [String] = []

  /// The decoded body: chunks are joined.
  package internal(set) var body: [UInt8] = []

  /// Head and body as they were sent.
  package internal(set) var bytes: [UInt8] = []

  package var text: String { String(decoding: body, as: UTF8.self) }

  /// The value of a header; nil if there is none.
  package func header(_ name: String) -> String? {
    let prefix = name.lowercased() + ":"
    return headers.first { $0.lowercased().hasPrefix(prefix) }.map { line in
      String(line.dropFirst(prefix.count).drop { $0 == " " })
    }
  }

  /// The decoded value of a parameter of the query; nil if there is none, or its coding is wrong.
  package func parameter(_ name: String) -> String? {
    let query = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    for pair in query.split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.first.map(String.init) == name else { continue }
      let value = sides.dropFirst().first ?? ""
      return try? PercentCoding.decoded(
        Substring(value.map { $0 == "+" ? " " : String($0) }.joined()))
    }
    return nil
  }

  /// Whether the client waits for `100 Continue` before it sends the body.
  var expectsContinue: Bool { header("Expect")?.lowercased() == "100-continue" }

  var hasChunks: Bool { header("Transfer-Encoding")?.lowercased() == "chunked" }

  var bodyLength: Int { header("Content-Length").flatMap { Int($0) } ?? 0 }

  init(connection: Int) { self.connection = connection }

  /// Reads the head, without the empty line after it.
  mutating func readHead(_ head: ArraySlice<UInt8>) {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
    let words = (lines.first ?? "").split(separator: " ").map(String.init)
    method = words.first ?? ""
    target = words.dropFirst().first ?? ""
    headers = Array(lines.dropFirst())
  }

  /// The request as it is forwarded: the connection ends after the answer.
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
