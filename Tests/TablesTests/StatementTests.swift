import TestSupport
import Testing

@testable import SQLite

@Suite struct StatementTests {
  private let folder: ScratchFolder
  private let database: Database

  init() throws {
    folder = try ScratchFolder()
    database = try Database(path: folder.path + "/t.sqlite", mode: .create)
    try database.execute("CREATE TABLE t(k INTEGER PRIMARY KEY, v ANY) STRICT")
  }

  @Test(arguments: [
    "", "a", "\0", "a\0b\0", "'; DROP TABLE t; --", "😀e\u{301}",
    String(repeating: "\0x", count: 9_999),
  ])
  func `SQLite returns text byte for byte`(text: String) throws {
    let insert = try database.prepare("INSERT INTO t(v) VALUES (?)")
    try insert.bind(1, text)
    try insert.run()
    try insert.bind(1, text: Array(text.utf8).span)
    try insert.run()
    let select = try database.prepare("SELECT v, typeof(v), length(CAST(v AS BLOB)) FROM t")
    for _ in 0..<2 {
      #expect(try select.step())
      #expect(select.string(0) == text && select.optionalString(0) == text)
      #expect(select.string(1) == "text" && select.integer(2) == text.utf8.count)
    }
    #expect(try !select.step())
  }

  @Test func `NULL, empty text and empty blobs are different`() throws {
    let insert = try database.prepare("INSERT INTO t VALUES (?, ?)")
    for (key, bind) in [
      (1, { try insert.bindNull(2) }), (2, { try insert.bind(2, "") }),
      (3, { try insert.bind(2, blob: []) }), (4, { try insert.bind(2, blob: nil) }),
      (5, { try insert.bind(2, nil as Int?) }), (6, { try insert.bind(2, nil as String?) }),
    ] as [(Int, () throws -> Void)] {
      try insert.bind(1, key)
      try bind()
      try insert.run()
    }
    let select = try database.prepare("SELECT v, typeof(v) FROM t ORDER BY k")
    var found: [String] = []
    while try select.step() {
      found.append(select.string(1))
      #expect(select.isNull(0) == (select.string(1) == "null"))
      #expect((select.blob(0) == nil) == select.isNull(0))
      #expect((select.optionalString(0) == nil) == select.isNull(0))
    }
    #expect(found == ["null", "text", "blob", "null", "null", "null"])
  }

  @Test func `SQLite integers keep all 64 bits`() throws {
    let insert = try database.prepare("INSERT INTO t(v) VALUES (?)")
    let numbers = [0, 1, -1, .max, .min, 1 << 53 + 1]
    for number in numbers {
      try insert.bind(1, number)
      try insert.run()
    }
    let select = try database.prepare("SELECT v FROM t ORDER BY k")
    for number in numbers {
      #expect(try select.step())
      #expect(select.integer(0) == number && select.optionalInteger(0) == number)
    }
  }

  @Test func `SQLite returns random blobs unchanged`() throws {
    var random = SeededGenerator(seed: 4)
    let insert = try database.prepare("INSERT INTO t VALUES (?, ?)")
    let blobs = (0..<20).map { n in (0..<(n * n * n)).map { _ in UInt8(random.below(256)) } }
    for (key, blob) in blobs.enumerated() {
      try insert.bind(1, key)
      try insert.bind(2, blob: blob)
      try insert.run()
    }
    let select = try database.prepare("SELECT v FROM t WHERE k = ?")
    for (key, blob) in blobs.enumerated() {
      try select.bind(1, key)
      #expect(try select.first { $0.blob(0) } == blob)
    }
  }

  @Test func `a SQLite error is mapped to its kind`() throws {
    func kind(_ body: () throws(DatabaseError) -> Void) -> DatabaseError.Kind? {
      do throws(DatabaseError) {
        try body()
        return nil
      } catch { return error.kind }
    }
    #expect(kind { () throws(DatabaseError) in try database.execute("NONSENSE") } == .other)
    #expect(kind { () throws(DatabaseError) in _ = try database.prepare("SELECT x") } == .other)
    try database.execute("INSERT INTO t VALUES (1, 1)")
    #expect(
      kind { () throws(DatabaseError) in try database.execute("INSERT INTO t VALUES (1, 2)") }
        == .constraint)
    let insert = try database.prepare("INSERT INTO t VALUES (?, 1)")
    try insert.bind(1, 1)
    #expect(kind { () throws(DatabaseError) in try insert.run() } == .constraint)
    // A statement can be run again after an error.
    try insert.bind(1, 2)
    try insert.run()
    #expect(kind { () throws(DatabaseError) in try insert.bind(7, 1) } == .other)
    let nowhere = folder.path + "/no/t.sqlite"
    #expect(
      kind { () throws(DatabaseError) in _ = try Database(path: nowhere, mode: .create) }
        == .cannotOpen)
    try folder.write("no database at all, but text of some length", to: "text")
    let text = try Database(path: folder.path + "/text", mode: .readOnly)
    #expect(
      kind { () throws(DatabaseError) in _ = try text.integer("SELECT count(*) FROM t") }
        == .notADatabase)
    let reader = try Database(path: database.path, mode: .readOnly)
    #expect(reader.isReadOnly && !database.isReadOnly)
    #expect(kind { () throws(DatabaseError) in try reader.execute("DELETE FROM t") } == .readOnly)
    let other = try Database(path: database.path, mode: .readWrite, waiting: 0)
    try database.execute("BEGIN IMMEDIATE")
    #expect(kind { () throws(DatabaseError) in try other.execute("BEGIN IMMEDIATE") } == .busy)
    try database.execute("COMMIT; PRAGMA max_page_count = 1")
    #expect(
      kind { () throws(DatabaseError) in
        try database.execute("INSERT INTO t(v) VALUES (zeroblob(100000))")
      } == .full)
  }

  @Test func `a transaction is committed or rolled back as a whole`() throws {
    struct Reason: Error {}
    let found = try database.transaction { () throws(DatabaseError) in
      try database.execute("INSERT INTO t VALUES (1, 'a')")
      #expect(database.isInTransaction)
      return 7
    }
    #expect(found == 7 && !database.isInTransaction)
    #expect(throws: Reason.self) {
      func reason(_ error: DatabaseError) -> Reason { Reason() }
      try database.transaction(mapping: reason) { () throws(Reason) in
        try? database.execute("DELETE FROM t; INSERT INTO t VALUES (2, 'b')")
        throw Reason()
      }
    }
    #expect(throws: DatabaseError.self) {
      try database.transaction { () throws(DatabaseError) in
        try database.execute("DELETE FROM t")
        try database.execute("INSERT INTO t VALUES ('no', 'integer')")
      }
    }
    #expect(!database.isInTransaction)
    #expect(try database.text("SELECT group_concat(k || v) FROM t") == "1a")
  }

  @Test func `an immutable database can have any file name`() throws {
    let name = folder.path + "/a b%20?x=1#ü.sqlite"
    do {
      let made = try Database(path: name, mode: .create)
      try made.execute("CREATE TABLE t(v); INSERT INTO t VALUES ('here')")
    }
    let database = try Database(path: name, mode: .immutable)
    #expect(try database.text("SELECT v FROM t") == "here")
  }
}
