import Corpora
import SQLite
import TestSupport
import Testing

@testable import Cataloguing

@Suite struct MigrationTests {
  private static let second =
    "ALTER TABLE items ADD COLUMN rank INTEGER NOT NULL DEFAULT 0; CREATE INDEX ranks ON items(rank)"

  private func shelf() throws -> Shelf {
    let shelf = try Shelf()
    try shelf.write("list.txt", "alpha\nbeta\ngamma\n")
    _ = try shelf.indexer().add([shelf.path("list.txt")], options: SourceOptions())
    return shelf
  }

  /// The files in the catalog folder, with their checksums.
  private func contents(_ shelf: Shelf) throws -> String {
    try shelf.folder.run("cd catalogs && ls -A | grep -v lock && sha256sum *.sqlite*").output
  }

  @Test func `an older catalog is migrated with all its items`() throws {
    let shelf = try shelf()
    let texts = try shelf.open().corpus.texts
    do {
      let store = try CatalogStore(shelf.file, migrations: Schema.migrations + [Self.second])
      #expect(try store.database.integer("PRAGMA user_version") == Schema.version + 1)
      #expect(try store.database.integer("SELECT count(*) FROM items WHERE rank = 0") == 3)
      #expect(try store.load(now: 0).corpus.texts == texts)
    }
    // Opening the catalog again does not migrate it again.
    let again = try CatalogStore(shelf.file, migrations: Schema.migrations + [Self.second])
    #expect(try again.database.integer("PRAGMA user_version") == Schema.version + 1)
    #expect(try again.database.text("PRAGMA integrity_check") == "ok")
  }

  @Test(arguments: ["NONSENSE", "INSERT INTO items(item) VALUES (1)", "DROP TABLE nothing"])
  func `a failing migration step changes nothing`(step: String) throws {
    let shelf = try shelf()
    #expect {
      _ = try CatalogStore(
        shelf.file, migrations: Schema.migrations + [Self.second, "DELETE FROM items; " + step])
    } throws: { error in
      guard case CatalogError.database(path: shelf.file.path, _) = error else { return false }
      return true
    }
    let store = try shelf.store()
    #expect(try store.database.integer("PRAGMA user_version") == Schema.version)
    #expect(
      try store.database.integer(
        "SELECT count(*) FROM pragma_table_info('items') WHERE name = 'rank'") == 0)
    #expect(try store.load(now: 0).corpus.count == 3)
  }

  @Test func `a catalog of a later version is refused and not changed`() throws {
    let shelf = try shelf()
    do {
      let store = try CatalogStore(shelf.file, migrations: Schema.migrations + [Self.second])
      try store.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    let before = try contents(shelf)
    #expect(before.contains("  test.sqlite\n"))
    for access in [CatalogStore.Access.read, .write, .create] {
      #expect {
        _ = try CatalogStore(shelf.file, access: access)
      } throws: { error in
        (error as? CatalogError)?.message
          == "\(shelf.file.path) has schema \(Schema.version + 1), and this version of searchbench "
          + "supports schemas up to \(Schema.version); it was not changed: use a later version"
      }
      #expect(try contents(shelf) == before)
    }
    let newer = CatalogError.newerSchema(
      path: shelf.file.path, found: Schema.version + 1, known: Schema.version)
    #expect(throws: newer) { try shelf.file.drop() }
    #expect(try contents(shelf) == before)
  }

  /// Changes the catalog back to the first version of the schema.
  private func downgrade(_ shelf: Shelf) throws {
    try shelf.database().execute(
      """
      DROP TABLE displaced; DROP INDEX origins_to_restore;
      ALTER TABLE origins DROP COLUMN changed; ALTER TABLE origins DROP COLUMN device;
      ALTER TABLE origins DROP COLUMN inode; ALTER TABLE origins DROP COLUMN missing;
      PRAGMA user_version = 1; PRAGMA wal_checkpoint(TRUNCATE);
      """)
  }

  @Test func `a catalog of the first version keeps its items, and adding a file restores others`()
    throws
  {
    let shelf = try Shelf()
    try shelf.write("list.csv", "id,name\na,whale\nb,boat\n")
    var options = SourceOptions()
    options.idField = "id"
    _ = try shelf.indexer().add([shelf.path("list.csv")], options: options)
    _ = try shelf.store().delete(ids: ["b"])
    try downgrade(shelf)
    let status = try CatalogStore(shelf.file, access: .read).status(now: shelf.clock.time)
    #expect(status.counts.ready == 1 && status.sources.count == 1)
    // Reading a catalog does not migrate it.
    #expect(try shelf.database().integer("PRAGMA user_version") == 1)
    // The file's stored metadata lacks columns, so only the SHA-256 of the file shows that the file
    // is unchanged.
    let refreshed = try shelf.indexer().refresh(maximumAge: 0)
    #expect(refreshed.unchangedFiles == 1 && refreshed.added == 0)
    #expect(try shelf.database().integer("PRAGMA user_version") == Schema.version)
    #expect(
      try shelf.database().integer("SELECT count(*) FROM origins WHERE inode IS NOT NULL") == 1)
    #expect(try shelf.indexer().add([shelf.path("list.csv")], options: options).added == 1)
    #expect(try shelf.open().corpus.count == 2)
    #expect(try shelf.indexer().add([shelf.path("list.csv")], options: options).unchangedFiles == 1)
  }

  @Test(.disabled(if: ScratchFolder.isRoot, "root may write anywhere"))
  func `a catalog of the first version that cannot be written is read`() throws {
    let shelf = try shelf()
    try downgrade(shelf)
    try shelf.folder.run("chmod -w catalogs catalogs/*")
    for access in [CatalogStore.Access.read, .write] {
      let store = try CatalogStore(shelf.file, access: access)
      #expect(try store.status(now: 0).counts.ready == 3)
      #expect(try store.load(now: 0).corpus.count == 3)
    }
    try shelf.folder.run("chmod -R u+w catalogs")
  }

  @Test func `processes that create a catalog at the same time create only one`() async throws {
    let shelf = try Shelf()
    let folder = shelf.folder.path + "/many"
    try await withThrowingTaskGroup { group in
      for number in 0..<24 {
        group.addTask {
          let catalog = try await Catalog.open("same", in: folder)
          try await catalog.delete(ids: ["\(number)"])
        }
      }
      try await group.waitForAll()
    }
    let listed = try shelf.folder.run("ls -A many | sort").output
    #expect(listed.split(separator: "\n").allSatisfy { $0.hasPrefix("same.") }, "\(listed)")
    #expect(try CatalogStore(CatalogFile("same", in: folder), access: .read).generation() == 24)
  }
}
