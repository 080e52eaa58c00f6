import Attaching
import Corpora
import Searching
import Synchronization
import TestSupport
import Testing

// Tests of responses that a proxy between client and node truncates.
extension AttachingClusterTests {
  @Test func `a node's response that is truncated anywhere is an error`() throws {
    let table = try ClusterTable("cut")
    let rows = (0..<40).map { ["alpha \($0)"] }
    let local = Searcher(Corpus(name: "c", fields: [Field("text")], rows: rows))
    try table.publish(local)
    let node = table.cluster.port(of: 1)
    let cut = Mutex<Int?>(nil)
    let proxy = try ScriptedServer { request in
      request.text.contains("ORDER BY `sb_id`")
        ? .forward(to: node, cutAfter: cut.withLock { $0 }) : .forward(to: node)
    }
    let remote = try Attachment.source(
      RemoteAddress("\(proxy.address)/default.\(table.name)"), RemoteAccount(), .never)
    let query = Query("alpha")
    #expect(try FoundAnswer(remote, query).rows == FoundAnswer(local, query).rows)
    let answers = proxy.forwardedAnswers
    let whole = answers.map(\.count).max() ?? 0
    #expect(whole > 1_000)
    for end in stride(from: 0, to: whole - 4, by: Effort.size(37, thorough: 1)) {
      cut.withLock { $0 = end }
      let error = #expect(throws: SearchError.self, "\(end) of \(whole) bytes") {
        _ = try FoundAnswer(remote, query)
      }
      let isFailure = if case .failed? = error { true } else { false }
      #expect(isFailure, "\(end) of \(whole) bytes")
    }
    cut.withLock { $0 = nil }
    #expect(try FoundAnswer(remote, query).rows.count == rows.count)
    proxy.stop()
  }
}
