import Synchronization
import TestSupport
import Testing

/// Tests the test support itself: the ClickHouse nodes, and the scripted server that forwards
/// requests to these nodes.
@Suite(
  .serialized, .enabled("scripts/test-cluster starts the nodes") { ClusterUnderTest.current != nil }
)
struct NodeClusterTests {
  /// Sends a statement with curl; returns curl's output and exit code.
  private func ask(_ address: String, _ statement: String) throws -> (text: String, code: Int32) {
    let folder = try ScratchFolder()
    let done = try folder.run("curl -sS --data-binary \"$1\" \"$2\"", statement, address)
    return (done.output, Int32(done.exitStatus))
  }

  @Test func `the scripted server forwards a node's response unchanged or truncated`() throws {
    let cluster = try #require(ClusterUnderTest.current)
    let cut = Mutex<Int?>(nil)
    let proxy = try ScriptedServer { _ in
      .forward(to: cluster.port(of: 1), cutAfter: cut.withLock { $0 })
    }
    let statement = "SELECT number FROM numbers(20000)"
    let direct = try ask(cluster.nodes[0], statement)
    #expect(direct.code == 0)
    #expect(direct.text.hasSuffix("\n19999\n"))
    let forwarded = try ask(proxy.address, statement)
    #expect(forwarded == direct)
    let whole = try #require(proxy.forwardedAnswers.first)
    for count in stride(from: 0, to: whole.count, by: 10_000) {
      cut.withLock { $0 = count }
      #expect(try ask(proxy.address, statement).code != 0)
    }
    #expect(proxy.requests.allSatisfy { $0.text == statement })
    proxy.stop()
  }

  @Test func `a node can be killed and paused, and keeps its data`() throws {
    let cluster = try #require(ClusterUnderTest.current)
    let count = "SELECT count() FROM cluster(\(cluster.name), system.one)"
    let shards = "\(cluster.nodes.count)\n"
    #expect(try ask(cluster.nodes[0], count).text == shards)
    try cluster.perform(.kill, on: 2)
    #expect(try ask(cluster.nodes[1], count).code == 7)
    #expect(try ask(cluster.nodes[0], count).text.hasPrefix("Code: 279"))
    try cluster.perform(.restart, on: 2)
    #expect(try ask(cluster.nodes[1], count).text == shards)
    try cluster.perform(.pause, on: 2)
    try cluster.perform(.resume, on: 2)
    #expect(try ask(cluster.nodes[0], count).text == shards)
  }
}
