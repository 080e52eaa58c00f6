internal import Corpora
package import Searching

/// A result row as a value, so that tests can compare rows of different types of sources.
package struct FoundRow: Hashable, Sendable, CustomStringConvertible {
  package private(set) var record: UInt64
  package let source: String
  package let line: Int
  package let isContext: Bool
  package let startsGroup: Bool
  package let isFullName: Bool

  /// The non-empty cells by column name.
  package let cells: [String: String]

  /// The hits, each written as `column/representation@lower..<upper`, in the order of the result.
  package let hits: [String]

  /// The same row with another record number.
  package func numbered(_ record: UInt64) -> FoundRow {
    var row = self
    row.record = record
    return row
  }

  package var description: String {
    let cells = cells.sorted { $0.key < $1.key }.map { "\($0): \($1)" }
    return
      "\(startsGroup ? "-- " : "")\(source):\(line) #\(record)\(isContext ? " context" : "") \(cells) \(hits)"
  }
}

extension RowBatch {
  /// The rows of the batch, as values that tests can compare.
  package var foundRows: [FoundRow] {
    rows.indices.map { index in
      let row = rows[index]
      var cells: [String: String] = [:]
      for (column, field) in fields.enumerated() {
        let text = text(ofRow: index, field: column)
        if !text.isEmpty { cells[field.name] = text }
      }
      return FoundRow(
        record: row.record, source: source(ofRow: index), line: row.line,
        isContext: row.isContext, startsGroup: row.startsGroup, isFullName: row.isFullName,
        cells: cells,
        hits: hits(ofRow: index).map { hit in
          "\(fields[hit.field].name)/\(hit.representation ?? -1)@\(hit.range)"
        })
    }
  }
}

/// The complete result of a query in a source.
package struct FoundAnswer: Equatable, Sendable {
  package var rows: [FoundRow] = []
  package var counts: [String] = []

  package init(rows: [FoundRow]) { self.rows = rows }

  /// Runs a query in a source, and requests the rows and the counts by file.
  package init(
    _ source: some RecordSource, _ query: Query, _ request: StreamRequest = StreamRequest()
  ) throws {
    let compiled = try CompiledQuery(query)
    var rows: [FoundRow] = []
    _ = try source.stream(
      compiled, request, .never, render: { $0.foundRows },
      deliver: {
        rows += $0
        return true
      })
    self.rows = rows
    var counts: [String] = []
    _ = try source.countByFile(compiled, request, .never) { path, count in
      counts.append("\(path): \(count)")
      return true
    }
    self.counts = counts
  }
}
