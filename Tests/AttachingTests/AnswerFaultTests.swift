import Searching
import Synchronization
import TestSupport
import Testing

@testable import Attaching

/// Tests that a wrong or incomplete server response causes an error and never gives a partial
/// result.
@Suite struct AnswerFaultTests {
  /// The kind of data that a request asks for.
  enum Subject: String, CaseIterable {
    case publications, rows, count

    init(_ request: ScriptedRequest) {
      let text = request.text
      self =
        text.contains("_sb_publications")
        ? .publications : text.contains("count()") ? .count : .rows
    }

    /// The body of the correct response to a request for this data.
    var bytes: [UInt8] {
      switch self {
      case .publications: ScriptedTable.publications
      case .rows: ScriptedTable.rows()
      case .count: ScriptedTable.count(UInt64(ScriptedTable.texts.count))
      }
    }
  }

  /// A server whose responses to one kind of request can be replaced.
  private final class Server: Sendable {
    private let hook = Hook()
    private let server: ScriptedServer
    let source: AttachedSource

    init() throws {
      let hook = hook
      server = try ScriptedServer { hook.answer(to: $0) ?? ScriptedTable.answer($0) }
      source = try Attachment.source(
        RemoteAddress("\(server.address)/\(ScriptedTable.name)"), RemoteAccount(), idleSeconds: 2,
        .never)
    }

    func replace(_ subject: Subject, _ answer: ScriptedAnswer?) { hook.set(subject, answer) }
  }

  private final class Hook: Sendable {
    private let wrong = Mutex<(subject: Subject, answer: ScriptedAnswer)?>(nil)

    func set(_ subject: Subject, _ answer: ScriptedAnswer?) {
      wrong.withLock { wrong in wrong = answer.map { (subject, $0) } }
    }

    func answer(to request: ScriptedRequest) -> ScriptedAnswer? {
      wrong.withLock { $0?.subject == Subject(request) ? $0?.answer : nil }
    }
  }

  /// The error messages of the calls that depend on responses about `subject`; nil for each call
  /// that succeeds.
  private func failures(_ server: Server, _ subject: Subject) throws -> [String?] {
    let source = server.source
    func sentence(_ body: () throws -> Void) throws -> String? {
      do { try body() } catch let error as SearchError {
        guard case .failed(let place, let reason) = error else { throw error }
        #expect(place == source.place)
        return reason
      }
      return nil
    }
    let query = try CompiledQuery(Query("a"))
    let result = try source.search(query, ResultRequest(), .never)
    if subject == .count { return [try sentence { _ = try result.count(.never) }] }
    return [
      try sentence { _ = try FoundAnswer(source, Query("a")) },
      try sentence { _ = try result.page(0..<100, RowDetails(), .never) },
    ]
  }

  /// Requires that the client rejects a response with a one-sentence error message.
  private func expectRefusal(
    _ server: Server, _ subject: Subject, _ answer: ScriptedAnswer, _ note: Comment,
    containing words: String = ""
  ) throws {
    server.replace(subject, answer)
    for sentence in try failures(server, subject) {
      #expect(sentence != nil, note)
      guard let sentence else { continue }
      #expect(!sentence.isEmpty && !sentence.contains { $0.isNewline }, note)
      #expect(!sentence.hasSuffix("."), note)
      #expect(sentence.contains(words), "\(note): \(sentence)")
    }
    server.replace(subject, nil)
    #expect(try failures(server, subject).allSatisfy { $0 == nil }, note)
  }

  @Test(arguments: Subject.allCases)
  func `a response that is truncated anywhere is an error`(_ subject: Subject) throws {
    let server = try Server()
    let body = subject.bytes
    let head = ScriptedAnswer.head("200 OK", ScriptedTable.headers, length: body.count)
    let whole = head + body
    for end in stride(from: 0, to: whole.count, by: Effort.size(7, thorough: 1)) {
      try expectRefusal(server, subject, .bytes(Array(whole[..<end])), "\(end) bytes")
    }
    let chunkedHead = ScriptedAnswer.head(
      "200 OK", ScriptedTable.headers + ["Transfer-Encoding: chunked"])
    for end in stride(from: 0, through: body.count, by: Effort.size(11, thorough: 1)) {
      let part = Array(body[..<end])
      let bytes = chunkedHead + (part.isEmpty ? [] : ScriptedAnswer.chunk(part))
      try expectRefusal(server, subject, .bytes(bytes), "chunks of \(end) bytes")
      try expectRefusal(server, subject, .bytes(bytes, then: .reset), "reset after \(end) bytes")
      // This HTTP response is complete, but its body is only a prefix of the correct body.
      if end > 0, end < body.count, subject != .rows {
        try expectRefusal(
          server, subject, .response(headers: ScriptedTable.headers, part), "the first \(end)")
      }
    }
  }

  @Test func `a malformed or missing response is an error`() throws {
    let server = try Server()
    let headers = ScriptedTable.headers
    let html = ["Content-Type: text/html"]
    var long: [UInt8] = Array(ScriptedTable.rows([0]).prefix(8))
    long += [0x80, 0x80, 0x80, 0x80, 0x80, 0x40]
    // A string with a declared length of 10 GB; the server sends more bytes than the client can
    // store.
    var huge: [UInt8] = Array(ScriptedTable.rows([0]).prefix(8))
    huge += [0x80, 0x80, 0x80, 0x80, 0x28]
    let chunked = ScriptedAnswer.head("200 OK", headers + ["Transfer-Encoding: chunked"])
    let answers: [(String, ScriptedAnswer, String)] = [
      ("a page", .response(headers: html, "<html>ok</html>"), "not from a ClickHouse"),
      ("an empty page", .response(headers: html, ""), "not from a ClickHouse"),
      (
        "rows as a page", .response(headers: html, ScriptedTable.rows()), "not from a ClickHouse"
      ),
      ("502", .response(status: "502 Bad Gateway", headers: html, "<html>bad</html>"), ""),
      ("redirect", .response(status: "302 Found", headers: ["Location: /b"], ""), "redirects"),
      ("close", .close, ""), ("reset", .reset, ""),
      ("hang", .hang, "--timeout"),
      ("hang in rows", .bytes(ScriptedAnswer.head(length: 99) + [1], then: .hang), ""),
      ("no frame", .bytes(ScriptedAnswer.head("200 OK", headers) + ScriptedTable.rows()), ""),
      (
        "password",
        .response(status: "403 Forbidden", "Code: 516. DB::Exception: default: wrong. (X)\n"),
        "refuses the user or the password"
      ),
      (
        "old password", .response(status: "500 Error", "Code: 193, e = DB::Exception: Wrong\n"),
        "refuses the user or the password"
      ),
      (
        "full disk",
        .response(
          status: "500 Error",
          "Code: 75, e.displayText() = DB::ErrnoException: Cannot write to file /a, errno: 28, "
            + "strerror: No space left on device, e.what() = DB::ErrnoException\n"),
        "a disk of the server is full: Cannot write to file /a"
      ),
      ("401", .response(status: "401 Unauthorized", ""), "refuses the user or the password"),
      ("order", .response(headers: headers, ScriptedTable.rows([1, 0])), ""),
      ("twice", .response(headers: headers, ScriptedTable.rows([0, 1, 1])), ""),
      ("range", .response(headers: headers, ScriptedTable.rows([0, 5])), ""),
      ("length of 2^41", .response(headers: headers, long), ""),
      (
        "a text of 10 GB",
        .endless(
          head: chunked + ScriptedAnswer.chunk(huge),
          chunk: ScriptedAnswer.chunk([UInt8](repeating: 0x61, count: 1 << 16))), ""
      ),
      ("part of a row", .response(headers: headers, ScriptedTable.rows() + [5]), "too early"),
      (
        "endless rows",
        .endless(head: chunked, chunk: ScriptedAnswer.chunk(ScriptedTable.rows())), ""
      ),
      (
        "endless error",
        .endless(
          head: ScriptedAnswer.head("500 Error", ["Transfer-Encoding: chunked"]),
          chunk: ScriptedAnswer.chunk([UInt8](repeating: 0x61, count: 4_096))), ""
      ),
    ]
    for (name, answer, words) in answers {
      try expectRefusal(server, .rows, answer, "\(name)", containing: words)
    }
  }

  @Test func `a response whose first header starts with whitespace is an error`() throws {
    let server = try Server()
    for space in [" ", "\t"] {
      let answer = ScriptedAnswer.response(
        headers: ["\(space)A: b"] + ScriptedTable.headers, ScriptedTable.rows())
      for subject in Subject.allCases {
        try expectRefusal(server, subject, answer, "\(subject)")
      }
    }
  }
}
