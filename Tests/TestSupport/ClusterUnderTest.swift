internal import System

/// The ClickHouse nodes that `scripts/test-cluster` started.
package struct ClusterUnderTest: Sendable {
  /// An action that `scripts/cluster` can perform on a node.
  package enum Action: String, Sendable {
    /// Kills the node with SIGKILL.
    case kill

    /// Starts the node with its existing data; a running node is stopped first.
    case restart

    /// Suspends the node with SIGSTOP: its connections stay open, but it does not respond.
    case pause

    case resume
  }

  /// The nodes that are named in environment variables; nil if `scripts/test-cluster` did not start
  /// the tests.
  package static let current = ClusterUnderTest(Platform.environment())

  /// The addresses of the nodes, such as `http://127.0.0.1:40001`.
  package let nodes: [String]

  /// The name of the cluster in the configuration of the nodes.
  package let name: String

  /// The TLS address of the first node, and the file with its self-signed certificate.
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

  /// The port of a node; nodes are numbered from 1.
  package func port(of node: Int) -> UInt16 {
    UInt16(nodes[node - 1].split(separator: ":").last ?? "") ?? 0
  }

  /// Performs an action on a node, and waits until the action is done.
  ///
  /// Nodes are numbered from 1.
  ///
  /// - Throws: `BinaryUnderTest.Failure` if the action fails.
  package func perform(_ action: Action, on node: Int) throws(BinaryUnderTest.Failure) {
    let script = TestFile.folder(of: #filePath) + "../../scripts/cluster"
    let done = try BinaryUnderTest(path: script).run([
      action.rawValue, "\(node)", "--folder", folder,
    ])
    if done.exitStatus != 0 { throw BinaryUnderTest.Failure(description: done.error) }
  }
}
