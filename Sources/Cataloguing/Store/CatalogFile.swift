internal import SQLite
internal import System
internal import UnicodeText

/// The path of a catalog's database; also checks the file before SQLite opens it.
package struct CatalogFile: Hashable, Sendable {
  /// The suffix of all catalog files.
  static let suffix = ".sqlite"

  package let folder: String
  package let name: String

  /// Creates the path of the catalog `name`.
  ///
  /// - Throws: `badName`.
  package init(_ name: String, in folder: String) throws(CatalogError) {
    if CatalogName.problem(of: name) != nil { throw .badName(name) }
    self.name = name
    self.folder = folder
  }

  package var path: String { "\(folder)/\(name)\(Self.suffix)" }

  /// The files that SQLite creates next to the database.
  var companions: [String] { ["-wal", "-shm"].map { path + $0 } }

  /// The names of the catalogs in `folder`, sorted; empty if the folder cannot be listed.
  package static func names(in folder: String) -> [String] {
    ((try? Platform.names(in: folder)) ?? []).map(\.text).compactMap { file in
      guard file.hasSuffix(suffix) else { return nil }
      let name = String(file.dropLast(suffix.count))
      return CatalogName.problem(of: name) == nil ? name : nil
    }.sorted()
  }

  /// Whether anything exists at the catalog's path, even if it is not a catalog.
  package var exists: Bool { Platform.exists(path) }

  /// The error for a catalog that does not exist.
  var missing: CatalogError {
    .missing(
      name, nearest: Nearest.match(name, among: Self.names(in: folder).filter { $0 != name }))
  }

  /// Checks the header of the file, without writing anything.
  ///
  /// SQLite reads the header. If this process opened and closed the file itself, the system would
  /// release the locks of the process's connections. Another process that closes the catalog would
  /// then delete the log, because no process would seem to have the catalog open.
  ///
  /// - Throws: `missing`, `notACatalog`, `newerSchema`, `database`.
  func checkHeader(known: Int = Schema.version) throws(CatalogError) {
    if Platform.isMissing(path) { throw missing }
    if Platform.isDangling(path) { throw .notACatalog(path: path, reason: "a dangling link") }
    if Platform.status(of: path)?.isRegular == false {
      throw .notACatalog(path: path, reason: "it is not a regular file")
    }
    if Platform.size(of: path) == 0 { throw .notACatalog(path: path, reason: "it is empty") }
    let header: [UInt8]
    do throws(DatabaseError) {
      header = try Database(path: path, mode: .readOnly).beginning(100)
    } catch {
      throw .database(path: path, error)
    }
    guard header.starts(with: Array("SQLite format 3\0".utf8)),
      Platform.size(of: path) ?? 0 >= header.count
    else { throw .notACatalog(path: path, reason: "it is not a database") }
    if Self.integer(header[68..<72]) != Schema.applicationID {
      throw .notACatalog(path: path, reason: "it is a database of another program")
    }
    let version = Self.integer(header[60..<64])
    if version == 0 || version > UInt32.max / 2 {
      throw .notACatalog(path: path, reason: "its tables are not the tables of a catalog")
    }
    if version > known { throw .newerSchema(path: path, found: version, known: known) }
  }

  /// A big-endian integer, as in SQLite's header.
  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Creates an empty catalog, atomically.
  ///
  /// - Throws: `exists`, `system`, `database`.
  package func create() throws(CatalogError) {
    // Another thread may be creating the same catalog, so the temporary name is random.
    let temporary =
      "\(folder)/.\(name)-\(Platform.processID)-\(UInt32.random(in: 0 ... .max)).new"
    do throws(SystemError) {
      try PrivateFolder.make(folder)
    } catch {
      throw .system(path: folder, reason: error.message)
    }
    do throws(SystemError) {
      if Platform.exists(path) { throw SystemError.existing }
      Platform.remove(temporary)
      try Platform.makePrivateFile(temporary)
    } catch {
      if error.isExisting { throw .exists(name) }
      throw .system(path: folder, reason: error.message)
    }
    defer {
      for path in [temporary] + ["-wal", "-shm"].map({ temporary + $0 }) { Platform.remove(path) }
    }
    do throws(DatabaseError) {
      let database = try Database(path: temporary, mode: .readWrite)
      // SQLite stores the following settings in the file's header.
      try database.execute("PRAGMA application_id = \(Schema.applicationID)")
      try CatalogStore.migrate(database, by: Schema.migrations)
      try database.execute("PRAGMA journal_mode = WAL; PRAGMA wal_checkpoint(TRUNCATE)")
    } catch {
      throw .database(path: path, error)
    }
    do throws(SystemError) {
      try Platform.link(temporary, to: path)
    } catch {
      if error.isExisting { throw .exists(name) }
      throw .system(path: path, reason: error.message)
    }
    Platform.synchronize(folder: folder)
  }

  /// Deletes the catalog, even if other processes have it open.
  ///
  /// - Throws: `missing`; `notACatalog` for a file that is not a catalog, and `newerSchema` for a
  ///   catalog of a later version (such files are not deleted); `database`, `indexing`, `lock`,
  ///   `system`.
  package func drop() throws(CatalogError) {
    try checkHeader()
    let lock = try lock()
    try removeImage()
    // Delete the log first, because SQLite would apply a remaining log to the next database with
    // this name. If the process is killed in between, the database may lack its latest
    // transactions, but can still be dropped.
    for path in companions + [path] {
      do throws(SystemError) {
        try Platform.removeIfThere(path)
      } catch {
        throw .system(path: path, reason: error.message)
      }
    }
    lock.removeFile()
  }

  /// Acquires the indexer lock of the catalog.
  ///
  /// - Throws: `indexing`, `lock`.
  func lock() throws(CatalogError) -> IndexerLock {
    do throws(IndexerLockError) {
      return try IndexerLock(ofCatalog: name, in: folder)
    } catch {
      switch error {
      case .running(_, let pid): throw .indexing(name, pid: pid)
      case .notALockFile, .failed: throw .lock(error.message)
      }
    }
  }

  /// The id of the process that is indexing the catalog; nil if no process is indexing.
  var indexer: Int32? { IndexerLock.holder(ofCatalog: name, in: folder) }
}
