package import Corpora
package import Searching
internal import UnicodeText

/// Rows in the order of SQL's ORDER BY for some columns; rows that compare equal keep the order of
/// the source.
package struct SortedRows: ~Copyable {
  /// A column to sort by.
  package struct Key: Sendable {
    fileprivate let content: RecordTable.Column.Content
    fileprivate let cell: CellWriter.Cell
    fileprivate let isDescending: Bool

    /// Creates a key for a column of a table that has only one corpus.
    ///
    /// `types` contains the type of each field in `fields`.
    package init(
      _ content: RecordTable.Column.Content, fields: [Field], types: [ColumnType],
      isDescending: Bool
    ) {
      self.content = content
      self.isDescending = isDescending
      if case .field(let places) = content, let place = places[0] {
        cell = CellWriter.Cell(field: place, type: types[place], isAlias: fields[place].isAlias)
      } else {
        cell = CellWriter.Cell(field: -1, type: .integer, isAlias: false)
      }
    }

    /// Whether the key reads the hits of a row.
    package var needsHits: Bool {
      switch content {
      case .column, .matched, .hits: true
      case .corpus, .record, .source, .line, .field: false
      }
    }
  }

  /// A comparable value of a sort key.
  ///
  /// Values are compared by kind first, and then by number.
  private struct Value {
    var kind: Kind
    var number: Int

    static func < (a: Value, b: Value) -> Bool {
      a.kind == b.kind ? a.number < b.number : a.kind.rawValue < b.kind.rawValue
    }
  }

  private enum Kind: UInt8 { case null, number, text }

  private let keys: [Key]
  private var texts = TextTable()

  /// The values of the sort keys, row by row.
  ///
  /// The number of a text value is its index in `texts`, until `sorted` replaces it by the position
  /// of the text among all sorted texts.
  private var values: [Value] = []
  private var rows: [(batch: UInt32, row: UInt32)] = []
  private var batches: [RowBatch] = []

  /// The memory that the rows use, in bytes.
  package private(set) var bytes = 0

  /// Creates an empty list of rows to sort by `keys`.
  package init(by keys: [Key]) { self.keys = keys }

  // MARK: Adding rows

  /// Adds the rows of a batch, except context rows.
  package mutating func add(_ batch: RowBatch) {
    let last = rows.count
    for index in batch.rows.indices where !batch.rows[index].isContext {
      rows.append((UInt32(batches.count), UInt32(index)))
      for key in keys { values.append(value(of: key, batch, index)) }
    }
    batches.append(batch)
    bytes += batch.memoryBytes + (rows.count - last) * (8 + 16 * keys.count)
  }

  private mutating func value(of key: Key, _ batch: RowBatch, _ index: Int) -> Value {
    let row = batch.rows[index]
    switch key.content {
    case .corpus: return Value(kind: .null, number: 0)
    case .record: return Value(kind: .number, number: Int(row.record))
    case .line: return Value(kind: .number, number: row.line)
    case .hits: return Value(kind: .number, number: batch.hits(ofRow: index).count)
    case .source: return text(batch.source(ofRow: index).utf8.span)
    case .matched:
      let field = batch.hits(ofRow: index).map(\.field).min()
      return text((field.map { batch.fields[$0].name } ?? "").utf8.span)
    case .column: return Value(kind: .number, number: batch.firstHitColumn(ofRow: index))
    case .field:
      return batch.withRecord(index) { record in
        value(
          of: record.extracting(StoredRecord.bounds(of: key.cell.field, in: record)), key.cell)
      }
    }
  }

  private mutating func value(of text: Span<UInt8>, _ cell: CellWriter.Cell) -> Value {
    if text.isEmpty, cell.type != .text { return Value(kind: .null, number: 0) }
    switch cell.type {
    case .integer:
      if let number = CellNumber.integer(text, allowsLeadingZeros: true) {
        return Value(kind: .number, number: Int(number))
      }
    case .decimal:
      if let number = CellNumber.decimal(text, allowsLeadingZeros: true) {
        // Compared as integers, the bit patterns of IEEE 754 numbers have the order of the numbers;
        // only negative numbers are in reverse order.
        let bits = Int(bitPattern: UInt((number + 0).bitPattern))
        return Value(kind: .number, number: bits < 0 ? bits ^ .max : bits)
      }
    case .time:
      if let time = TimeText(text) { return self.text(time.iso.utf8.span) }
    case .text:
      if cell.isAlias {
        let lines = text.indices.map {
          text[$0] == Separator.value ? UInt8(ascii: "\n") : text[$0]
        }
        return self.text(lines.span)
      }
    }
    return self.text(text)
  }

  private mutating func text(_ text: Span<UInt8>) -> Value {
    Value(kind: .text, number: texts.number(of: text))
  }

  // MARK: Order

  /// The sorted rows, in batches.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of rows; nil for all rows.
  ///   - limitPerFile: the maximum number of rows of each file; nil for all rows.
  /// - Returns: the batches.
  /// - Complexity: O(*n* log *n*), where *n* is the number of rows.
  package consuming func sorted(limit: Int?, perFile limitPerFile: Int?) -> [RowBatch] {
    let places = texts.places(isDescending: false)
    for index in values.indices where values[index].kind == .text {
      values[index].number = places[values[index].number]
    }
    let (keys, values, count) = (keys, values, keys.count)
    let order = rows.indices.sorted { a, b in
      for (index, key) in keys.enumerated() {
        let (x, y) = (values[a * count + index], values[b * count + index])
        if x < y { return !key.isDescending }
        if y < x { return key.isDescending }
      }
      return a < b
    }
    var sorted: [RowBatch] = []
    var counts: [String: Int] = [:]
    var first = 0
    var next = 0
    while next < order.count, first < limit ?? .max {
      var builder = RowBatch.Builder(fields: batches[0].fields)
      while next < order.count, builder.count < 512, first + builder.count < limit ?? .max {
        let place = rows[order[next]]
        next += 1
        let batch = batches[Int(place.batch)]
        let index = Int(place.row)
        let path = batch.source(ofRow: index)
        if let limitPerFile {
          let count = counts[path, default: 0]
          if count >= limitPerFile { continue }
          counts[path] = count + 1
        }
        builder.append(batch.rows[index], at: index, of: batch)
      }
      let rows = builder.count
      var batch = builder.finish()
      batch.move(to: first)
      first += rows
      sorted.append(batch)
    }
    return sorted
  }
}

extension RowBatch {
  /// The position of the first hit in the first field that contains hits, in grapheme clusters from
  /// 1; 0 if there are no hits.
  fileprivate func firstHitColumn(ofRow index: Int) -> Int {
    let hits = hits(ofRow: index)
    guard let field = hits.map(\.field).min(), let hit = hits.first(where: { $0.field == field })
    else { return 0 }
    return withRecord(index) { record in
      let cell = record.extracting(StoredRecord.bounds(of: field, in: record))
      return Graphemes.column(of: min(hit.range.lowerBound, cell.count), in: cell)
    }
  }
}
