import Attaching
import Corpora
import Searching
import TestSupport
import Testing

// Nodes that end or do not answer.
extension AttachingClusterTests {
  private static func reason(_ body: () throws -> Void) throws -> String? {
    do { try body() } catch let error as SearchError {
      guard case .failed(_, let reason) = error else { throw error }
      return reason
    }
    return nil
  }

  @Test func `a node that is lost is an error, and its records are there after it starts`() throws {
    let table = try ClusterTable("killed")
    // Two batches, so that each node has one.
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
      #expect(reason?.contains("of its cluster cannot be reached: ") == true)
    }
    #expect(publish?.hasPrefix("the node \(cluster.nodes[1]): ") == true)
    #expect(try records() == [0, 1])
    #expect(try table.publish(other).records == 1)
    #expect(try FoundAnswer(table.attach(corpus: "d"), Query("delta")).rows.count == 1)
  }

  @Test func `a node that does not answer is given up`() throws {
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
