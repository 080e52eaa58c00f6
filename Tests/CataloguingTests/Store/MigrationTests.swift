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
      #expect(try store.database.integer("PRAGMA user_version") == 2)
      #expect(try store.database.integer("SELECT count(*) FROM items WHERE rank = 0") == 3)
      #expect(try store.load(now: 0).corpus.texts == texts)
    }
    // Opening the catalog again does not migrate it again.
    let again = try CatalogStore(shelf.file, migrations: Schema.migrations + [Self.second])
    #expect(try again.database.integer("PRAGMA user_version") == 2)
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
    #expect(try store.database.integer("PRAGMA user_version") == 1)
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
          == "\(shelf.file.path) has schema 2, and this version of searchbench knows schemas up to 1; "
          + "it was not changed: use a later version"
      }
      #expect(try contents(shelf) == before)
    }
    #expect(throws: CatalogError.newerSchema(path: shelf.file.path, found: 2, known: 1)) {
      try shelf.file.drop()
    }
    #expect(try contents(shelf) == before)
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
