import Attaching
import Searching
import TestSupport
import Testing

/// A table on the nodes of the cluster, for one test.
struct ClusterTable {
  let cluster: ClusterUnderTest
  let name: String

  /// The addresses of the nodes; the first node is the coordinator.
  var nodes: [String]

  /// - Throws: if `scripts/test-cluster` did not start the nodes.
  init(_ name: String) throws {
    cluster = try #require(ClusterUnderTest.current)
    self.name = "test_" + name
    nodes = cluster.nodes
  }

  /// The address of the table; if `corpus` is given, the address of that corpus in the table.
  func address(corpus: String? = nil) throws -> RemoteAddress {
    var address = try RemoteAddress("\(nodes[0])/default.\(name)")
    address.corpus = corpus
    return address
  }

  func request(
    _ corpus: String, _ mode: PublishRequest.Mode = .create
  ) throws -> PublishRequest {
    var request = PublishRequest(try address(), RemoteAccount(), corpus: corpus)
    request.mode = mode
    request.cluster = cluster.name
    request.nodes = nodes
    return request
  }

  /// Publishes the records of a source as a corpus with the source's name.
  @discardableResult
  func publish(
    _ source: some RecordSource, _ mode: PublishRequest.Mode = .create,
    _ cancellation: Cancellation = .never, progress: (Int) -> Void = { _ in }
  ) throws -> PublishReport {
    try Publisher(request(source.name, mode), cancellation).publish(source, progress: progress)
  }

  func attach(corpus: String? = nil, choice: ForeignChoice? = nil) throws -> AttachedSource {
    try Attachment.source(address(corpus: corpus), RemoteAccount(), choice: choice, .never)
  }
}
