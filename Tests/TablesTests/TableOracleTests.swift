import Basics
import Corpora
import SQLite
import Searching
import Testing

@testable import Tables

/// Compares SQL over corpora with SQL over SQLite tables that have the same cells.
struct TableOracleTests {
  private static let texts = [
    "", "ab", "AB", "xaby", "é", "aé", "a%b", "a_b", "10", "Straße", "ab\ncd",
  ]
  static let fields = ["t", "u", "n", "d"].map { Field($0) }

  /// Random rows with two text columns, an integer column and a decimal column.
  static func rows(_ random: inout SplitMix64) -> [[String]] {
    (0..<Int.random(in: 1...40, using: &random)).map { _ in
      [
        texts.randomElement(using: &random) ?? "", texts.randomElement(using: &random) ?? "",
        Int.random(in: 0...4, using: &random) == 0
          ? "" : String(Int.random(in: -3...12, using: &random)),
        ["", "0.5", "1.5", "-2.25"].randomElement(using: &random) ?? "",
      ]
    }
  }

  /// A SQLite database whose table `r` contains the rows in columns of the given types.
  static func database(_ rows: [[String]], _ types: [ColumnType]) throws -> Database {
    let database = try Database(path: ":memory:", mode: .create)
    let names = zip(fields, types).map { field, type in
      "\(field.name) \(type == .integer ? "INTEGER" : type == .decimal ? "REAL" : "TEXT")"
    }
    try database.execute("CREATE TABLE r(record INTEGER, \(names.joined(separator: ", ")))")
    let insert = try database.prepare("INSERT INTO r VALUES (?, ?, ?, ?, ?)")
    for (number, row) in rows.enumerated() {
      try insert.bind(1, number + 1)
      for (index, cell) in row.enumerated() {
        let isNull = cell.isEmpty && types[index] != .text
        try insert.bind(Int32(index + 2), isNull ? nil : cell)
      }
      try insert.run()
    }
    return database
  }

  private static func condition(_ random: inout SplitMix64) -> String {
    let column = ["t", "u"].randomElement(using: &random) ?? "t"
    let text =
      ["ab", "AB", "a", "x%y", "é", "%", "_b", "ab%cd", "10", "zz"].randomElement(using: &random)
      ?? ""
    return [
      "\(column) LIKE '%\(text)%'", "\(column) LIKE '\(text)%'", "\(column) = '\(text)'",
      "\(column) GLOB '*\(text)*'", "\(column) GLOB '[a-z]*'",
      "n > \(Int.random(in: -4...12, using: &random))",
      "n = '\(Int.random(in: -4...12, using: &random))'", "d IS NULL", "n BETWEEN 1 AND 5",
      "record = \(Int.random(in: 0...41, using: &random))",
      "record >= \(Int.random(in: -1...41, using: &random))",
      "record < \(Int.random(in: -1...41, using: &random)).5", "\(column) NOT LIKE '%\(text)%'",
      "\(column) LIKE 'a\\_b' ESCAPE '\\'", "\(column) = '\(text)' COLLATE NOCASE",
    ].randomElement(using: &random) ?? ""
  }

  static func query(_ random: inout SplitMix64) -> String {
    let tests = (0..<Int.random(in: 0...2, using: &random)).map { _ in condition(&random) }
    let joined = tests.joined(separator: Bool.random(using: &random) ? " AND " : " OR ")
    let filter = tests.isEmpty ? "" : " WHERE \(joined)"
    let column = ["t", "u", "n", "d"].randomElement(using: &random) ?? "t"
    let direction = Bool.random(using: &random) ? "" : " DESC"
    return [
      "SELECT record, t, u, n, d FROM r\(filter) ORDER BY record",
      "SELECT record, \(column) FROM r\(filter) ORDER BY \(column)\(direction), record",
      "SELECT \(column) FROM r\(filter) ORDER BY \(column)\(direction)",
      "SELECT \(column), count(*), sum(n) FROM r\(filter) GROUP BY \(column) ORDER BY \(column)\(direction)",
      "SELECT \(column), count(*) FROM r\(filter) GROUP BY \(column) ORDER BY 2 DESC, 1",
      "SELECT DISTINCT \(column) FROM r\(filter) ORDER BY 1",
      "SELECT count(*), min(d), max(n), CAST(avg(n) * 1000 AS INTEGER) FROM r\(filter)",
      "SELECT a.record, b.record FROM r a JOIN r b ON a.t = b.u AND a.record < b.record ORDER BY 1, 2",
      "SELECT t FROM r GROUP BY t HAVING count(*) > 2 ORDER BY t",
      "SELECT record FROM r WHERE n IN (SELECT max(n) FROM r\(filter)) ORDER BY 1",
    ].randomElement(using: &random) ?? ""
  }

  /// The rows of a query, each with its cells joined.
  static func rows(of sql: String, in database: Database) throws -> [String] {
    let statement = try database.prepare(sql)
    var rows: [String] = []
    while try statement.step() {
      rows.append(
        (0..<statement.columnCount).map { statement.string(Int32($0)) }.joined(separator: "|"))
    }
    return rows
  }

  /// The rows of a query, each with its cells joined.
  static func rows(of sql: String, in connection: TableConnection) throws -> [String] {
    let query = try connection.query(sql)
    var rows: [String] = []
    while try query.step() {
      rows.append(query.columns.indices.map { query.value($0).text }.joined(separator: "|"))
    }
    return rows
  }

  @Test(arguments: 0..<12)
  func `random queries over a corpus agree with a SQLite table`(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<6 {
      let rows = Self.rows(&random)
      let corpus = Corpus(name: "r", fields: Self.fields, rows: rows)
      let types = try #require(ColumnTypeInference.types(of: corpus))
      let database = try Self.database(rows, types)
      let table = RecordTable(
        "r",
        columns: [.init("record", .record)]
          + Self.fields.enumerated().map { .init($1.name, .field([$0])) },
        source: .parts([.init(Searcher(corpus), types: types)]))
      let connection = try TableConnection([table], .never)
      for _ in 0..<25 {
        let sql = Self.query(&random)
        let expected = try Self.rows(of: sql, in: database)
        let found = try Self.rows(of: sql, in: connection)
        #expect(found == expected, "\(sql) over \(rows)")
      }
    }
  }

  @Test func `a query can be canceled after its connection is no longer referenced`() throws {
    let table = RecordTable("r", columns: [.init("record", .record)], source: .parts([]))
    func endless() throws -> TableQuery {
      try TableConnection([table], Cancellation { true }).query(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
    }
    let query = try endless()
    #expect(throws: SQLError(.cancelled)) { _ = try query.step() }
  }
}
