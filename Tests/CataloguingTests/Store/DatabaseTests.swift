import TestSupport
import Testing
import UnicodeText

@testable import Cataloguing

@Suite struct DatabaseTests {
  private let folder: ScratchFolder
  private let database: Database

  init() throws {
    folder = try ScratchFolder()
    database = try Database(path: folder.path + "/a b%?.sqlite", mode: .create)
    try database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, text TEXT UNIQUE, bytes BLOB)")
  }

  @Test(arguments: ["", "a", "a\0b", "\0", "O'Brien\"; DROP TABLE t; --", "\u{1F433}", "e\u{301}"])
  func `text comes back byte by byte`(text: String) throws {
    let insert = try database.prepare("INSERT INTO t(text, bytes) VALUES (?, ?)")
    try insert.bind(1, text)
    try insert.bind(2, blob: Array(text.utf8))
    try insert.run()
    let select = try database.prepare("SELECT text, bytes FROM t WHERE text = ?")
    try select.bind(1, text: Array(text.utf8).span)
    let found = try select.first { ($0.optionalString(0), $0.blob(1)) }
    #expect(found?.0.map { Array($0.utf8) } == Array(text.utf8))
    #expect(found?.1 == Array(text.utf8))
  }

  @Test func `nothing and the empty text are two things`() throws {
    let insert = try database.prepare("INSERT INTO t(text) VALUES (?)")
    try insert.bind(1, nil as String?)
    try insert.run()
    try insert.bind(1, "")
    try insert.run()
    #expect(try database.integer("SELECT count(*) FROM t WHERE text IS NULL") == 1)
    #expect(try database.integer("SELECT count(*) FROM t WHERE text = ''") == 1)
    let select = try database.prepare("SELECT text FROM t ORDER BY id")
    #expect(try select.step() && select.optionalString(0) == nil)
    #expect(try select.step() && select.optionalString(0) == "")
    #expect(try !select.step())
  }

  @Test func `what SQLite refuses is a value that says which family it is of`() throws {
    let insert = try database.prepare("INSERT INTO t(text) VALUES ('a')")
    try insert.run()
    let twice = #expect(throws: DatabaseError.self) { try insert.run() }
    #expect(twice?.kind == .constraint)
    // The statement can be run again.
    try database.execute("DELETE FROM t")
    try insert.run()
    let wrong = #expect(throws: DatabaseError.self) { try database.prepare("SELEC 1") }
    #expect(wrong?.kind == .other && wrong?.detail.contains("SELEC") == true)
    let missing = #expect(throws: DatabaseError.self) {
      try Database(path: folder.path + "/none/x.sqlite", mode: .readWrite)
    }
    #expect(missing?.kind == .cannotOpen)
  }

  @Test func `a transaction whose body fails leaves nothing`() throws {
    #expect(throws: DatabaseError.self) {
      try database.transaction { () throws(DatabaseError) in
        try database.execute("INSERT INTO t(text) VALUES ('x')")
        try database.execute("INSERT INTO t(text) VALUES ('x')")
      }
    }
    #expect(!database.isInTransaction)
    #expect(try database.integer("SELECT count(*) FROM t") == 0)
  }

  @Test func `who waits for nobody learns at once that another writes`() throws {
    let other = try Database(path: database.path, mode: .readWrite, waiting: 0)
    try database.execute("BEGIN IMMEDIATE")
    let refusal = #expect(throws: DatabaseError.self) { try other.execute("BEGIN IMMEDIATE") }
    #expect(refusal?.kind == .busy)
    try database.execute("ROLLBACK")
    try other.execute("BEGIN IMMEDIATE")
    try other.execute("ROLLBACK")
  }
}

@Suite struct JSONTextTests {
  @Test func `an object of random texts is read as it was written`() throws {
    var dice = SeededGenerator(seed: 3)
    let scalars: [Unicode.Scalar] = [
      "\0", "\u{1}", "\u{1F}", " ", "\"", "\\", "/", "u", "n", "\n", "é", "\u{1F433}",
    ]
    for _ in 0..<500 {
      let texts = (0..<Int.random(in: 0...6, using: &dice)).map { _ in
        (0..<Int.random(in: 0...8, using: &dice)).reduce(into: "") { text, _ in
          text.unicodeScalars.append(scalars.randomElement(using: &dice) ?? " ")
        }
      }
      var written = GrowableBuffer<UInt8>()
      written.append(UInt8(ascii: "{"))
      for (index, text) in texts.enumerated() {
        if index > 0 { written.append(UInt8(ascii: ",")) }
        JSONText.append(Array("k\(index)".utf8).span, to: &written)
        written.append(UInt8(ascii: ":"))
        JSONText.append(Array(text.utf8).span, to: &written)
      }
      written.append(UInt8(ascii: "}"))
      var read: [[UInt8]] = []
      var scratch = GrowableBuffer<UInt8>()
      let isWhole = written.withSpan { text in
        JSONText.read(text, scratch: &scratch) { _, value in
          read.append(value.indices.map { value[$0] })
        }
      }
      #expect(isWhole && read == texts.map { Array($0.utf8) })
    }
  }

  @Test(arguments: [
    "", "{", "[]", "{\"a\"}", "{\"a\":1}", "{\"a\":\"b\"", "{\"a\":\"b\",}", "{\"a\":\"\\x\"}",
    "{\"a\":\"\\u00\"}", "{\"a\":\"\\u1234\"}", "{\"a\":\"b\"} ", "{\"a\":\"b", "{\"a\\",
  ])
  func `what is no object of strings is refused`(text: String) {
    var scratch = GrowableBuffer<UInt8>()
    #expect(!JSONText.read(Array(text.utf8).span, scratch: &scratch) { _, _ in })
  }
}
