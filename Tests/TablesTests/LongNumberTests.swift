import Corpora
import Searching
import Tables
import Testing

/// Tests that SQL and sorting preserve all digits of numbers that a `Double` would round.
struct LongNumberTests {
  static let ids = [
    "12345678901234567892", "12345678901234567890", "12345678901234567891",
  ]

  /// The rows of an SQL query over a table `t`, whose only column `id` has the given cells.
  private static func rows(_ sql: String, _ cells: [String]) throws -> [String] {
    let corpus = Corpus(name: "t", fields: [Field("id")], rows: cells.map { [$0] })
    let types = try #require(ColumnTypeInference.types(of: corpus))
    let table = RecordTable(
      "t", columns: [.init("record", .record), .init("id", .field([0]))],
      source: .parts([.init(Searcher(corpus), types: types)]))
    let query = try TableConnection([table], .never).query(sql)
    var rows: [String] = []
    while try query.step() {
      rows.append(query.columns.indices.map { query.value($0).text }.joined(separator: "|"))
    }
    return rows
  }

  @Test(arguments: [
    ("SELECT id FROM t", ids), ("SELECT count(DISTINCT id) FROM t", ["3"]),
    ("SELECT id FROM t ORDER BY id", ids.sorted()),
    ("SELECT record FROM t WHERE id = '12345678901234567890'", ["2"]),
    ("SELECT max(id), typeof(id) FROM t", ["12345678901234567892|text"]),
  ])
  func `SQL keeps the digits of long numbers`(_ sql: String, _ expected: [String]) throws {
    #expect(try Self.rows(sql, Self.ids) == expected)
  }

  @Test(arguments: [
    ["9007199254740993", "0.5"], ["9223372036854775808"], ["1e400", "2"],
    ["0.1234567890123456789", "0.1234567890123456788"],
  ])
  func `SQL does not change a number that a Double would round`(_ cells: [String]) throws {
    #expect(try Self.rows("SELECT id FROM t", cells) == cells)
    #expect(try Self.rows("SELECT count(DISTINCT id) FROM t", cells) == ["\(cells.count)"])
  }

  @Test func `integers of 64 bits and decimals remain numbers`() throws {
    let integers = ["9223372036854775807", "-5", "9007199254740993"]
    #expect(
      try Self.rows("SELECT id, typeof(id) FROM t ORDER BY id", integers) == [
        "-5|integer", "9007199254740993|integer", "9223372036854775807|integer",
      ])
    #expect(
      try Self.rows("SELECT id, typeof(id) FROM t ORDER BY id", ["10", "9.5", "0.1"]) == [
        "0.1|real", "9.5|real", "10.0|real",
      ])
  }

  /// The record numbers, sorted by the cells of the records.
  private static func order(of cells: [String], _ type: ColumnType) -> [UInt64] {
    let fields = [Field("id")]
    var builder = RowBatch.Builder(fields: fields)
    let source = builder.place(ofSource: "f")
    for (number, cell) in cells.enumerated() {
      builder.append(
        RowBatch.Entry(record: UInt64(number), line: number + 1, source: source), cells: [cell])
    }
    var rows = SortedRows(by: [
      SortedRows.Key(.field([0]), fields: fields, types: [type], isDescending: false)
    ])
    rows.add(builder.finish())
    let batches = rows.sorted(limit: nil, perFile: nil)
    return batches.flatMap { $0.rows.map(\.record) }
  }

  @Test func `rows are sorted by all digits of long numbers`() throws {
    let corpus = Corpus(name: "t", fields: [Field("id")], rows: Self.ids.map { [$0] })
    let types = try #require(ColumnTypeInference.types(of: corpus))
    #expect(Self.order(of: Self.ids, types[0]) == [1, 2, 0])
  }

  @Test func `a column that the user makes decimal is sorted by its rounded numbers`() {
    #expect(
      Self.order(of: ["0.21234567890123456789", "1e400", "0.1234567890123456789"], .decimal)
        == [2, 0, 1])
  }
}
