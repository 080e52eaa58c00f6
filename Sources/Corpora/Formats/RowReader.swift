import CKernels
import UnicodeText

/// Reads the rows of one delimited file into a builder.
struct RowReader: ~Copyable {
  private let delimiter: UInt8
  private let isLenient: Bool
  private let hasHeader: Bool

  /// For each cell of a row, its column in the corpus; nil for a cell that is dropped.
  ///
  /// This property is nil until the first row is read.
  private var columns: [Int?]?

  /// The names of the columns, from the first row or from the initializer; nil until they are
  /// known.
  private(set) var columnNames: [String]?

  /// Whether the columns of the cells are known.
  var knowsColumns: Bool { columns != nil }

  /// Whether rows can be stored without reordering or splitting cells.
  ///
  /// The cells must be those of the corpus's first columns, in order, and none of these columns may
  /// be an alias field.
  private var isDirect = false

  /// One bit for each byte of the window: set for delimiters, quotes and newlines.
  private var marks = GrowableBuffer<UInt64>()
  private var cells = RowScanner.Cells()

  /// Creates a reader; if `columnNames` is nil, the first row determines the columns.
  init(delimiter: UInt8, isLenient: Bool, hasHeader: Bool, columnNames: [String]? = nil) {
    self.columnNames = columnNames
    self.delimiter = delimiter
    self.isLenient = isLenient
    self.hasHeader = hasHeader
  }

  /// Reads the complete rows in the window.
  mutating func readRows(
    _ input: inout InputWindow, into builder: inout CorpusBuilder
  ) throws(CorpusError) {
    if input.unreadCount == 0 { return }
    let (line, isAtEnd) = (input.line, input.isAtEnd)
    var marks = GrowableBuffer<UInt64>()
    swap(&marks, &self.marks)
    defer { swap(&marks, &self.marks) }
    let (consumed, nextLine) = try input.withUnread { text throws(CorpusError) -> (Int, Int) in
      try unsafe text.withUnsafeBufferPointer { text throws(CorpusError) -> (Int, Int) in
        guard let bytes = text.baseAddress else { return (0, line) }
        unsafe mark(bytes, text.count, &marks)
        return try unsafe marks.withUnsafeMutableBufferPointer {
          marks throws(CorpusError) -> (Int, Int) in
          guard let words = marks.baseAddress else { return (0, line) }
          // SAFETY: `InputWindow.slack` bytes follow the text, which is enough for a scanner.
          var scanner = unsafe RowScanner(
            bytes, text.count, marks: words, delimiter: delimiter, isAtEnd: isAtEnd,
            isLenient: isLenient, line: line)
          try store(&scanner, into: &builder)
          return (scanner.position, scanner.line)
        }
      }
    }
    input.consume(consumed)
    input.line = nextLine
  }

  @unsafe private func mark(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ marks: inout GrowableBuffer<UInt64>
  ) {
    let words = (count + 63) / 64
    marks.truncate(to: 0)
    unsafe marks.append(upTo: words) { buffer in
      // SAFETY: `buffer` has one bit for each byte of the window.
      unsafe ck_mark(
        bytes, count, delimiter, RowScanner.quote, UInt8(ascii: "\n"), buffer.baseAddress)
      return words
    }
  }

  private mutating func store(
    _ scanner: inout RowScanner, into builder: inout CorpusBuilder
  ) throws(CorpusError) {
    builder.places.isKnown = true
    var cells = RowScanner.Cells()
    swap(&cells, &self.cells)
    defer { swap(&cells, &self.cells) }
    if columnNames == nil, try !readHeader(&scanner, &cells) { return }
    if columns == nil { try findColumns(line: scanner.rowLine, in: &builder) }
    guard let columns else { return }
    // A stored row is at most as long as the row in the file. The exception is a last row without a
    // line end, which becomes one byte longer.
    let capacity = scanner.count - scanner.position + 1
    if builder.text.count + capacity > builder.limit { builder.endSegment() }
    try builder.reserve(capacity + RowScanner.slack, records: 1)
    if isDirect && capacity <= builder.limit {
      try storeDirectly(&scanner, &cells, columns.count, into: &builder)
    } else {
      while try scanner.scanRow(into: &cells) {
        if isBlank(cells, columns.count) { continue }
        try check(cells.count, columns.count, scanner)
        try storeByColumn(scanner, cells, columns, into: &builder)
      }
    }
  }

  /// Reads the column names from the first row; returns false if the row is incomplete.
  private mutating func readHeader(
    _ scanner: inout RowScanner, _ cells: inout RowScanner.Cells
  ) throws(CorpusError) -> Bool {
    var start = scanner
    repeat {
      start = scanner
      if try !scanner.scanRow(into: &cells) {
        scanner = start
        return false
      }
    } while isBlank(cells, .max)
    var names: [String] = []
    var taken: Set<String> = []
    for index in 0..<cells.count {
      let name = hasHeader ? scanner.text(of: cells[index]) : ""
      names.append(Self.unique(name.isEmpty ? "c\(index + 1)" : name, among: &taken))
    }
    if !hasHeader { scanner = start }
    columnNames = names
    return true
  }

  /// Finds the corpus column in which each cell is stored.
  private mutating func findColumns(
    line: Int, in builder: inout CorpusBuilder
  ) throws(CorpusError) {
    var columns: [Int?] = []
    for name in columnNames ?? [] {
      do throws(CorpusError) {
        columns.append(try builder.table.column(named: name))
      } catch {
        throw CorpusError(error.code, line: line)
      }
    }
    isDirect =
      columns.enumerated().allSatisfy { $0 == $1 }
      && !builder.table.fields[0..<columns.count].contains(where: \.isAlias)
    self.columns = columns
    builder.sources.columns = columns.compactMap { $0 }
  }

  /// Returns `name` or, if that name is already used, `name` with the first unused suffix: `_2`,
  /// `_3`, and so on.
  private static func unique(_ name: String, among taken: inout Set<String>) -> String {
    var unique = name
    var number = 2
    while !taken.insert(unique).inserted {
      unique = "\(name)_\(number)"
      number += 1
    }
    return unique
  }

  private func isBlank(_ cells: borrowing RowScanner.Cells, _ columns: Int) -> Bool {
    columns > 1 && cells.count == 1 && !cells[0].isQuoted && cells[0].start == cells[0].end
  }

  private func check(_ found: Int, _ named: Int, _ scanner: RowScanner) throws(CorpusError) {
    if found > named && !isLenient {
      throw CorpusError(.extraCells(found: found, named: named), line: scanner.rowLine)
    }
  }

  /// Writes the cells of all complete rows directly to the end of the text.
  private func storeDirectly(
    _ scanner: inout RowScanner, _ cells: inout RowScanner.Cells, _ columns: Int,
    into builder: inout CorpusBuilder
  ) throws(CorpusError) {
    let base = builder.text.count
    var text = GrowableBuffer<UInt8>()
    swap(&text, &builder.text)
    defer { swap(&text, &builder.text) }
    let capacity = scanner.count - scanner.position + 1 + RowScanner.slack
    var failure: CorpusError?
    unsafe text.append(upTo: capacity) { buffer in
      guard let out = buffer.baseAddress else { return 0 }
      var written = 0
      do throws(CorpusError) {
        while try scanner.scanRow(into: &cells) {
          if isBlank(cells, columns) { continue }
          try check(cells.count, columns, scanner)
          for index in 0..<cells.count {
            // Extra cells are joined to the last column's cell, so the separator before each extra
            // cell becomes a delimiter again.
            if index >= columns { unsafe out[written - 1] = delimiter }
            // SAFETY: the capacity suffices for all rows and for 16 more bytes.
            written += unsafe scanner.copy(cells[index], to: out + written)
            unsafe out[written] = Separator.field
            written += 1
          }
          if scanner.rowHasQuotes {
            for index in 0..<min(cells.count, columns) {
              builder.places.append(scanner.place(of: index, in: cells, of: columns))
            }
            builder.places.endRecord(builder.starts.count - 1, at: 0)
          }
          builder.starts.append(UInt32(base + written))
          builder.sources.add(scanner.rowLine)
        }
      } catch {
        // Do not throw yet: the rows before this row are complete and must be stored.
        failure = error
      }
      return written
    }
    if let failure { throw failure }
  }

  /// Stores the cells of one row, each in its column.
  private func storeByColumn(
    _ scanner: RowScanner, _ cells: borrowing RowScanner.Cells, _ columns: [Int?],
    into builder: inout CorpusBuilder
  ) throws(CorpusError) {
    for index in 0..<min(cells.count, columns.count) {
      guard let column = columns[index] else { continue }
      builder.append(cells[index], of: scanner)
      if index == columns.count - 1 {
        for extra in cells.count > columns.count ? columns.count..<cells.count : 0..<0 {
          builder.text.append(delimiter)
          builder.append(cells[extra], of: scanner)
        }
      }
      builder.endCell(column, at: scanner.place(of: index, in: cells, of: columns.count))
    }
    do throws(CorpusError) {
      try builder.endRecord(line: scanner.rowLine, at: 0)
    } catch {
      throw CorpusError(error.code, line: scanner.rowLine)
    }
  }
}

extension CorpusBuilder {
  /// Appends the text of a scanned cell to the current cell.
  fileprivate mutating func append(_ cell: RowScanner.Cell, of scanner: RowScanner) {
    unsafe text.append(upTo: cell.end - cell.start + RowScanner.slack) { buffer in
      // SAFETY: the capacity is the size of the cell plus the slack.
      unsafe buffer.baseAddress.map { unsafe scanner.copy(cell, to: $0) } ?? 0
    }
  }
}
