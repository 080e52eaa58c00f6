internal import System

/// An open catalogue: its database, and the statements that are run again and again.
///
/// Used from one thread at a time. What changes items is in extensions, each in one transaction.
package final class CatalogStore {
  package let file: CatalogFile
  let database: Database

  /// Whether nothing can be written: the file or its folder does not let us.
  package let isReadOnly: Bool

  /// Statements by their text.
  private var statements: [String: Statement] = [:]

  /// The transaction that is open for a batch of the caller's, if any.
  var openBatch: ItemWriter?

  package var name: String { file.name }

  /// How a catalogue is opened.
  package enum Access: Sendable {
    case read
    case write
    /// Makes it if it is missing.
    case create
  }

  /// - Throws: `missing`, `notACatalog`, `newerSchema`, `database`, `system`; with `create` not `missing`.
  package convenience init(_ file: CatalogFile, access: Access) throws(CatalogError) {
    if access == .create, !file.exists {
      do throws(CatalogError) {
        try file.create()
      } catch {
        // Another process was faster: that is as good.
        guard case .exists = error else { throw error }
      }
    }
    try self.init(file, access: access, migrations: Schema.migrations)
  }

  /// With other migrations, or waiting so many milliseconds for a lock, for tests.
  init(
    _ file: CatalogFile, access: Access = .write, migrations: [String],
    waiting: Int32 = Database.usualWaiting
  ) throws(CatalogError) {
    try file.checkHeader(known: migrations.count)
    self.file = file
    let opened: (Database, isReadOnly: Bool)
    do throws(DatabaseError) {
      opened = try Self.open(file, access, waiting)
    } catch {
      throw .database(path: file.path, error)
    }
    (database, isReadOnly) = opened
    let found = try attempt { () throws(DatabaseError) in
      try database.integer("PRAGMA user_version")
    }
    if found > migrations.count {
      throw .newerSchema(path: file.path, found: found, known: migrations.count)
    }
    if found < migrations.count {
      try attempt { () throws(DatabaseError) in try Self.migrate(database, by: migrations) }
    }
    let isWhole = try attempt { () throws(DatabaseError) in
      try database.integer("SELECT count(*) FROM meta WHERE key IN ('generation', 'next_item')")
        == 2
    }
    if !isWhole { throw .notACatalog(path: file.path, reason: "its tables are not those of one") }
  }

  /// Opens the file to write if that can be, else to read.
  private static func open(
    _ file: CatalogFile, _ access: Access, _ waiting: Int32
  ) throws(DatabaseError) -> (Database, Bool) {
    do throws(DatabaseError) {
      let database = try Database(path: file.path, mode: .readWrite, waiting: waiting)
      try configure(database, access)
      return (database, database.isReadOnly)
    } catch {
      guard error.kind == .readOnly || error.kind == .cannotOpen else { throw error }
      // Without the right to write beside it, a log would have to be passed over.
      if file.companions.contains(where: { Platform.size(of: $0) ?? 0 > 0 }) { throw error }
      let database = try Database(path: file.path, mode: .immutable)
      try configure(database, access)
      return (database, true)
    }
  }

  private static func configure(_ database: Database, _ access: Access) throws(DatabaseError) {
    // 16,384 pages of 4 KB are written to the log before they go to their places: neighbouring batches change the same
    // pages again.
    // Whoever only reads goes through the file once: a small cache stays in the processor's.
    let cache = access == .read ? 1_024 : 131_072
    try database.execute(
      """
      PRAGMA foreign_keys = ON;
      PRAGMA synchronous = FULL;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -\(cache);
      PRAGMA wal_autocheckpoint = 16384;
      """)
    // Reads the file for the first time.
    _ = try database.integer("SELECT count(*) FROM sqlite_schema")
  }

  /// Brings the tables to the last version, in one transaction.
  static func migrate(_ database: Database, by migrations: [String]) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      // Asked again under the lock: another process may have done it meanwhile.
      let found = try database.integer("PRAGMA user_version")
      if found >= migrations.count { return }
      for step in migrations[found...] { try database.execute(step) }
      try database.execute("PRAGMA user_version = \(migrations.count)")
    }
  }

  // MARK: Plumbing

  /// Runs what may be refused by SQLite, whose error it gives its place.
  func attempt<R>(_ body: () throws(DatabaseError) -> R) throws(CatalogError) -> R {
    do throws(DatabaseError) {
      return try body()
    } catch {
      throw failure(error)
    }
  }

  func failure(_ error: DatabaseError) -> CatalogError { .database(path: file.path, error) }

  /// The statement of that text, prepared once.
  func statement(_ sql: String) throws(DatabaseError) -> Statement {
    if let known = statements[sql] { return known }
    let statement = try database.prepare(sql)
    statements[sql] = statement
    return statement
  }

  /// Runs `body` over one state of the catalogue, whoever writes meanwhile.
  package func reading<R>(_ body: () throws(CatalogError) -> R) throws(CatalogError) -> R {
    if database.isInTransaction { return try body() }
    return try database.transaction(writes: false, mapping: failure, body)
  }

  /// Runs `body` in a transaction that writes, and notes that the catalogue has changed.
  func writing<R>(_ body: () throws(CatalogError) -> R) throws(CatalogError) -> R {
    if openBatch != nil { throw .batch(isOpen: true) }
    return try database.transaction(mapping: failure) { () throws(CatalogError) in
      let result = try body()
      try advanceGeneration()
      return result
    }
  }

  func advanceGeneration() throws(CatalogError) {
    try attempt { () throws(DatabaseError) in
      try statement("UPDATE meta SET value = value + 1 WHERE key = 'generation'").run()
    }
  }

  // MARK: Facts

  /// A number of the table `meta`, nil if it is not there.
  func meta(_ key: String) throws(CatalogError) -> Int? {
    try attempt { () throws(DatabaseError) in
      let statement = try statement("SELECT value FROM meta WHERE key = ?")
      try statement.bind(1, key)
      return try statement.first { $0.integer(0) }
    }
  }

  func setMeta(_ key: String, _ value: Int?) throws(CatalogError) {
    try attempt { () throws(DatabaseError) in
      let statement = try statement("INSERT OR REPLACE INTO meta VALUES (?, ?)")
      try statement.bind(1, key)
      try statement.bind(2, value)
      try statement.run()
    }
  }

  /// Counts the transactions that have changed the catalogue.
  package func generation() throws(CatalogError) -> Int { try counter("generation", from: 0) }

  /// A number of the table `meta` that only grows, by one at a time.
  func counter(_ key: String, from first: Int) throws(CatalogError) -> Int {
    guard let value = try meta(key), (first...1 << 60).contains(value) else {
      throw failure(.damaged("its \(key) is none"))
    }
    return value
  }

  /// Whether it takes items.
  package func isOn() throws(CatalogError) -> Bool { try meta("is_on") != 0 }
}
