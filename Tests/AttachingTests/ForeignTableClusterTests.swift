import Corpora
import Searching
import TestSupport
import Testing

@testable import Attaching

// Tests of tables that were not created by `publish`.
extension AttachingClusterTests {
  @Test func `a foreign table gives the same results as its rows in memory`() throws {
    let table = try ClusterTable("foreign")
    let engine = try RemoteEngine(table.nodes[0], RemoteAccount())
    let name = TableName(table.name, in: "default")
    var random = HostileCorpora(seed: 19)
    // The key and the cells of each row; an empty second cell is stored as NULL.
    var rows: [(key: Int, cells: [String])] = []
    let texts = random.corpus(named: "foreign", rows: 60)
    for record in 0..<texts.count {
      let text = texts.text(of: RecordID(UInt64(record)), field: 0)
      let note = record % 3 == 0 ? "" : "Größe \(record % 4) ﬁ\tit's"
      rows.append((key: record / 2 * 3 + 7, cells: [text, note]))
    }
    try engine.run(
      Statement { writer in
        writer.write("CREATE TABLE ")
        writer.write(name)
        writer.write(
          " (k UInt32, other Int64, t String, n Nullable(String)) ENGINE = MergeTree() ORDER BY k")
      }, .never)
    try engine.run(
      Statement { writer in
        writer.write("INSERT INTO ")
        writer.write(name)
        writer.write(" VALUES ")
        for (index, row) in rows.enumerated() {
          if index > 0 { writer.write(", ") }
          writer.write("(")
          writer.write(number: UInt64(row.key))
          writer.write(", 0, ")
          writer.write(literal: Array(row.cells[0].utf8))
          writer.write(", ")
          if row.cells[1].isEmpty {
            writer.write("NULL")
          } else {
            writer.write(literal: Array(row.cells[1].utf8))
          }
          writer.write(")")
        }
      }, .never)
    // Rows with the same key are ordered by the bytes of their cells.
    rows.sort { a, b in
      if a.key != b.key { return a.key < b.key }
      for (x, y) in zip(a.cells, b.cells) where Array(x.utf8) != Array(y.utf8) {
        return x.utf8.lexicographicallyPrecedes(y.utf8)
      }
      return false
    }
    let local = Searcher(
      Corpus(name: "foreign", fields: [Field("t"), Field("n")], rows: rows.map(\.cells)))
    let remote = try table.attach(choice: ForeignChoice(columns: ["t", "n"]))
    #expect(remote.recordCount == rows.count)
    var found = 0
    for _ in 0..<Effort.size(60, thorough: 400) {
      var query = random.query()
      query.options.fields = query.options.fields.map { _ in ["n"] }
      let request = StreamRequest(isInverted: random.random.generator.oneIn(4))
      guard let near = try? FoundAnswer(local, query, request) else { continue }
      let far = try FoundAnswer(remote, query, request)
      found += near.rows.count
      #expect(far.rows.map(\.record) == near.rows.map { UInt64(rows[Int($0.record)].key) })
      #expect(far.rows.map(\.cells) == near.rows.map(\.cells), "\(query)")
      #expect(far.rows.map(\.hits) == near.rows.map(\.hits), "\(query)")
      let result = try remote.search(CompiledQuery(query), ResultRequest(), .never)
      if !request.isInverted { #expect(try result.count(.never) == near.rows.count, "\(query)") }
    }
    #expect(found > 100)
  }

  @Test func `choosing columns that the table does not have is refused`() throws {
    let table = try ClusterTable("columns")
    let engine = try RemoteEngine(table.nodes[0], RemoteAccount())
    try engine.run(
      Statement { writer in
        writer.write("CREATE TABLE default.test_columns (title String, size Int64)")
        writer.write(" ENGINE = MergeTree() ORDER BY title")
      }, .never)
    func sentence(_ choice: ForeignChoice?) -> String? {
      do { _ = try table.attach(choice: choice) } catch let error as SearchError {
        if case .failed(_, let reason) = error { return reason }
      } catch {}
      return nil
    }
    #expect(
      sentence(ForeignChoice(columns: ["titel"]))
        == "the table has no column titel: did you mean title?")
    #expect(
      sentence(ForeignChoice(columns: ["title"]))
        == "use --key to name the column that numbers the records; no column has unsigned integers")
    #expect(
      sentence(ForeignChoice(columns: ["title"], key: "size"))
        == "the column size has the type Int64, but the column of --key must be an unsigned "
        + "integer")
    #expect(sentence(nil)?.contains("--text-columns") == true)
  }
}
