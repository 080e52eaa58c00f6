internal import Corpora
public import Searching

/// A row in a form that tests can compare, independent of its source.
public struct FoundRow: Hashable, Sendable, CustomStringConvertible {
  public private(set) var record: UInt64
  public let source: String
  public let line: Int
  public let isContext: Bool
  public let startsGroup: Bool
  public let isFullName: Bool

  /// The non-empty cells by column name.
  public let cells: [String: String]

  /// `column/representation@lower..<upper`, in the order of results.
  public let hits: [String]

  /// The same row with another record number.
  public func numbered(_ record: UInt64) -> FoundRow {
    var row = self
    row.record = record
    return row
  }

  public var description: String {
    "\(startsGroup ? "-- " : "")\(source):\(line) #\(record)\(isContext ? " context" : "") \(cells) \(hits)"
  }
}

extension RowBatch {
  /// The rows in a form that tests can compare.
  public var foundRows: [FoundRow] {
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

/// The complete answer of a source.
public struct FoundAnswer: Equatable, Sendable {
  public var rows: [FoundRow] = []
  public var counts: [String] = []

  /// Requests rows and counts from a source.
  public init(
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
