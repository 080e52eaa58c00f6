internal import Searching
internal import System

/// The servers of a cluster that store the records of a table.
struct Nodes: Sendable {
  struct Node: Sendable {
    let engine: RemoteEngine
    /// The number of the node's shard, from 0.
    let shard: Int
  }

  let all: [Node]
  let shardCount: Int

  /// The nodes that store a batch: one node, or several replicas.
  func nodes(ofBatch batch: UInt64) -> [Node] {
    let shard = Int(batch % UInt64(shardCount))
    return all.filter { $0.shard == shard }
  }

  /// Finds the nodes of a cluster; without a cluster name, the coordinator is the only node.
  ///
  /// `servers` are the HTTP addresses of all nodes. If `servers` is empty, the nodes are the hosts
  /// in the cluster's configuration, with the port of `address`.
  static func find(
    _ cluster: String?, _ coordinator: RemoteEngine, _ address: RemoteAddress, servers: [String],
    connect: (String) throws(RemoteFailure) -> RemoteEngine, _ cancellation: Cancellation
  ) throws(RemoteFailure) -> Nodes {
    guard let cluster else {
      return Nodes(all: [Node(engine: coordinator, shard: 0)], shardCount: 1)
    }
    let members = try members(of: cluster, coordinator, cancellation)
    if members.isEmpty {
      let known = try names(coordinator, cancellation)
      throw .changed(
        "the server has no cluster named \(cluster)"
          + (known.isEmpty ? "" : "; its clusters are \(known.joined(separator: ", "))"))
    }
    let shards = Set(members.map(\.shard)).sorted()
    let scheme = address.isSecure ? "https" : "http"
    let places =
      servers.isEmpty
      ? members.map { "\(scheme)://\(host($0.host)):\(address.port)" } : servers
    var nodes: [Node] = []
    var found: [UInt64: Int] = [:]
    for place in places {
      let engine = place == coordinator.server ? coordinator : try connect(place)
      let local: [Member]
      do throws(RemoteFailure) {
        local = try self.members(of: cluster, engine, cancellation).filter(\.isLocal)
      } catch {
        if error == .cancelled { throw error }
        throw .unreachable("the node \(place): \(error.sentence)")
      }
      guard let own = local.first, let shard = shards.firstIndex(of: own.shard) else {
        throw .changed("the node \(place) is not a member of the cluster \(cluster)")
      }
      found[own.shard, default: 0] += 1
      nodes.append(Node(engine: engine, shard: shard))
    }
    for shard in shards {
      let wanted = members.count { $0.shard == shard }
      if found[shard] ?? 0 != wanted || Set(places).count != places.count {
        throw .changed(
          "the cluster \(cluster) has \(members.count) nodes in \(shards.count) shards, but "
            + "\(places.count) addresses reach \(found.count) of the shards: give the HTTP address "
            + "of each node with --node")
      }
    }
    return Nodes(all: nodes, shardCount: shards.count)
  }

  private static func host(_ name: String) -> String {
    name.utf8.contains(UInt8(ascii: ":")) ? "[\(name)]" : name
  }

  private struct Member {
    let shard: UInt64
    let host: String
    let isLocal: Bool
  }

  private static func members(
    of cluster: String, _ engine: RemoteEngine, _ cancellation: Cancellation
  ) throws(RemoteFailure) -> [Member] {
    var select = Select(
      [
        .call(.toUInt64, [.column("shard_num")]), .column("host_name"),
        .call(.toUInt64, [.column("is_local")]),
      ], from: TableName("clusters", in: "system"))
    select.condition = .equal(.column("cluster"), .text(cluster))
    select.order = [.ascending(.column("shard_num")), .ascending(.column("replica_num"))]
    var members: [Member] = []
    try engine.rows(select, cancellation) { reader, source throws(RemoteFailure) in
      members.append(
        Member(
          shard: try reader.number(source), host: try reader.string(source),
          isLocal: try reader.number(source) != 0))
    }
    return members
  }

  private static func names(
    _ engine: RemoteEngine, _ cancellation: Cancellation
  ) throws(RemoteFailure) -> [String] {
    var select = Select([.column("cluster")], from: TableName("clusters", in: "system"))
    select.groups = [.column("cluster")]
    select.order = [.ascending(.column("cluster"))]
    var names: [String] = []
    try engine.rows(select, cancellation) { reader, source throws(RemoteFailure) in
      names.append(try reader.string(source))
    }
    return names
  }
}
