package import Corpora
internal import UnicodeText

/// The type of a column, which determines how its cells become SQL values.
package enum ColumnType: String, CaseIterable, Sendable {
  case text
  case integer
  case decimal
  /// A time or a date in one of the formats of `TimeText`; SQL sees it as text in ISO 8601.
  case time
}

/// Finds the types of columns: the narrowest type that every non-empty cell of a column has.
package struct ColumnTypeInference: Sendable {
  /// The types that fit all cells of one column so far.
  private struct Candidates {
    var isInteger = true
    var isDecimal = true
    var isTime = true
    var isEmpty = true

    /// Whether only text is left.
    var isText: Bool { !(isInteger || isDecimal || isTime) }

    var type: ColumnType {
      if isEmpty || isText { return .text }
      return isInteger ? .integer : isDecimal ? .decimal : .time
    }
  }

  private var columns: [Candidates]

  package init(columns: Int) { self.columns = Array(repeating: Candidates(), count: columns) }

  /// The types of all columns; a column with only empty cells has the type `text`.
  package var types: [ColumnType] { columns.map(\.type) }

  /// Whether every column is text, so that further records cannot change the types.
  private var isDecided: Bool { columns.allSatisfy { $0.isText && !$0.isEmpty } }

  /// Adds the cells of a stored record.
  package mutating func add(_ record: Span<UInt8>) {
    var start = 0
    var column = 0
    while column < columns.count,
      let end = Kernels.firstIndex(of: Separator.field, in: record, from: start)
    {
      if start < end, !columns[column].isText || columns[column].isEmpty {
        add(record.extracting(start..<end), to: column)
      }
      start = end + 1
      column += 1
    }
  }

  private mutating func add(_ cell: Span<UInt8>, to column: Int) {
    columns[column].isEmpty = false
    if columns[column].isInteger { columns[column].isInteger = CellNumber.integer(cell) != nil }
    if columns[column].isDecimal { columns[column].isDecimal = CellNumber.decimal(cell) != nil }
    if columns[column].isTime { columns[column].isTime = TimeText(cell) != nil }
  }

  /// The types of the columns of a corpus; an alias column is text.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes up to the record at which all columns are known to be text.
  /// - Returns: nil if it was cancelled.
  package static func types(
    of corpus: Corpus, isCancelled: () -> Bool = { false }
  ) -> [ColumnType]? {
    var inference = ColumnTypeInference(columns: corpus.fields.count)
    for segment in corpus.segments {
      for index in 0..<segment.count {
        segment.text.withSpan(of: segment.bounds(of: index)) { inference.add($0) }
        if index & 0xFFF == 0 {
          if isCancelled() { return nil }
          if inference.isDecided { return inference.types }
        }
      }
    }
    return zip(corpus.fields, inference.types).map { $0.isAlias ? .text : $1 }
  }
}
