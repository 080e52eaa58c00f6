package import Corpora
package import Searching
internal import Synchronization
internal import System
internal import UnicodeText

/// Stores the records of a source in a table on a server or a cluster.
package struct Publisher {
  private let request: PublishRequest
  private let cancellation: Cancellation
  private let coordinator: RemoteEngine

  /// Creates a publisher.
  ///
  /// - Throws: `failed` if libcurl is missing.
  package init(_ request: PublishRequest, _ cancellation: Cancellation) throws(SearchError) {
    self.request = request
    self.cancellation = cancellation
    do throws(RemoteFailure) {
      coordinator = try Self.engine(request.address.server, request)
    } catch {
      throw Self.failure(error, request)
    }
  }

  private static func engine(
    _ server: String, _ request: PublishRequest
  ) throws(RemoteFailure) -> RemoteEngine {
    try RemoteEngine(
      server, request.account.for(request.address),
      idleMilliseconds: request.idleSeconds * 1_000)
  }

  private static func failure(_ error: RemoteFailure, _ request: PublishRequest) -> SearchError {
    error == .cancelled
      ? .cancelled : .failed(source: request.address.description, reason: error.sentence)
  }

  /// The statements that create the tables of a node for these fields.
  package static func explanation(_ request: PublishRequest, fields: [Field]) -> [String] {
    let tables = PublishedTables(table: request.address.table, cluster: request.cluster)
    return tables.creation(
      in: request.address.table.database ?? "default", Publication.columns(for: fields)
    ).map(\.text)
  }

  /// Stores all records of a source, then makes them visible to searches.
  ///
  /// - Parameters:
  ///   - source: the records.
  ///   - progress: gets the number of records stored so far.
  /// - Returns: the counts.
  /// - Throws: `failed` with a sentence as its `reason`, `cancelled`, and the errors of the source.
  ///   After an error, the batches that were already stored remain, and the next call of `publish`
  ///   continues after them.
  package func publish(
    _ source: some RecordSource, progress: (Int) -> Void
  ) throws(SearchError) -> PublishReport {
    let fields = try source.fields(cancellation)
    do throws(RemoteFailure) {
      do throws(RemoteFailure) {
        return try publish(source, fields, resumes: true, progress)
      } catch {
        // If an interrupted command stored records that differ from those of this source, `replace`
        // starts again with the first record.
        guard error == Load.conflict, request.mode == .replace else { throw error }
        return try publish(source, fields, resumes: false, progress)
      }
    } catch {
      throw Self.failure(error, request)
    }
  }

  private func publish(
    _ source: some RecordSource, _ fields: [Field], resumes: Bool, _ progress: (Int) -> Void
  ) throws(RemoteFailure) -> PublishReport {
    let tables = PublishedTables(table: request.address.table, cluster: request.cluster)
    let nodes = try Nodes.find(
      request.cluster, coordinator, request.address, servers: request.nodes,
      connect: { server throws(RemoteFailure) in try Self.engine(server, request) }, cancellation)
    var columns = Publication.columns(for: fields)
    try makeTables(tables, nodes, columns)
    let known = try tables.publications(of: request.corpus, from: coordinator, cancellation)
    let current = known.current(of: request.corpus)
    var next = try generation(known, current, columns, source, resumes: resumes)
    columns = next.columns
    try removeOld(known, keeping: [current?.generation, next.generation], tables, nodes)
    if next.state == .loading { try record(&next, tables) }

    var stored: [UInt64: BatchContent] = [:]
    for node in nodes.all {
      let found = try tables.contents(
        of: next, on: node.engine, from: next.batches, cancellation)
      for (number, content) in found {
        guard stored[number] == nil || stored[number] == content else {
          throw .changed(
            "two nodes hold different records of batch \(number): publish again with --replace")
        }
        stored[number] = content
      }
    }
    let load = Load(next, stored, nodes)
    let sender = BatchSender(tables, next, nodes, cancellation)
    let (report, failure) = try load.run(source, sender, cancellation, progress)
    if let failure { throw failure }
    if let first = report.failures.first {
      throw .changed(
        "\(first.message); nothing was published, because all files must be readable")
    }
    try verify(load, tables, nodes)
    let before = next
    next.records += load.records
    next.batches += UInt64(load.contents.count)
    next.textBytes += UInt64(load.textBytes)
    next.hasSingleSource =
      load.sources.count <= 1 && (before.records == 0 || before.hasSingleSource)
    if before.records > 0 { next.hasSingleSource = false }
    next.state = .current
    try commit(&next, after: before, tables)
    if let current, current.generation != next.generation {
      try removeOld(
        try tables.publications(of: request.corpus, from: coordinator, cancellation),
        keeping: [next.generation], tables, nodes)
    }
    return PublishReport(
      records: Int(load.records), textBytes: load.textBytes, batches: load.contents.count,
      resumed: Int(load.resumed), nodes: nodes.all.count,
      invalidSequences: report.invalidSequences)
  }

  // MARK: Tables

  private func makeTables(
    _ tables: PublishedTables, _ nodes: Nodes, _ columns: [Publication.Column]
  ) throws(RemoteFailure) {
    let database: String
    if let named = request.address.table.database {
      database = named
    } else {
      var names: [String] = []
      try coordinator.rows(
        Select([.call(.currentDatabase, [])], from: TableName("one", in: "system")), cancellation
      ) { reader, source throws(RemoteFailure) in names.append(try reader.string(source)) }
      database = names.first ?? "default"
    }
    for node in nodes.all {
      let existing = try existingColumns(of: tables.table, node.engine)
      if let existing, !existing.contains(PublishedColumn.folded) {
        throw .changed(
          "the table \(tables.table) was not made by searchbench publish: choose another name")
      }
      if existing != nil, tables.cluster != nil,
        try existingColumns(of: tables.local, node.engine) == nil
      {
        throw .changed("the table is on one server, not on a cluster: leave out --cluster")
      }
      if existing != nil, tables.cluster == nil,
        try existingColumns(of: tables.table.sibling(PublishedTables.localSuffix), node.engine)
          != nil
      {
        throw .changed("the table is spread over a cluster: name the cluster with --cluster")
      }
      for statement in tables.creation(in: database, columns) {
        try node.engine.run(statement, cancellation)
      }
      for table in Set([tables.local, tables.table]) {
        let has = try existingColumns(of: table, node.engine) ?? []
        for column in columns where !has.contains(column.name) {
          try node.engine.run(tables.adding(column, to: table), cancellation)
        }
      }
    }
  }

  private func existingColumns(
    of table: TableName, _ engine: RemoteEngine
  ) throws(RemoteFailure) -> Set<String>? {
    do throws(RemoteFailure) {
      return Set(try Attachment.columns(of: table, engine, cancellation).map(\.name))
    } catch {
      if case .changed = error { return nil }
      throw error
    }
  }

  // MARK: Generations

  /// The generation (version of the corpus on the server) to which the new records are added.
  private func generation(
    _ known: [Publication], _ current: Publication?, _ columns: [Publication.Column],
    _ source: some RecordSource, resumes: Bool
  ) throws(RemoteFailure) -> Publication {
    if request.mode == .append, var current {
      guard Set(columns.map(\.field)) == Set(current.columns.map(\.field)) else {
        throw .changed(
          "the new records and the corpus \(request.corpus) have different fields; the corpus has "
            + current.fields.map(\.name).joined(separator: ", "))
      }
      current.columns = columns.map { column in
        current.columns.first { $0.field == column.field } ?? column
      }
      return current
    }
    if current != nil, request.mode != .replace {
      throw .changed(
        "the corpus \(request.corpus) is already published: use --replace or --append")
    }
    // Continue an interrupted load if it has the columns of this source.
    let unfinished = known.last {
      $0.state == .loading && $0.generation > current?.generation ?? 0 && $0.columns == columns
    }
    if resumes, let unfinished { return unfinished }
    let last = known.map(\.generation).max() ?? 0
    return Publication(
      corpus: request.corpus, generation: last + 1, state: .loading, columns: columns, records: 0,
      batches: 0, textBytes: 0, hasSingleSource: source.hasSingleSource, owner: "", change: 0)
  }

  /// Stores `publication` in the table of publications, with a new change number and a new owner
  /// id.
  private func record(
    _ publication: inout Publication, _ tables: PublishedTables
  ) throws(RemoteFailure) {
    let known = try tables.publications(from: coordinator, cancellation)
    publication.change = (known.map(\.change).max() ?? 0) + 1
    var random = SystemRandomNumberGenerator()
    publication.owner = String(random.next() as UInt64, radix: 16)
    try coordinator.run(tables.recording(publication), cancellation)
  }

  /// Makes the new records visible to searches; fails if another process changed the corpus.
  private func commit(
    _ publication: inout Publication, after before: Publication, _ tables: PublishedTables
  ) throws(RemoteFailure) {
    let known = try tables.publications(of: request.corpus, from: coordinator, cancellation)
    let now = known.first { $0.generation == before.generation }
    guard now?.change == before.change, known.allSatisfy({ $0.change <= before.change }) else {
      throw .changed(
        "another process published to the corpus \(request.corpus) at the same time: wait until it "
          + "ends, then publish again")
    }
    try record(&publication, tables)
  }

  /// Marks unused generations as dropped, then removes their records.
  private func removeOld(
    _ known: [Publication], keeping kept: [UInt64?], _ tables: PublishedTables, _ nodes: Nodes
  ) throws(RemoteFailure) {
    for old in known where !kept.contains(old.generation) {
      if old.state != .dropped {
        var dropped = old
        dropped.state = .dropped
        dropped.change =
          (try tables.publications(from: coordinator, cancellation).map(\.change).max() ?? 0) + 1
        try coordinator.run(tables.recording(dropped), cancellation)
      }
      for node in nodes.all {
        let stored = try tables.contents(of: old, on: node.engine, cancellation)
        if stored.isEmpty { continue }
        try node.engine.run(
          tables.removal(of: old.generation, corpus: old.corpus), cancellation)
      }
    }
  }

  // MARK: Verification

  /// Checks that the nodes have stored exactly the records that were read from the source.
  private func verify(
    _ load: Load, _ tables: PublishedTables, _ nodes: Nodes
  ) throws(RemoteFailure) {
    for node in nodes.all {
      let found = try tables.contents(
        of: load.publication, on: node.engine, from: load.publication.batches, cancellation)
      var wanted: [UInt64: BatchContent] = [:]
      for (index, content) in load.contents.enumerated() {
        let number = load.publication.batches + UInt64(index)
        if nodes.nodes(ofBatch: number).contains(where: { $0.engine === node.engine }) {
          wanted[number] = content
        }
      }
      if found == wanted { continue }
      let wrong = Set(found.keys).union(wanted.keys).filter { found[$0] != wanted[$0] }
      throw .changed(
        "on the node \(node.engine.server), the records of \(wrong.count) of \(wanted.count) "
          + "batches differ from the records that were read: publish again with --replace")
    }
  }
}
