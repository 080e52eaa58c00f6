internal import SQLite
internal import System

/// An open catalog: its database and its prepared statements.
///
/// Use a store on one thread at a time. The methods that change the catalog are in extensions;
/// each of these methods runs one transaction.
package final class CatalogStore {
  package let file: CatalogFile
  let database: Database

  /// Whether the file or its folder is not writable.
  package let isReadOnly: Bool

  /// The schema version of the catalog when it was opened.
  ///
  /// If the catalog is read-only or was opened for reading, the version can be older than
  /// `Schema.version`.
  private(set) var schema = 0

  /// The prepared statements, keyed by their SQL.
  private var statements: [String: Statement] = [:]

  /// The writer of the batch that the caller has opened, if any.
  var openBatch: ItemWriter?

  package var name: String { file.name }

  /// How to open a catalog.
  package enum Access: Sendable {
    /// Opens the catalog without migrating it, so that a reader never waits for a writer.
    case read
    case write
    /// Opens the catalog for writing, and creates it if it is missing.
    case create
  }

  /// Opens a catalog.
  ///
  /// - Throws: `missing` (except with `create`), `notACatalog`, `newerSchema`, `database`,
  ///   `system`.
  package convenience init(_ file: CatalogFile, access: Access) throws(CatalogError) {
    if access == .create, !file.exists {
      do throws(CatalogError) {
        try file.create()
      } catch {
        // If another process has created the catalog in the meantime, open that catalog.
        guard case .exists = error else { throw error }
      }
    }
    try self.init(file, access: access, migrations: Schema.migrations)
  }

  /// Opens a catalog with the given migrations and the given lock timeout in milliseconds, for
  /// tests.
  init(
    _ file: CatalogFile, access: Access = .write, migrations: [String],
    waiting: Int32 = Database.defaultBusyTimeout
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
    schema = found
    if found < migrations.count, access != .read, !isReadOnly {
      try attempt { () throws(DatabaseError) in try Self.migrate(database, by: migrations) }
      schema = migrations.count
    }
    let isWhole = try attempt { () throws(DatabaseError) in
      try database.integer("SELECT count(*) FROM meta WHERE key IN ('generation', 'next_item')")
        == 2
    }
    if !isWhole {
      throw .notACatalog(path: file.path, reason: "its tables are not the tables of a catalog")
    }
  }

  /// Opens the file for writing if possible, otherwise for reading.
  private static func open(
    _ file: CatalogFile, _ access: Access, _ waiting: Int32
  ) throws(DatabaseError) -> (Database, Bool) {
    do throws(DatabaseError) {
      let database = try Database(path: file.path, mode: .readWrite, waiting: waiting)
      try configure(database, access)
      return (database, database.isReadOnly)
    } catch {
      guard error.kind == .readOnly || error.kind == .cannotOpen else { throw error }
      // SQLite can read a catalog in a read-only folder only in the mode `immutable`. This mode
      // ignores the log, so fail if there is a log.
      if file.companions.contains(where: { Platform.size(of: $0) ?? 0 > 0 }) { throw error }
      let database = try Database(path: file.path, mode: .immutable)
      try configure(database, access)
      return (database, true)
    }
  }

  private static func configure(_ database: Database, _ access: Access) throws(DatabaseError) {
    // A checkpoint runs only after 16,384 pages of 4 KB, because consecutive batches often change
    // the same pages. A reader scans the file once, so a small page cache that fits into the
    // processor's cache is enough.
    let cache = access == .read ? 1_024 : 131_072
    try database.execute(
      """
      PRAGMA foreign_keys = ON;
      PRAGMA synchronous = FULL;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -\(cache);
      PRAGMA wal_autocheckpoint = 16384;
      """)
    // This query is the first to read the file, so it throws if the file cannot be used.
    _ = try database.integer("SELECT count(*) FROM sqlite_schema")
  }

  /// Migrates the tables to the latest version, in one transaction.
  static func migrate(_ database: Database, by migrations: [String]) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      // Check the version again under the lock: another process may have migrated the tables in the
      // meantime.
      let found = try database.integer("PRAGMA user_version")
      if found >= migrations.count { return }
      for step in migrations[found...] { try database.execute(step) }
      try database.execute("PRAGMA user_version = \(migrations.count)")
    }
  }

  // MARK: Statements and transactions

  /// Runs `body`, converting its SQLite error to a `CatalogError` with the path.
  func attempt<R>(_ body: () throws(DatabaseError) -> R) throws(CatalogError) -> R {
    do throws(DatabaseError) {
      return try body()
    } catch {
      throw failure(error)
    }
  }

  func failure(_ error: DatabaseError) -> CatalogError { .database(path: file.path, error) }

  /// The prepared statement for this SQL, from the cache.
  func statement(_ sql: String) throws(DatabaseError) -> Statement {
    if let known = statements[sql] { return known }
    let statement = try database.prepare(sql)
    statements[sql] = statement
    return statement
  }

  /// Runs `body` in a read transaction, so that all its queries see the same generation of the
  /// catalog.
  package func reading<R>(_ body: () throws(CatalogError) -> R) throws(CatalogError) -> R {
    if database.isInTransaction { return try body() }
    return try database.transaction(writes: false, mapping: failure, body)
  }

  /// Runs `body` in a write transaction, and increments the generation.
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

  /// An integer in the table `meta`; nil if the key is missing.
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

  /// The number of transactions that have changed the catalog.
  package func generation() throws(CatalogError) -> Int { try counter("generation", from: 0) }

  /// A counter in the table `meta` whose lowest valid value is `first`.
  func counter(_ key: String, from first: Int) throws(CatalogError) -> Int {
    guard let value = try meta(key), (first...1 << 60).contains(value) else {
      throw failure(.damaged("its \(key) is missing"))
    }
    return value
  }

  /// Whether the catalog accepts items.
  package func isOn() throws(CatalogError) -> Bool { try meta("is_on") != 0 }
}
