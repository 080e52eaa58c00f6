import Corpora
import SQLite
import TestSupport
import Testing

@testable import Cataloguing

/// Tests how database rows are converted to records; any program can have written the rows.
@Suite struct ReadingRowsTests {
  /// An item number, and SQL expressions for the title, keywords, content and attributes of its
  /// row.
  private typealias Row = (
    item: Int, title: String, keywords: String, content: String, other: String
  )

  private func shelf(_ rows: [Row]) throws -> Shelf {
    let shelf = try Shelf()
    let database = try shelf.database()
    try database.execute("INSERT INTO origins(domain, ready) VALUES ('', \(rows.count)); BEGIN")
    for name in ["title", "keywords", "content", "a", "b", "quo\"te"] {
      try database.execute("INSERT INTO fields(name) VALUES ('\(name)')")
    }
    for row in rows {
      try database.execute(
        """
        INSERT INTO items(item, id, origin, fingerprint, title, keywords, content, attributes)
        VALUES (
          \(row.item), 'id-\(row.item)', 1, 0, \(row.title), \(row.keywords), \(row.content),
          \(row.other))
        """)
    }
    try database.execute(
      "UPDATE meta SET value = \((rows.last?.item ?? 0) + 1) WHERE key = 'next_item'; COMMIT")
    return shelf
  }

  private func texts(_ rows: [Row]) throws -> [[String: String]] {
    try shelf(rows).open().corpus.texts
  }

  @Test(arguments: [0, 1, 1_023, 1_024, 1_025, 3_000, 25_000])
  func `every row is read, however many there are`(count: Int) throws {
    let rows: [Row] = (0..<count).map { index in
      (1 + index * 2, "'t\(index)'", "NULL", "NULL", "'{\"a\":\"\(index)\"}'")
    }
    let snapshot = try shelf(rows).open().corpus
    #expect(snapshot.texts == (0..<count).map { ["title": "t\($0)", "a": "\($0)"] })
    #expect(
      (0..<count).allSatisfy { snapshot.location(of: RecordID(UInt64($0))).line == 1 + $0 * 2 })
  }

  @Test func `values larger than a batch are read in full`() throws {
    let long = String(repeating: "whale ", count: 120_000)
    let rows: [Row] = [
      (1, "'a'", "'x\ny'", "'\(long)'", "NULL"),
      (2, "NULL", "NULL", "'\(long)2'", "'{\"b\":\"\(long)\"}'"),
      (3, "'c'", "NULL", "NULL", "NULL"),
    ]
    #expect(
      try texts(rows) == [
        ["title": "a", "keywords": "x\ny", "content": long], ["content": long + "2", "b": long],
        ["title": "c"],
      ])
  }

  @Test func `invalid UTF-8 is repaired in each value separately`() throws {
    // If the two values were joined, the end of the first value and the start of the second value
    // would form a valid character.
    let broken = ("CAST(x'61C3' AS TEXT)", "CAST(x'A9' AS TEXT)")
    let rows: [Row] = [
      (1, "'é'", "NULL", "NULL", "NULL"), (2, broken.0, broken.1, "'fine'", "'{\"a\":\"ok\"}'"),
      (3, "'z'", "NULL", "NULL", "CAST(x'7B2261223A22C3227D' AS TEXT)"),
    ]
    #expect(
      try texts(rows) == [
        ["title": "é"],
        ["title": "a\u{FFFD}", "keywords": "\u{FFFD}", "content": "fine", "a": "ok"],
        ["title": "z", "a": "\u{FFFD}"],
      ])
  }

  @Test(arguments: [
    (#"{}"#, [:]), (#"{"a":"1","b":"2"}"#, ["a": "1", "b": "2"]),
    (#"{"b":"2","a":"1"}"#, ["a": "1", "b": "2"]), (#"{"b":"2"}"#, ["b": "2"]),
    (#"{"a":"1","quo\"te":"3"}"#, ["a": "1", "quo\"te": "3"]),
    (#"{"a":"1","b":"2","quo\"te":"3"}"#, ["a": "1", "b": "2", "quo\"te": "3"]),
    (#"{"a":"x\"y\\","b":"\n\u0007"}"#, ["a": #"x"y\"#, "b": "\n\u{07}"]),
    (#"{"a":"","b":"2"}"#, ["b": "2"]),
  ])
  func `additional attributes are read in any order`(
    json: String, wanted: [String: String]
  ) throws {
    let text = json.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    #expect(
      try texts([(1, "'t'", "NULL", "NULL", "'\(text)'")]) == [
        wanted.merging(["title": "t"]) { $1 }
      ])
  }

  @Test(arguments: [
    "{", "}", "[]", "x", "{\"a\"}", "{\"a\":}", "{\"a\":\"1", "{\"a\":\"1\"", "{\"a\":\"1\",",
    "{\"a\":\"1\",}", "{\"a\":\"1\"}x", "{\"a\":\"1\"x", "{\"a\":\"1\",\"zz\":\"2\"}",
    "{\"a\":\"\\", "{\"a\":\"\\q\"}",
    "{\"a\":\"1\",\"b\":\"\\u00ff\"}", "{\"a\":1}",
  ])
  func `attributes that searchbench did not write are reported as damage`(json: String) throws {
    let rows: [Row] = [(7, "'t'", "NULL", "NULL", "'\(json)'")]
    let shelf = try shelf(rows)
    #expect {
      _ = try shelf.open()
    } throws: {
      "\($0)".contains("the row of item 7 is malformed")
    }
  }
}
