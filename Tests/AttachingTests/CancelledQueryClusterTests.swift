import Searching
import TestSupport
import Testing

@testable import Attaching

// Tests of queries that the caller cancels.
extension AttachingClusterTests {
  /// The number of endless test queries (on `system.numbers`) that are running on a node.
  private static func endlessQueries(_ engine: RemoteEngine) throws(RemoteFailure) -> Int {
    var count = 0
    try engine.rows(
      Select([.column("query")], from: TableName("processes", in: "system")), .never
    ) { reader, source throws(RemoteFailure) in
      let query = try reader.string(source)
      if query.contains("system.numbers"), !query.contains("processes") { count += 1 }
    }
    return count
  }

  @Test func `a canceled query ends on both nodes`() throws {
    let cluster = try #require(ClusterUnderTest.current)
    let asker = try RemoteEngine(cluster.nodes[0], RemoteAccount())
    let watchers = try cluster.nodes.map { try RemoteEngine($0, RemoteAccount()) }
    func running() throws -> [Int] { try watchers.map { try Self.endlessQueries($0) } }
    // Cancel the query as soon as both nodes are running it.
    let isCancelled = Cancellation {
      watchers.allSatisfy { ((try? Self.endlessQueries($0)) ?? 0) > 0 }
    }
    let endless = Statement { writer in
      writer.write("SELECT sum(number) FROM cluster(")
      writer.write(name: cluster.name)
      writer.write(", system.numbers) FORMAT RowBinary")
    }
    #expect(throws: RemoteFailure.cancelled) { _ = try asker.text(endless, isCancelled) }
    var polls = 0
    while try running() != [0, 0], polls < 20_000 { polls += 1 }
    #expect(try running() == [0, 0])
  }
}
