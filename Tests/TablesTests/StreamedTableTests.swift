import Basics
import Corpora
import Searching
import TestSupport
import Testing
import UnicodeText

@testable import Tables

/// Compares SQL over streamed files with SQL over SQLite tables and over corpora that have the same
/// cells.
struct StreamedTableTests {
  /// Opens a table over files as the command `sql` does, but reads the files in small blocks.
  private static func connection(
    _ paths: [String], _ random: inout SplitMix64
  ) throws -> (TableConnection, StreamedRecords) {
    var sizes = FileSizes()
    sizes.block = Int.random(in: 8...400, using: &random)
    let source = try FileSource(paths, options: LoadOptions(), sizes: sizes)
    let fields = try source.fields(.never)
    let all = Set(fields.indices)
    let use = RecordUse(fields: all, readsLocation: Bool.random(using: &random))
    let survey = try FileSurvey(of: source, fields: fields, types: all, keeping: use, .never)
    let keeps = Bool.random(using: &random)
    let records = StreamedRecords(
      source, fields: fields, types: survey.types, use: use, count: survey.count,
      batches: keeps ? survey.batches : nil,
      orderingBytes: Bool.random(using: &random) ? 0 : 1 << 20)
    let columns =
      [RecordTable.Column("record", .record)]
      + fields.enumerated().map { .init($1.name, .field([$0])) }
    let table = RecordTable("r", columns: columns, source: .streamed(records))
    return (try TableConnection([table], .never), records)
  }

  @Test(arguments: 0..<12)
  func `random queries over streamed files agree with a SQLite table`(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<4 {
      let rows = TableOracleTests.rows(&random)
      let folder = try ScratchFolder()
      let path = try RandomTables.write(
        rows, TableOracleTests.fields.map(\.name), to: folder, &random)
      let corpus = Corpus(name: "r", fields: TableOracleTests.fields, rows: rows)
      let types = try #require(ColumnTypeInference.types(of: corpus))
      let database = try TableOracleTests.database(rows, types)
      let (connection, records) = try Self.connection([path], &random)
      #expect(records.types == types, "\(path)")
      for _ in 0..<15 {
        let sql = TableOracleTests.query(&random)
        let expected = try TableOracleTests.rows(of: sql, in: database)
        #expect(
          try TableOracleTests.rows(of: sql, in: connection) == expected, "\(sql) over \(rows)")
      }
    }
  }

  @Test func `sorting streamed files reports if it would need too much memory`() throws {
    let folder = try ScratchFolder()
    let rows = (0..<20_000).map { "\($0 % 7),text number \($0) of a table\n" }
    let path = try folder.write("n,t\n" + rows.joined(), to: "a.csv")
    let source = try FileSource([path])
    let fields = try source.fields(.never)
    func sum(orderingBytes: Int) throws -> Bool {
      let records = StreamedRecords(
        source, fields: fields, types: [.integer, .text], use: RecordUse(fields: [0, 1]),
        orderingBytes: orderingBytes)
      let table = RecordTable(
        "r", columns: [.init("n", .field([0])), .init("t", .field([1]))],
        source: .streamed(records))
      let query = try TableConnection([table], .never).query(
        "SELECT t, sum(n) FROM r GROUP BY t")
      var count = 0
      do {
        while try query.step() { count += 1 }
      } catch {
        #expect(records.exceededMemoryLimit)
        return false
      }
      #expect(count == 20_000)
      return true
    }
    #expect(try sum(orderingBytes: 8 << 20))
    #expect(try sum(orderingBytes: 0))
    #expect(try !sum(orderingBytes: 1 << 19))
  }

  @Test func `a scan of streamed files ends when its query is released or canceled`() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(
      "n\n" + String(repeating: "1\n", count: 2_000_000), to: "a.csv")
    let source = try FileSource([path])
    let fields = try source.fields(.never)
    func query(_ cancellation: Cancellation) throws -> TableQuery {
      let records = StreamedRecords(
        source, fields: fields, types: [.integer], use: RecordUse(fields: [0]))
      let table = RecordTable(
        "r", columns: [.init("n", .field([0]))], source: .streamed(records),
        cancellation: cancellation)
      return try TableConnection([table], cancellation).query("SELECT n FROM r")
    }
    #expect(try query(.never).step())
    let canceled = try query(Cancellation { true })
    #expect(throws: SQLError(.cancelled)) { while try canceled.step() {} }
  }

  @Test(arguments: [0, 1, 254, 255, 256, 70_000])
  func `cells of any length are stored unchanged`(_ length: Int) throws {
    let text = String(repeating: "x", count: length)
    let corpus = Corpus(
      name: "c", fields: [Field("a"), Field("b"), Field("c")],
      rows: [["1", text, "z"], [text], ["", "é", text]])
    let rows = CellRows(of: [0, 2], in: corpus, .all(of: 3))
    var reader = CellRows.Reader(rows, fields: 2)
    var found: [String] = []
    while reader.advance() {
      for index in 0..<2 { reader.withCell(index) { found.append(String(decoding: $0)) } }
    }
    #expect(found == ["1", "z", text, "", "", text])
  }
}
