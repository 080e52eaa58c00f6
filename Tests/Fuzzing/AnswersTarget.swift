internal import Corpora
internal import Searching
internal import Synchronization
internal import TestSupport
internal import UnicodeText

@testable internal import Attaching

extension FuzzTarget {
  /// An input is a server's response to one kind of request, or encoded rows that arrive in chunks.
  static let answers = FuzzTarget(
    name: "answers", oracle: "a naive reader of rows; a response that is not whole is an error"
  ) { input in
    var input = input
    let subject = input.number(below: 4)
    if subject == 3 {
      let step = 1 + input.number(below: 40)
      return checkRows(input.remainder(), step)
    }
    WrongServer.shared.check(subject, input)
  }
}

/// The rows of a response, and the error after them, if any.
private struct ReadRows: Equatable {
  struct Row: Equatable {
    let number: UInt64
    let text: [UInt8]
  }

  var rows: [Row] = []
  var failure: RemoteFailure?
}

/// The maximum size of a row in this target.
private let limit = 60

private func checkRows(_ bytes: [UInt8], _ step: Int) {
  let wanted = naiveRows(bytes)
  for size in [step, max(1, bytes.count)] {
    let parts = stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
    var found = ReadRows()
    var reader = BinaryReader(limit: limit)
    let answer = Answer(parts)
    do throws(RemoteFailure) {
      while try reader.hasRow(answer) {
        let number = try reader.number(answer)
        var text: [UInt8] = []
        try reader.text(answer) { span in
          for index in span.indices { text.append(span[index]) }
        }
        found.rows.append(.init(number: number, text: text))
      }
    } catch {
      found.failure = error
    }
    expectEqual(found, wanted, "rows in chunks of \(size): \(bytes)")
  }
}

private func naiveRows(_ bytes: [UInt8]) -> ReadRows {
  var result = ReadRows()
  var rest = bytes[...]
  while !rest.isEmpty {
    let start = rest.startIndex
    func has(_ count: Int) -> Bool {
      if rest.startIndex - start + count > limit {
        result.failure = .malformed
      } else if rest.count < count {
        result.failure = .incomplete
      }
      return result.failure == nil
    }
    guard has(8) else { return result }
    let number = rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    rest = rest.dropFirst(8)
    var length = 0
    var isEnded = false
    for place in 0..<6 where !isEnded {
      guard has(1), let byte = rest.popFirst() else { return result }
      length |= Int(byte & 0x7F) << (7 * place)
      isEnded = byte < 0x80
    }
    if !isEnded {
      result.failure = .malformed
      return result
    }
    guard has(length) else { return result }
    result.rows.append(.init(number: number, text: Array(rest.prefix(length))))
    rest = rest.dropFirst(length)
  }
  return result
}

/// A server with a small published table.
///
/// The fuzz input replaces its responses to one kind of request.
private final class WrongServer: Sendable {
  static let shared = WrongServer()

  private final class Hook: Sendable {
    let wrong = Mutex<(subject: Int, answer: ScriptedAnswer)?>(nil)
  }

  private let hook = Hook()
  private let server: ScriptedServer
  private let address: RemoteAddress
  private let query: CompiledQuery

  private init() {
    let hook = hook
    do {
      server = try ScriptedServer { request in
        let text = request.text
        let subject =
          text.contains("_sb_publications") ? 0 : text.contains("count()") ? 2 : 1
        let wrong = hook.wrong.withLock { $0 }
        if let wrong, wrong.subject == subject { return wrong.answer }
        return .response(
          headers: ["Content-Type: application/octet-stream"], Self.right(subject))
      }
      address = try RemoteAddress("\(server.address)/t")
      query = try CompiledQuery(Query("a"))
    } catch {
      fail("\(error)")
    }
  }

  private static let texts = ["alpha", "beta", "it's", "漢字", ""]

  private static func right(_ subject: Int) -> [UInt8] {
    var bytes = GrowableBuffer<UInt8>()
    switch subject {
    case 0:
      let publication = Publication(
        corpus: "c", generation: 1, state: .current,
        columns: Publication.columns(for: [Field("text")]), records: UInt64(texts.count),
        batches: 1, textBytes: 100, hasSingleSource: true, owner: "1", change: 2)
      return PublishedTables(table: TableName("t"), cluster: nil).recording(publication).data
    case 1:
      for (number, text) in texts.enumerated() {
        bytes.append(binary: UInt64(number))
        bytes.append(binary: "file")
        bytes.append(binary: UInt64(number) + 1)
        bytes.append(binary: text)
      }
    default: bytes.append(binary: UInt64(texts.count))
    }
    return bytes.array()
  }

  /// Uses the input as the response to one kind of request.
  ///
  /// A flag in the input chooses between two responses. One has a correct head, and a body that
  /// begins with bytes of the correct body and ends with the input's bytes. The other consists only
  /// of the input's bytes, which replace even the status line.
  func check(_ subject: Int, _ input: FuzzInput) {
    var input = input
    let isWhole = input.flag()
    let kept = input.number(below: 128)
    let bytes = input.remainder()
    let right = Self.right(subject)
    let answer: ScriptedAnswer =
      isWhole
      ? .response(
        headers: ["Content-Type: application/octet-stream"], right.prefix(kept) + bytes,
        then: .close)
      : .bytes(bytes)
    hook.wrong.withLock { $0 = (subject, answer) }
    defer { hook.wrong.withLock { $0 = nil } }
    do throws(SearchError) {
      let source = try Attachment.source(
        address, RemoteAccount(), idleSeconds: 2, .never)
      let result = try source.search(query, ResultRequest(), .never)
      let page = try result.page(0..<100, RowDetails(), .never)
      expect(page.count <= 100, "a page of \(page.count) rows: \(bytes)")
      let count = try result.count(.never)
      expect(count >= 0, "\(count) rows: \(bytes)")
    } catch {
      guard case .failed(_, let reason) = error else { fail("\(error): \(bytes)") }
      let isSentence = !reason.isEmpty && !reason.contains { $0.isNewline }
      expect(isSentence, "\(reason): \(bytes)")
    }
  }
}
