import Corpora
import Searching
import TestSupport
import Testing

@testable import Attaching

// Tests of nodes that are killed or do not respond.
extension AttachingClusterTests {
  private static func reason(_ body: () throws -> Void) throws -> String? {
    do { try body() } catch let error as SearchError {
      guard case .failed(_, let reason) = error else { throw error }
      return reason
    }
    return nil
  }

  @Test func `a killed node is an error, and its records are back after a restart`() throws {
    let table = try ClusterTable("killed")
    // Publish two batches, so that each node stores one.
    let long = String(repeating: "x", count: 6 << 20)
    let rows = [["alpha " + long], ["beta"]]
    let local = Searcher(Corpus(name: "c", fields: [Field("text")], rows: rows))
    #expect(try table.publish(local).batches == 2)
    let remote = try table.attach()
    func records() throws -> [UInt64] {
      try FoundAnswer(remote, Query("a")).rows.map(\.record)
    }
    #expect(try records() == [0, 1])
    let cluster = table.cluster
    try cluster.perform(.kill, on: 2)
    let other = Searcher(Corpus(name: "d", fields: [Field("text")], rows: [["delta"]]))
    let query = try Self.reason { _ = try records() }
    let count = try Self.reason {
      _ = try remote.search(CompiledQuery(Query("a")), ResultRequest(), .never).count(.never)
    }
    let publish = try Self.reason { try table.publish(other) }
    try cluster.perform(.restart, on: 2)
    for reason in [query, count] {
      #expect(reason?.contains("of the cluster cannot be reached: ") == true)
    }
    #expect(publish?.hasPrefix("the node \(cluster.nodes[1]): ") == true)
    #expect(try records() == [0, 1])
    #expect(try table.publish(other).records == 1)
    #expect(try FoundAnswer(table.attach(corpus: "d"), Query("delta")).rows.count == 1)
  }

  @Test func `killing a node during a publish neither loses nor duplicates records`() throws {
    let table = try ClusterTable("killed_insert")
    let cluster = table.cluster
    let folder = try ScratchFolder()
    let rows = (0..<48).map { "alpha \($0) " + String(repeating: "x", count: 1 << 20) + "\n" }
    let local = try FileSource([folder.write(rows.joined(), to: "c.txt")])
    for calls in [1, 20] {
      var left = calls
      let reason = try Self.reason {
        try table.publish(local, .replace) { _ in
          left -= 1
          if left == 0 { try? cluster.perform(.kill, on: 2) }
        }
      }
      try cluster.perform(.restart, on: 2)
      #expect(reason?.hasPrefix("the node \(cluster.nodes[1]): ") == true, "\(reason ?? "none")")
      let report = try table.publish(local, .replace)
      #expect(report.records == rows.count)
      let remote = try table.attach()
      let found = try remote.records(matching: CompiledQuery(Query("alpha")), .never)
      #expect(found.count == rows.count)
      #expect(try FoundAnswer(remote, Query("alpha 4")).rows.count == 9)
    }
  }

  @Test func `a table that is dropped while it is attached is an error`() throws {
    let table = try ClusterTable("dropped")
    let rows = (0..<40).map { ["alpha \($0)"] }
    try table.publish(Searcher(Corpus(name: "c", fields: [Field("text")], rows: rows)))
    let remote = try table.attach()
    let result = try remote.search(CompiledQuery(Query("alpha")), ResultRequest(), .never)
    #expect(try result.page(0..<5, RowDetails(), .never).count == 5)
    // The request for the first page also counted the matches.
    #expect(result.knownCount == rows.count)
    let uncounted = try remote.search(CompiledQuery(Query("alpha")), ResultRequest(), .never)
    for node in table.nodes {
      let engine = try RemoteEngine(node, RemoteAccount())
      try engine.run(
        Statement { writer in
          writer.write("DROP TABLE ")
          writer.write(PublishedTables(table: TableName(table.name), cluster: "c").local)
        }, .never)
    }
    let chosen = try result.narrowed(to: ResultSet([RecordID(3)], of: rows.count))
    for body in [
      { _ = try result.page(5..<9, RowDetails(), .never) }, { _ = try uncounted.count(.never) },
      { _ = try FoundAnswer(remote, Query("alpha")) },
      { _ = try remote.records(matching: CompiledQuery(Query("")), .never) },
      { _ = try chosen.page(0..<1, RowDetails(), .never) },
    ] as [() throws -> Void] {
      let reason = try Self.reason(body)
      #expect(reason?.contains("there is no such table") == true, "\(reason ?? "none")")
    }
  }

  @Test func `one Ctrl-C at the prompt ends a query whose first page does not arrive`() throws {
    let table = try ClusterTable("interrupted")
    try table.publish(
      Searcher(Corpus(name: "c", fields: [Field("text")], rows: [["alpha"], ["beta"]])))
    let folder = try ScratchFolder()
    let terminal = try Pseudoterminal(
      try BinaryUnderTest(), [],
      environment: ["HOME": folder.path, "TERM": "xterm", "LC_ALL": "C.UTF-8"],
      directory: folder.path)
    try terminal.expect("> ")
    let address = try table.address().description
    terminal.enter(":attach " + address)
    try terminal.expect("substring\u{1B}[0m> ")
    try table.cluster.perform(.pause, on: 1)
    // Resume the node even if this test fails, so that other tests do not wait for it.
    defer { try? table.cluster.perform(.resume, on: 1) }
    terminal.enter("alpha")
    // The line editor turns bracketed paste off when it stops reading.
    try terminal.expect("\u{1B}[?2004l")
    try terminal.expectScreen("the query runs") { _ in terminal.isCooked }
    terminal.press(PseudoterminalKeys.control("c"))
    try terminal.expect("interrupted")
    try terminal.expect("substring\u{1B}[0m> ")
    try table.cluster.perform(.resume, on: 1)
    terminal.enter("alpha")
    try terminal.expect("1 record")
    terminal.enter(":quit")
    #expect(try terminal.expectEnd() == .exited(0))
  }

  @Test func `a request to an unresponsive node times out`() throws {
    let table = try ClusterTable("paused")
    try table.publish(
      Searcher(Corpus(name: "c", fields: [Field("text")], rows: [["alpha"], ["beta"]])))
    let remote = try Attachment.source(
      table.address(), RemoteAccount(), idleSeconds: 1, .never)
    try table.cluster.perform(.pause, on: 1)
    let reason = try Self.reason { _ = try FoundAnswer(remote, Query("a")) }
    try table.cluster.perform(.resume, on: 1)
    #expect(reason == "it sent nothing for 1 s (--timeout)")
    #expect(try FoundAnswer(remote, Query("a")).rows.count == 2)
  }
}
