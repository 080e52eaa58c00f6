package import Corpora
internal import UnicodeText

/// Copies of the cells that the selected records have in the selected fields.
///
/// Reading these copies touches much less memory than reading whole records. The cells of a record
/// are adjacent, and each cell is preceded by its length.
package struct CellRows: Sendable {
  /// The number of records.
  package let count: Int

  private let bytes: FrozenBuffer<UInt8>

  /// The value of the length byte if a cell has 255 or more bytes; the next four bytes then store
  /// the cell's length.
  private static let longLength: UInt8 = 255

  /// The memory that the copies use, in bytes.
  package var memoryBytes: Int { bytes.count + 64 }

  /// Copies the cells of `fields`, which must be in ascending order.
  ///
  /// - Complexity: O(*n*), where *n* is the total number of bytes from the start of each record to
  ///   the end of its last copied cell.
  package init(of fields: [Int], in corpus: Corpus, _ records: ResultSet) {
    count = records.count
    var bytes = GrowableBuffer<UInt8>()
    if !fields.isEmpty {
      if records.count == corpus.count {
        for segment in corpus.segments {
          for index in 0..<segment.count {
            segment.text.withSpan(of: segment.bounds(of: index)) {
              Self.append(fields, of: $0, to: &bytes)
            }
          }
        }
      } else {
        for record in records {
          corpus.withRecord(record) { Self.append(fields, of: $0, to: &bytes) }
        }
      }
    }
    self.bytes = bytes.freeze()
  }

  private static func append(
    _ fields: [Int], of record: Span<UInt8>, to bytes: inout GrowableBuffer<UInt8>
  ) {
    var start = 0
    var field = 0
    for wanted in fields {
      var cell = 0..<0
      while field <= wanted,
        let end = Kernels.firstIndex(of: Separator.field, in: record, from: start)
      {
        cell = field == wanted ? start..<end : 0..<0
        start = end + 1
        field += 1
      }
      if cell.count < Int(longLength) {
        bytes.append(UInt8(cell.count))
      } else {
        bytes.append(longLength)
        for byte in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: cell.count >> (8 * byte))) }
      }
      bytes.append(copying: record.extracting(cell))
    }
  }

  /// Reads the records one after the other.
  package struct Reader {
    private let bytes: PinnedBuffer<UInt8>
    private var left: Int
    private var end = 0
    private var cells: [Range<Int>]

    /// Creates a reader positioned before the first record; each record has `fields` cells.
    package init(_ rows: CellRows, fields: Int) {
      bytes = PinnedBuffer(rows.bytes)
      left = rows.count
      cells = Array(repeating: 0..<0, count: fields)
    }

    /// Advances to the next record; returns false after the last record.
    package mutating func advance() -> Bool {
      if left == 0 { return false }
      left -= 1
      for index in cells.indices {
        var length = Int(bytes[end])
        end += 1
        if length == Int(CellRows.longLength) {
          length = (0..<4).reduce(0) { $0 | Int(bytes[end + $1]) << (8 * $1) }
          end += 4
        }
        cells[index] = end..<end + length
        end += length
      }
      return true
    }

    /// Calls `body` with the cell at `index` of the current record.
    package func withCell(_ index: Int, _ body: (Span<UInt8>) -> Void) {
      bytes.withSpan(of: cells[index], body)
    }
  }
}
