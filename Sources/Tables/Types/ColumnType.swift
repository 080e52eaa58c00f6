package import Corpora
internal import UnicodeText

/// The type of a column, which determines how its cells become SQL values.
package enum ColumnType: String, CaseIterable, Sendable {
  case text
  /// A 64-bit integer.
  case integer
  /// A number that is a `Double` in SQL.
  case decimal
  /// A time or a date in one of the formats of `TimeText`; in SQL, it is text in ISO 8601.
  case time
}

/// Infers the type of each column: the narrowest type that fits every non-empty cell of the column.
///
/// The type `decimal` fits only numbers whose digits a `Double` keeps; see
/// `CellNumber.keepsDigits`. A column has the type `text` if it contains a number that no numeric
/// type can represent, such as an integer of 20 digits. Otherwise, SQL would round the number, and
/// could treat different cells as equal.
package struct ColumnTypeInference: Sendable {
  /// Which types fit all cells of one column that were read so far.
  private struct Candidates {
    var isInteger = true
    var isDecimal = true
    var isTime = true
    var isEmpty = true

    /// Whether text is the only remaining type.
    var isText: Bool { !(isInteger || isDecimal || isTime) }

    var type: ColumnType {
      if isEmpty || isText { return .text }
      return isInteger ? .integer : isDecimal ? .decimal : .time
    }
  }

  private var columns: [Candidates]

  /// The number of columns to read, starting with the first column.
  private let count: Int

  package init(columns: Int) {
    self.columns = Array(repeating: Candidates(), count: columns)
    count = columns
  }

  /// Creates an inference for only the `wanted` columns; all other columns get the type `text`.
  package init(columns: Int, only wanted: Set<Int>) {
    let text = Candidates(isInteger: false, isDecimal: false, isTime: false, isEmpty: false)
    self.columns = (0..<(wanted.max() ?? -1) + 1).map { wanted.contains($0) ? Candidates() : text }
    self.columns += Array(repeating: text, count: columns - self.columns.count)
    count = (wanted.max() ?? -1) + 1
  }

  /// The types of all columns; a column that contains only empty cells has the type `text`.
  package var types: [ColumnType] { columns.map(\.type) }

  /// Whether every column is already known to be text, so that further records cannot change the
  /// types.
  package var isDecided: Bool { columns.allSatisfy { $0.isText && !$0.isEmpty } }

  /// Adds the cells of a stored record.
  package mutating func add(_ record: Span<UInt8>) {
    var start = 0
    var column = 0
    while column < count,
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
    if columns[column].isInteger {
      if let number = CellNumber.integer(cell) {
        // An integer is never a time. Up to 2^53, an integer is also a decimal number.
        columns[column].isTime = false
        if columns[column].isDecimal, number.magnitude > 1 << 53 {
          columns[column].isDecimal = CellNumber.keepsDigits(cell)
        }
        return
      }
      columns[column].isInteger = false
    }
    if columns[column].isDecimal { columns[column].isDecimal = CellNumber.keepsDigits(cell) }
    if columns[column].isTime { columns[column].isTime = TimeText(cell) != nil }
  }

  /// Merges the results of another inference of the same columns.
  package mutating func add(_ other: ColumnTypeInference) {
    for index in columns.indices {
      let more = other.columns[index]
      columns[index].isInteger = columns[index].isInteger && more.isInteger
      columns[index].isDecimal = columns[index].isDecimal && more.isDecimal
      columns[index].isTime = columns[index].isTime && more.isTime
      columns[index].isEmpty = columns[index].isEmpty && more.isEmpty
    }
  }

  /// Adds all records of a corpus; returns false if the inference was canceled.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes up to the record at which all columns
  ///   are known to be text.
  package mutating func add(allOf corpus: Corpus, isCancelled: () -> Bool) -> Bool {
    for segment in corpus.segments {
      for index in 0..<segment.count {
        if index & 0xFFF == 0 {
          if isCancelled() { return false }
          if isDecided { return true }
        }
        segment.text.withSpan(of: segment.bounds(of: index)) { add($0) }
      }
    }
    return true
  }

  /// The types of the columns of a corpus; an alias column always has the type text.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes up to the record at which all columns
  ///   are known to be text.
  /// - Returns: nil if the inference was canceled.
  package static func types(
    of corpus: Corpus, isCancelled: () -> Bool = { false }
  ) -> [ColumnType]? {
    var inference = ColumnTypeInference(columns: corpus.fields.count)
    guard inference.add(allOf: corpus, isCancelled: isCancelled) else { return nil }
    return zip(corpus.fields, inference.types).map { $0.isAlias ? .text : $1 }
  }
}
