import SQLite
import TestSupport
import Testing

@testable import Cataloguing

/// Tests of programs that are killed while they write; triggers in the database stop each program
/// at a chosen item.
@Suite(.serialized) struct KillTests {
  private static let items = 5_000
  private static let batch = 1_000
  private static let words = [
    "catalog", "add", "t", "items.csv", "--id-field", "id", "--domain", "d",
  ]

  private func database(_ place: Workplace) throws -> Database {
    try Database(path: place.file.path, mode: .readWrite, waiting: 0)
  }

  /// Starts the program that adds the items, in its own terminal.
  private func start(_ place: Workplace) throws -> Pseudoterminal {
    try Pseudoterminal(
      place.binary, Self.words, environment: ["XDG_DATA_HOME": place.folder.path + "/data"],
      directory: place.folder.path)
  }

  /// Adds the items, and kills the program while a trigger blocks the insertion of `item`.
  ///
  /// - Throws: An error if the program ends, or does not reach the item.
  private func kill(_ place: Workplace, at item: Int) throws {
    try database(place).execute(
      """
      CREATE VIEW endless AS
      WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT x FROM n;
      CREATE TRIGGER hold BEFORE INSERT ON items WHEN new.title = 'title of \(item)'
      BEGIN SELECT count(*) FROM endless; END
      """)
    let watcher = try database(place)
    let committed = (item - 1) / Self.batch * Self.batch
    let addition = try start(place)
    try addition.expectScreen("the batch of item \(item)") { _ in
      let isSource = (try? watcher.integer("SELECT count(*) FROM sources")) == 1
      let count = try? watcher.integer("SELECT count(*) FROM items")
      return isSource && count == committed && isWriting(watcher)
    }
    addition.signal(9)
    #expect(try addition.expectEnd() == .killed(bySignal: 9))
    #expect(try place.checkSound(of: Self.items) == committed)
    try database(place).execute("DROP TRIGGER hold; DROP VIEW endless")
  }

  /// Whether another program has an open write transaction.
  private func isWriting(_ database: Database) -> Bool {
    do throws(DatabaseError) {
      try database.execute("BEGIN IMMEDIATE; ROLLBACK")
      return false
    } catch {
      return error.kind == .busy
    }
  }

  private func expectWhole(_ place: Workplace) throws {
    let goingOn = try place.run(arguments: Self.words)
    #expect(goingOn.exitStatus == 0, "\(goingOn.error)")
    #expect(try place.checkSound(of: Self.items) == Self.items)
    #expect(try place.items() == Workplace.whole(Self.items))
  }

  @Test(arguments: [1, 700, 1_000, 1_001, 2_500, 4_001, 5_000])
  func `after a kill in any batch, earlier batches are kept and the same command resumes`(item: Int)
    throws
  {
    let place = try Workplace()
    try place.prepare(items: Self.items)
    try kill(place, at: item)
    let count = (item - 1) / Self.batch * Self.batch
    // The catalog contains the first batches of the file, and nothing else.
    #expect(try place.items() == (count == 0 ? [] : Workplace.whole(count)))
    try expectWhole(place)
  }

  @Test func `catalog add that is killed repeatedly still finishes`() throws {
    let place = try Workplace()
    try place.prepare(items: Self.items)
    for item in [900, 999, 1_001, 2_000, 2_001, 4_321] { try kill(place, at: item) }
    try expectWhole(place)
  }

  @Test(
    arguments: [(2, .exited(130)), (15, .killed(bySignal: 15))]
      as [(Int32, BinaryUnderTest.Ending)])
  func `a signal ends catalog add at any point, and the same command resumes it`(
    signal: Int32, ending: BinaryUnderTest.Ending
  ) throws {
    let place = try Workplace()
    try place.prepare(items: Self.items)
    let database = try Database(path: place.file.path, mode: .readWrite)
    // The third batch is rejected and retried until the signal arrives.
    try database.execute(
      """
      CREATE TRIGGER refuse BEFORE INSERT ON items WHEN new.line > 2001
      BEGIN SELECT raise(ABORT, 'refused'); END
      """)
    let addition = try start(place)
    try addition.expectScreen("two batches") { _ in
      (try? database.integer("SELECT count(*) FROM items")) == 2 * Self.batch
    }
    try database.execute("BEGIN IMMEDIATE; DROP TRIGGER refuse")
    addition.signal(signal)
    try database.execute("COMMIT")
    #expect(try addition.expectEnd() == ending)
    let count = try place.checkSound(of: Self.items)
    #expect([2 * Self.batch, 3 * Self.batch].contains(count))
    #expect(try place.items() == Workplace.whole(count))
    try expectWhole(place)
  }

  @Test func `two processes that add and one that deletes leave an intact catalog`() throws {
    let place = try Workplace()
    try place.prepare(items: 5_000)
    try place.shell("sed 's/^k/o/' items.csv > others.csv")
    let result = try place.shell(
      """
      for round in 1 2 3 4; do
        "$0" catalog add t items.csv --id-field id --domain d.one 2>>one.log & one=$!
        "$0" catalog add t others.csv --id-field id --domain d.two 2>>two.log & two=$!
        for i in 1 2 3 4 5 6; do "$0" catalog delete t --domain d.one 2>>deleted.log || exit 9; done
        wait $one; a=$?
        wait $two; b=$?
        echo "$a $b"
      done
      """)
    #expect(result.exitStatus == 0, "\(result.error)")
    // The only errors are that another indexer is running and that a source was removed.
    let words = Set(result.output.split { $0 == " " || $0 == "\n" })
    #expect(words.isSubset(of: ["0", "1", "2"]))
    let errors = (place.folder.text(of: "one.log") ?? "") + (place.folder.text(of: "two.log") ?? "")
    for line in errors.split(separator: "\n") {
      #expect(
        line.contains("already running") || line.contains("deleted from the catalog")
          || line.contains("not everything was indexed") || line.contains("added"), "\(line)")
    }
    #expect(place.folder.text(of: "deleted.log")?.contains("is locked") != true)
    let database = try Database(path: place.file.path, mode: .readWrite)
    #expect(try database.text("PRAGMA integrity_check") == "ok")
    #expect(try database.text("PRAGMA foreign_key_check").isEmpty)
    #expect(
      try database.integer("SELECT total(ready) FROM origins")
        == database.integer("SELECT count(*) FROM items"))
    for (name, domain) in [("items", "d.one"), ("others", "d.two")] {
      let added = try place.run(
        "catalog", "add", "t", "\(name).csv", "--id-field", "id", "--domain", domain)
      #expect(added.exitStatus == 0, "\(added.error)")
    }
    #expect(try database.integer("SELECT count(*) FROM items") == 10_000)
    #expect(try database.integer("SELECT count(DISTINCT id) FROM items") == 10_000)
  }
}
