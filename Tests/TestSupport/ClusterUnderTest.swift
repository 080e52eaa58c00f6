internal import System

/// The ClickHouse nodes that `scripts/test-cluster` started.
package struct ClusterUnderTest: Sendable {
  /// What `scripts/cluster` can do to a node.
  package enum Action: String, Sendable {
    /// Ends the node by SIGKILL.
    case kill

    /// Starts the node with its data; a node that runs is ended first.
    case restart

    /// Stops the node by SIGSTOP: it keeps its connections, and does not answer.
    case pause

    case resume
  }

  /// The nodes in the environment; nil if these tests are not run by `scripts/test-cluster`.
  package static let current = ClusterUnderTest(Platform.environment())

  /// The addresses of the nodes, such as `http://127.0.0.1:40001`.
  package let nodes: [String]

  /// The name of the cluster in the configuration of the nodes.
  package let name: String

  /// The address of the first node over TLS, and the file of its certificate, which no authority signed.
  package let secure: (node: String, certificate: String)

  private let folder: String

  private init?(_ environment: EnvironmentVariables) {
    guard let nodes = environment["SEARCHBENCH_CLUSTER_NODES"],
      let name = environment["SEARCHBENCH_CLUSTER"],
      let folder = environment["SEARCHBENCH_CLUSTER_FOLDER"],
      let secure = environment["SEARCHBENCH_CLUSTER_SECURE"]?.split(separator: " "),
      secure.count == 2
    else { return nil }
    self.secure = (String(secure[0]), String(secure[1]))
    self.nodes = nodes.split(separator: " ").map(String.init)
    (self.name, self.folder) = (name, folder)
  }

  /// The port of a node, from 1.
  package func port(of node: Int) -> UInt16 {
    UInt16(nodes[node - 1].split(separator: ":").last ?? "") ?? 0
  }

  /// Does something to a node, from 1, and waits until it is done.
  ///
  /// - Throws: `BinaryUnderTest.Failure` if it cannot be done.
  package func perform(_ action: Action, on node: Int) throws(BinaryUnderTest.Failure) {
    let script = TestFile.folder(of: #filePath) + "../../scripts/cluster"
    let done = try BinaryUnderTest(path: script).run([
      action.rawValue, "\(node)", "--folder", folder,
    ])
    if done.exitStatus != 0 { throw BinaryUnderTest.Failure(description: done.error) }
  }
}
