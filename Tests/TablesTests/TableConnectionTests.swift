import Basics
import Corpora
import Searching
import Tables
import Testing

struct TableConnectionTests {
  /// A corpus with columns of every type.
  private static let corpus = Corpus(
    name: "log",
    fields: [
      Field("time"), Field("level"), Field("ms"), Field("load"), Field("message"),
      Field("old", isAlias: true),
    ],
    rows: [
      ["2026-11-21 10:00:00", "info", "12", "0.5", "started café", ""],
      ["2026-11-21 10:01:00", "warn", "250", "1.25", "slow café", "a\nb"],
      ["2026-11-21 11:00:00", "info", "", "2", "Café closed", ""],
      ["2026-11-22 10:00:00", "error", "9000", "", "disk full", "c"],
    ], source: "log.csv")

  private func part(_ query: Query? = nil) throws -> RecordTable.Part {
    let searcher = Searcher(Self.corpus)
    let types = try #require(ColumnTypeInference.types(of: Self.corpus))
    let result = try query.map {
      try searcher.search(CompiledQuery($0), ResultRequest(), .never)
    }
    return RecordTable.Part(searcher, types: types, result: result)
  }

  private static let columns: [RecordTable.Column] =
    [
      .init("record", .record), .init("source", .source), .init("line", .line),
      .init("column", .column), .init("matched", .matched), .init("hits", .hits),
    ] + Self.corpus.fields.enumerated().map { .init($1.name, .field([$0])) }

  private func connection(_ query: Query? = nil) throws -> TableConnection {
    let part = try part(query)
    let searcher = part.searcher
    let types = part.types
    return try TableConnection(
      [
        RecordTable("log", columns: Self.columns, source: .parts([part])),
        RecordTable(
          "search", columns: Self.columns,
          source: .search { (text, strategy) throws(SearchError) in
            let query = try CompiledQuery(
              checking: Query(text, by: strategy ?? "substring"))
            return [
              .init(
                searcher, types: types, result: try searcher.search(query, ResultRequest(), .never))
            ]
          }),
      ], .never)
  }

  private func rows(_ sql: String, _ query: Query? = nil) throws -> [String] {
    let query = try connection(query).query(sql)
    var rows: [String] = []
    while try query.step() {
      rows.append(query.columns.indices.map { query.value($0).text }.joined(separator: "|"))
    }
    return rows
  }

  @Test(arguments: [
    ("SELECT count(*) FROM log", ["4"]),
    (
      "SELECT level, count(*) FROM log GROUP BY level ORDER BY level",
      ["error|1", "info|2", "warn|1"]
    ),
    ("SELECT DISTINCT level FROM log ORDER BY level DESC", ["warn", "info", "error"]),
    ("SELECT level, record FROM log ORDER BY level", ["error|4", "info|1", "info|3", "warn|2"]),
    (
      "SELECT level, record FROM log ORDER BY level DESC, record DESC",
      ["warn|2", "info|3", "info|1", "error|4"]
    ),
    (
      "SELECT level, count(*) FROM log GROUP BY level ORDER BY 2 DESC, 1",
      ["info|2", "error|1", "warn|1"]
    ),
    ("SELECT sum(ms), typeof(sum(ms)), count(ms) FROM log", ["9262|integer|3"]),
    ("SELECT record FROM log WHERE ms > 100 ORDER BY ms DESC", ["4", "2"]),
    (
      "SELECT record, typeof(ms), typeof(load) FROM log WHERE ms IS NULL OR load IS NULL",
      ["3|null|real", "4|integer|null"]
    ),
    ("SELECT record FROM log WHERE time >= '2026-11-22'", ["4"]),
    ("SELECT strftime('%H', time), count(*) FROM log GROUP BY 1", ["10|3", "11|1"]),
    ("SELECT record FROM log WHERE message LIKE '%CAFé%'", ["1", "2", "3"]),
    ("SELECT record FROM log WHERE message LIKE 'slow%'", ["2"]),
    ("SELECT record FROM log WHERE message GLOB '*Caf*'", ["3"]),
    ("SELECT record FROM log WHERE level = 'info'", ["1", "3"]),
    ("SELECT record FROM log WHERE level = 'INFO'", []),
    ("SELECT record FROM log WHERE record > 1 AND record <= 3", ["2", "3"]),
    ("SELECT record FROM log WHERE record = 2.5", []),
    ("SELECT line, source FROM log WHERE record = 4", ["4|log.csv"]),
    ("SELECT old FROM log WHERE record = 2", ["a\nb"]),
    (
      "SELECT record, matched, hits FROM search('café', 'substring')",
      ["1|message|1", "2|message|1", "3|message|1"]
    ),
    ("SELECT count(*) FROM search('dis')", ["1"]),
    ("SELECT count(*) FROM search('fu', 'prefix') JOIN log USING (record)", ["1"]),
    ("SELECT a.record FROM log a JOIN log b ON a.level = b.level AND a.record < b.record", ["1"]),
    (
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n",
      ["1", "2", "3"]
    ),
  ])
  func `queries over a corpus agree with a SQLite table of the same cells`(
    _ sql: String, _ expected: [String]
  ) throws {
    #expect(try rows(sql) == expected)
  }

  @Test func `the SQL column hits equals the search's hit counts`() throws {
    let found = try rows("SELECT record, \"column\", matched, hits FROM log", Query("e"))
    #expect(found == ["1|6|message|2", "2|9|message|1", "3|4|message|2", "4|1|level|1"])
    #expect(try rows("SELECT count(*) FROM log", Query("disk")) == ["1"])
  }

  @Test(arguments: [
    "DROP TABLE log", "CREATE TABLE t(a)", "PRAGMA user_version", "ATTACH '/tmp/x' AS y",
    "DELETE FROM log",
    "INSERT INTO log(level) VALUES ('x')", "VACUUM INTO '/tmp/x'", "SELECT load_extension('x')",
    "BEGIN",
  ])
  func `SQL cannot change anything`(_ sql: String) throws {
    let connection = try connection()
    #expect(throws: SQLError.self) {
      let query = try connection.query(sql)
      while try query.step() {}
    }
  }

  @Test func `SQL errors explain the problem`() throws {
    let connection = try connection()
    #expect(throws: SQLError(.syntax("no such table: lgo"))) {
      _ = try connection.query("SELECT * FROM lgo")
    }
    #expect(throws: SQLError(.notAQuery)) { _ = try connection.query(" ") }
    #expect(throws: SQLError(.severalStatements)) { _ = try connection.query("SELECT 1; SELECT 2") }
    #expect(try connection.query("SELECT 1 ; ").columns == ["1"])
  }

  @Test func `a query can be canceled`() throws {
    let part = try part()
    let table = RecordTable("log", columns: Self.columns, source: .parts([part]))
    let connection = try TableConnection([table], Cancellation { true })
    let query = try connection.query(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
    #expect(throws: SQLError(.cancelled)) { _ = try query.step() }
  }
}
