internal import SQLite

/// The saved progress of a client that adds items, in a format that the client defines.
package struct ClientState: Hashable, Sendable {
  /// The name of the client; the name is empty for programs that use the library.
  package let client: String
  package let state: [UInt8]

  package init(client: String, state: [UInt8]) {
    self.client = client
    self.state = state
  }
}

extension CatalogStore {
  /// Writes items and a client state in one transaction, which is durable when the call returns.
  ///
  /// - Throws: `off`, `database`, and the errors of `body`. After an error, nothing is written.
  package func batch<R>(
    _ state: ClientState? = nil, _ body: (ItemWriter) throws(CatalogError) -> R
  ) throws(CatalogError) -> R {
    try writing { () throws(CatalogError) in
      guard try isOn() else { throw .off(name) }
      let writer = try ItemWriter(self)
      let result = try body(writer)
      try writer.finish()
      if let state { try setState(state) }
      return result
    }
  }

  /// Opens a transaction that lasts until `endBatch` or `abandonBatch`; no other process can write
  /// until then.
  ///
  /// - Throws: `off`, `batch`, `database`.
  package func beginBatch() throws(CatalogError) {
    if openBatch != nil { throw .batch(isOpen: true) }
    try attempt { () throws(DatabaseError) in try database.execute("BEGIN IMMEDIATE") }
    do throws(CatalogError) {
      guard try isOn() else { throw .off(name) }
      openBatch = try ItemWriter(self)
    } catch {
      database.rollBack()
      throw error
    }
  }

  /// Commits the open batch together with the client state.
  package func endBatch(_ state: ClientState) throws(CatalogError) {
    guard let writer = openBatch else { throw .batch(isOpen: false) }
    openBatch = nil
    do throws(CatalogError) {
      try writer.finish()
      try setState(state)
      try advanceGeneration()
      try attempt { () throws(DatabaseError) in try database.execute("COMMIT") }
    } catch {
      database.rollBack()
      throw error
    }
  }

  /// Rolls back the open batch, if there is one.
  package func abandonBatch() {
    openBatch = nil
    database.rollBack()
  }

  private func setState(_ state: ClientState) throws(CatalogError) {
    if state.state.count > Catalog.clientStateLimit {
      throw .clientStateTooLong(state.state.count)
    }
    try attempt { () throws(DatabaseError) in
      let insert = try statement("INSERT OR REPLACE INTO clients VALUES (?, ?)")
      try insert.bind(1, state.client)
      try insert.bind(2, blob: state.state)
      try insert.run()
    }
  }

  /// The state that the client's last batch stored; nil if there is none.
  package func state(of client: String) throws(CatalogError) -> [UInt8]? {
    try attempt { () throws(DatabaseError) in
      let select = try statement("SELECT state FROM clients WHERE client = ?")
      try select.bind(1, client)
      return try select.first { $0.blob(0) } ?? nil
    }
  }

  /// Deletes the state of a client, if there is one.
  func forgetState(ofClient client: String) throws(CatalogError) {
    if try state(of: client) == nil { return }
    try writing { () throws(CatalogError) in try deleteState(ofClient: client) }
  }

  /// In the current transaction, deletes the state of a client.
  func deleteState(ofClient client: String) throws(CatalogError) {
    try run("DELETE FROM clients WHERE client = ?") { (statement) throws(DatabaseError) in
      try statement.bind(1, client)
    }
  }
}
