internal import System
internal import UnicodeText

/// The file of a catalogue, and what is known of it before SQLite sees it.
package struct CatalogFile: Hashable, Sendable {
  /// The suffix of every catalogue's file.
  static let suffix = ".sqlite"

  package let folder: String
  package let name: String

  /// - Throws: `badName`.
  package init(_ name: String, in folder: String) throws(CatalogError) {
    if CatalogName.problem(of: name) != nil { throw .badName(name) }
    self.name = name
    self.folder = folder
  }

  package var path: String { "\(folder)/\(name)\(Self.suffix)" }

  /// What SQLite puts beside the file.
  var companions: [String] { ["-wal", "-shm"].map { path + $0 } }

  /// The names of the catalogues in `folder`, sorted; none where it cannot be listed.
  package static func names(in folder: String) -> [String] {
    ((try? Platform.names(in: folder)) ?? []).map(\.text).compactMap { file in
      guard file.hasSuffix(suffix) else { return nil }
      let name = String(file.dropLast(suffix.count))
      return CatalogName.problem(of: name) == nil ? name : nil
    }.sorted()
  }

  /// Whether something is at its path, a catalogue or not.
  package var exists: Bool { Platform.exists(path) }

  /// The error of a catalogue that is not there.
  var missing: CatalogError {
    .missing(
      name, nearest: Nearest.match(name, among: Self.names(in: folder).filter { $0 != name }))
  }

  /// Looks at the header of the file, and writes nothing, nor beside it.
  ///
  /// It is read through SQLite: if this process has the catalogue open, to open and close its file in another way would
  /// take its locks away, and another process that closes the catalogue would think itself the last and delete the log.
  ///
  /// - Throws: `missing`, `notACatalog`, `newerSchema`, `system`.
  func checkHeader(known: Int = Schema.version) throws(CatalogError) {
    if Platform.isMissing(path) { throw missing }
    if Platform.isDangling(path) { throw .notACatalog(path: path, reason: "a link to nothing") }
    if Platform.status(of: path)?.isRegular == false {
      throw .notACatalog(path: path, reason: "it is no regular file")
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
      throw .notACatalog(path: path, reason: "its tables are not those of one")
    }
    if version > known { throw .newerSchema(path: path, found: version, known: known) }
  }

  /// A number as the header of SQLite has it: the highest byte first.
  private static func integer(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Makes an empty catalogue, whole or not at all.
  ///
  /// - Throws: `exists`, `system`, `database`.
  package func create() throws(CatalogError) {
    // Another thread may be making the same.
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
      // What stands in the header for good.
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

  /// Deletes the catalogue, whoever has it open.
  ///
  /// - Throws: `missing`, `notACatalog` and `newerSchema` (nothing that we do not know is deleted), `indexing`, `system`.
  package func drop() throws(CatalogError) {
    try checkHeader()
    let lock = try lock()
    // The log first: without its database it is nothing, but a database would read a stranger's log as its own.
    for path in [path] + companions {
      do throws(SystemError) {
        try Platform.removeIfThere(path)
      } catch {
        throw .system(path: path, reason: error.message)
      }
    }
    lock.removeFile()
  }

  /// Takes the right to index the catalogue.
  ///
  /// - Throws: `indexing`, `system`.
  func lock() throws(CatalogError) -> IndexerLock {
    do throws(IndexerLockError) {
      return try IndexerLock(ofCatalog: name, in: folder)
    } catch {
      switch error {
      case .running(_, let pid): throw .indexing(name, pid: pid)
      case .foreign, .failed: throw .lock(error.message)
      }
    }
  }

  /// The process that indexes the catalogue now, if any.
  var indexer: Int32? { IndexerLock.holder(ofCatalog: name, in: folder) }
}
