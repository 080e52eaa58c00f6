import Corpora
import Searching
import Synchronization
import TestSupport
import Testing

@testable import Attaching

// Tests of publishing records to the nodes, and of what readers see during a publish.
extension AttachingClusterTests {
  private static func corpus(_ name: String, _ texts: [String]) -> Searcher {
    Searcher(Corpus(name: name, fields: [Field("text")], rows: texts.map { [$0] }))
  }

  /// The number and the text of each record.
  private static func records(_ source: some RecordSource) throws -> [String] {
    try FoundAnswer(source, Query("")).rows.map { "\($0.record) \($0.cells["text"] ?? "")" }
  }

  /// The message of a failed call; nil if the call succeeded.
  private static func sentence(_ body: () throws -> Void) throws -> String? {
    do { try body() } catch let error as SearchError {
      guard case .failed(_, let reason) = error else { throw error }
      return reason
    }
    return nil
  }

  /// The number of the table's records that a node stores.
  private static func count(_ table: ClusterTable, node: Int) throws -> UInt64 {
    try RemoteEngine(table.cluster.nodes[node], RemoteAccount()).numbers(
      Select([.call(.count, [])], from: TableName(table.name + "_sb_local", in: "default")), .never
    )[0]
  }

  @Test func `added records follow the existing ones`() throws {
    let table = try ClusterTable("append")
    try table.publish(Self.corpus("c", ["alpha", "beta"]))
    let before = try table.attach()
    try table.publish(Self.corpus("c", ["gamma", "delta", "it's"]), .append)
    let all = ["0 alpha", "1 beta", "2 gamma", "3 delta", "4 it's"]
    #expect(try Self.records(table.attach()) == all)
    // A reader that attached before the append still sees only the earlier records.
    #expect(try Self.records(before) == ["0 alpha", "1 beta"])
  }

  @Test func `records are replaced, and earlier readers get an error`() throws {
    let table = try ClusterTable("replace")
    try table.publish(Self.corpus("c", ["alpha", "beta"]))
    let before = try table.attach()
    let refusal = try Self.sentence { try table.publish(Self.corpus("c", ["gamma"])) }
    #expect(refusal?.contains("--replace or --append") == true)
    #expect(try Self.records(before) == ["0 alpha", "1 beta"])
    try table.publish(Self.corpus("c", ["gamma"]), .replace)
    #expect(try Self.records(table.attach()) == ["0 gamma"])
    let reported = try Self.sentence { _ = try Self.records(before) }
    #expect(
      reported
        == "the corpus was published again or removed since it was attached: attach it again")
  }

  @Test func `a table has several corpora`() throws {
    let table = try ClusterTable("several")
    try table.publish(Self.corpus("one", ["alpha"]))
    let other = Corpus(
      name: "two #", fields: [Field("text"), Field("a.b")], rows: [["beta", "x"], ["gamma", "y"]])
    try table.publish(Searcher(other))
    let choice = try Self.sentence { _ = try table.attach() }
    #expect(choice?.contains("#one, #two%20%23") == true)
    #expect(try Self.records(table.attach(corpus: "one")) == ["0 alpha"])
    let two = try table.attach(corpus: "two #")
    #expect(two.fields(.never) == other.fields)
    #expect(
      try FoundAnswer(two, Query("y")).rows.map(\.cells) == [["text": "gamma", "a.b": "y"]])
    let missing = try Self.sentence { _ = try table.attach(corpus: "three") }
    #expect(missing == "the table has no corpus three; its corpora: one, two #")
  }

  @Test func `an interrupted publish resumes where it stopped`() throws {
    var table = try ClusterTable("resume")
    let direct = table
    let records = PublishedTables.recordsPerBatch + 1_000
    let local = Self.corpus("c", (0..<records).map { "r\($0)" })
    let second = table.cluster.port(of: 2)
    let cancelled = Flag()
    // The second batch goes to node 2, so the publish is interrupted after node 1 has stored the
    // first batch.
    let proxy = try ScriptedServer { request in
      guard !cancelled.value, request.text.hasPrefix("INSERT"),
        request.text.contains("resume_sb_local")
      else { return .forward(to: second) }
      for _ in 0..<10_000 {
        if let count = try? Self.count(direct, node: 0), count > 0 { break }
      }
      cancelled.set()
      return .hang
    }
    table.nodes[1] = proxy.address
    #expect(throws: SearchError.cancelled) {
      try table.publish(local, .create, Cancellation { cancelled.value })
    }
    let unfinished = try Self.sentence { _ = try table.attach(corpus: "c") }
    #expect(unfinished == "the corpus c is not yet complete: run searchbench publish for it again")
    // Publishing other records fails until the interrupted publish is completed.
    let other = Self.corpus("c", (0..<records).map { "s\($0)" })
    let conflict = try Self.sentence { try direct.publish(other) }
    #expect(conflict?.contains("other records was interrupted") == true)
    let report = try direct.publish(local)
    #expect(report.resumed == PublishedTables.recordsPerBatch)
    #expect(report.records == records)
    #expect(try Self.count(direct, node: 0) == UInt64(PublishedTables.recordsPerBatch))
    #expect(try Self.count(direct, node: 1) == 1_000)
    let remote = try direct.attach()
    let query = Query("r\(records - 1)")
    #expect(try FoundAnswer(remote, query).rows == FoundAnswer(local, query).rows)
    proxy.stop()
  }

  @Test func `a corpus is replaced only with --replace`() throws {
    var table = try ClusterTable("kept")
    let direct = table
    try direct.publish(Self.corpus("c", ["old"]))
    let first = table.cluster.port(of: 1)
    let cancelled = Flag()
    // The proxy interrupts the replacement before the nodes store any records.
    let proxy = try ScriptedServer { request in
      guard request.text.hasPrefix("INSERT"), request.text.contains("kept_sb_local") else {
        return .forward(to: first)
      }
      cancelled.set()
      return .hang
    }
    table.nodes[0] = proxy.address
    let new = Self.corpus("c", ["new"])
    #expect(throws: SearchError.cancelled) {
      try table.publish(new, .replace, Cancellation { cancelled.value })
    }
    proxy.stop()
    let refusal = try Self.sentence { try direct.publish(new) }
    #expect(refusal == "the corpus c is already published: use --replace or --append")
    #expect(try FoundAnswer(direct.attach(), Query("old")).rows.count == 1)
    try direct.publish(new, .replace)
    #expect(try FoundAnswer(direct.attach(), Query("old")).rows.isEmpty)
    #expect(try FoundAnswer(direct.attach(), Query("new")).rows.count == 1)
  }

  @Test func `a batch whose response is lost is stored once`() throws {
    var table = try ClusterTable("lost")
    let first = table.cluster.port(of: 1)
    let lost = Flag()
    let proxy = try ScriptedServer { request in
      guard !lost.value, request.text.hasPrefix("INSERT"), request.text.contains("lost_sb_local")
      else { return .forward(to: first) }
      lost.set()
      return .forward(to: first, cutAfter: 1)
    }
    table.nodes[0] = proxy.address
    let local = Self.corpus("c", ["alpha", "beta"])
    #expect(try table.publish(local).records == 2)
    #expect(lost.value)
    #expect(try Self.count(table, node: 0) == 2)
    #expect(try Self.records(table.attach()) == ["0 alpha", "1 beta"])
    proxy.stop()
  }
}

/// A flag that one thread sets and other threads read.
final class Flag: Sendable {
  private let flag = Atomic(false)

  var value: Bool { flag.load(ordering: .sequentiallyConsistent) }

  func set() { flag.store(true, ordering: .sequentiallyConsistent) }
}
