/// How far somebody who adds items has come, in words of their own.
package struct ClientState: Hashable, Sendable {
  /// Who; the empty name is that of programs that use the library.
  package let client: String
  package let state: [UInt8]

  package init(client: String, state: [UInt8]) {
    self.client = client
    self.state = state
  }
}

extension CatalogStore {
  /// Writes items in one transaction, durable when this returns, with the state that says so.
  ///
  /// - Throws: `off`, `database`, and what `body` throws; then nothing of it was written.
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

  /// Opens a transaction that stays open until `endBatch` or `abandonBatch`; no other process can write until then.
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

  /// Ends the open batch: all that was written in it, and the state, are durable when this returns.
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

  /// Undoes the open batch, if there is one.
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

  /// The state that came with the client's last batch, nil if there was none.
  package func state(of client: String) throws(CatalogError) -> [UInt8]? {
    try attempt { () throws(DatabaseError) in
      let select = try statement("SELECT state FROM clients WHERE client = ?")
      try select.bind(1, client)
      return try select.first { $0.blob(0) } ?? nil
    }
  }

  /// Forgets the state of a client, if there is one.
  func forgetState(ofClient client: String) throws(CatalogError) {
    if try state(of: client) == nil { return }
    try writing { () throws(CatalogError) in try deleteState(ofClient: client) }
  }

  /// The same in the transaction at hand.
  func deleteState(ofClient client: String) throws(CatalogError) {
    try run("DELETE FROM clients WHERE client = ?") { (statement) throws(DatabaseError) in
      try statement.bind(1, client)
    }
  }
}
