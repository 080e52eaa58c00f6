internal import Corpora
internal import UnicodeText

/// Passes the cells of stored records to SQLite, converted to the types of their columns.
struct CellWriter: ~Copyable {
  /// Describes the cells of a column; `field` is negative if the column is not a field.
  struct Cell {
    var field: Int
    var type: ColumnType
    var isAlias: Bool
  }

  /// Whether SQLite copies strings; if false, the records must stay in memory until the connection
  /// closes.
  private let copies: Bool

  /// The end offsets of the cells that have been located so far in the current record.
  private var ends = GrowableBuffer<Int>()
  private var scratch: [UInt8] = []

  init(copies: Bool) { self.copies = copies }

  /// Discards the cached ends of cells, before the next record.
  mutating func startRecord() { ends.truncate(to: 0) }

  /// Writes a cell of the current record.
  mutating func write(_ cell: Cell, of record: Span<UInt8>, to result: SQLResult) {
    write(record.extracting(bounds(of: cell.field, in: record)), cell, to: result)
  }

  /// Writes the text of a cell.
  mutating func write(_ text: Span<UInt8>, _ cell: Cell, to result: SQLResult) {
    // An empty cell in a column of numbers or times is NULL.
    if text.isEmpty { return cell.type == .text ? result.set("") : result.setNull() }
    switch cell.type {
    // A cell can have leading zeros only if the user chose the type.
    case .integer:
      if let number = CellNumber.integer(text, allowsLeadingZeros: true) {
        return result.set(number)
      }
    case .decimal:
      if let number = CellNumber.decimal(text, allowsLeadingZeros: true) {
        return result.set(number)
      }
    case .time:
      if let time = TimeText(text) {
        scratch.removeAll(keepingCapacity: true)
        time.appendISO(to: &scratch)
        return result.set(copying: scratch)
      }
    case .text:
      if cell.isAlias {
        scratch = text.indices.map {
          text[$0] == Separator.value ? UInt8(ascii: "\n") : text[$0]
        }
        return result.set(copying: scratch)
      }
    }
    if copies { result.set(copying: text) } else { result.set(lasting: text) }
  }

  /// The range of a field in a record.
  ///
  /// The ends of this field and of all earlier fields are cached for the other columns of the row.
  private mutating func bounds(of field: Int, in record: Span<UInt8>) -> Range<Int> {
    while ends.count <= field {
      let start = ends.count == 0 ? 0 : ends[ends.count - 1] + 1
      guard let end = Kernels.firstIndex(of: Separator.field, in: record, from: start) else {
        return 0..<0
      }
      ends.append(end)
    }
    return (field == 0 ? 0 : ends[field - 1] + 1)..<ends[field]
  }
}
