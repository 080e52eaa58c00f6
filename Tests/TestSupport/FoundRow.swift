internal import Corpora
public import Searching

/// A row as a test compares it, whatever source it came from.
public struct FoundRow: Hashable, Sendable, CustomStringConvertible {
  public private(set) var record: UInt64
  public let source: String
  public let line: Int
  public let isContext: Bool
  public let startsGroup: Bool
  public let isFullName: Bool

  /// The cells that are not empty, by the name of their column.
  public let cells: [String: String]

  /// `column/representation@lower..<upper`, in the order of results.
  public let hits: [String]

  /// The same row with another number of its record.
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
  /// The rows as tests compare them.
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

/// What a source answers, in full.
public struct FoundAnswer: Equatable, Sendable {
  public var rows: [FoundRow] = []
  public var counts: [String] = []

  /// Asks a source for rows and for counts.
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
