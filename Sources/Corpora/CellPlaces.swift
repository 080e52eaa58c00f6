import UnicodeText

/// The position of a cell in its file, relative to the line on which the cell's record begins.
package struct CellPlace: Hashable, Sendable {
  /// The offset in bytes from the start of the line to the cell, or to the record if the cell
  /// begins on a later line.
  package var offset: Int

  /// Whether a quote precedes the cell's text in the file.
  package var isQuoted = false

  /// Whether the stored text differs from the bytes in the file, for example because of escapes.
  package var isDecoded = false

  /// The number of bytes of the cell's text before its first line break; `Int.max` if the text has
  /// no line break.
  package var firstLine = Int.max

  /// The column, counted in bytes from 1, of the byte at `offset` in the text.
  ///
  /// If the stored text differs from the file, or if the byte is on a later line, the result is the
  /// column where the cell begins.
  package func column(of offset: Int) -> Int {
    if isDecoded || offset > firstLine { return self.offset + 1 }
    return self.offset + (isQuoted ? 1 : 0) + offset + 1
  }
}

/// The file positions of the cells in a segment.
///
/// Most rows of a CSV file need no entry. The stored row differs from the row in the file only in
/// the bytes between the cells, so each cell has the same offset in both. Entries exist for rows
/// with quotes, rows with reordered cells, and JSON values.
package struct CellPlaces: Sendable {
  struct Entry: BitwiseCopyable, Sendable {
    /// The index of the record in its segment.
    var record: UInt32

    /// The index in `cells` after the record's last cell.
    var end: UInt32

    /// The offset of the record from the start of its line, in bytes.
    var offset: Int
  }

  /// The position of a cell relative to the start of its record, encoded in 32 bits.
  struct Packed: BitwiseCopyable, Sendable {
    private static let quoted: UInt32 = 1 << 30
    private static let decoded: UInt32 = 1 << 31
    private var bits: UInt32

    /// The value for a cell whose position is unknown; it encodes the start of the record.
    ///
    /// The position is unknown if the cell is missing, or if it begins on a later line than its
    /// record.
    static let unknown = Packed(at: 0, isDecoded: true)

    /// The position of a cell at the start of its record.
    static let start = Packed(at: 0)

    /// Encodes the position of a cell that begins `offset` bytes after the start of its record.
    ///
    /// If the offset needs more than 30 bits, the cell is marked as decoded.
    init(at offset: Int, isQuoted: Bool = false, isDecoded: Bool = false) {
      bits = UInt32(min(offset, Int(Self.quoted) - 1))
      if isQuoted { bits |= Self.quoted }
      if isDecoded || offset >= Int(Self.quoted) { bits |= Self.decoded }
    }

    func place(inRecordAt offset: Int) -> CellPlace {
      CellPlace(
        offset: offset + Int(bits & (Self.quoted - 1)), isQuoted: bits & Self.quoted != 0,
        isDecoded: bits & Self.decoded != 0)
    }

    /// Converts a position relative to the line into a position relative to the record, which
    /// begins `offset` bytes after the start of the line.
    init(_ place: CellPlace, inRecordAt offset: Int) {
      self.init(
        at: place.offset - offset, isQuoted: place.isQuoted, isDecoded: place.isDecoded)
    }
  }

  /// The entries, in ascending order of their records.
  fileprivate let entries: FrozenBuffer<Entry>
  fileprivate let cells: FrozenBuffer<Packed>

  /// The number of bytes of memory that the positions use.
  var memoryBytes: Int {
    entries.count * MemoryLayout<Entry>.stride + cells.count * MemoryLayout<Packed>.stride
  }

  /// The index of the record's entry; nil if the record is stored unchanged.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of entries.
  private func entry(of record: Int) -> Int? {
    let index = partitionPoint(entries.count) { Int(entries[$0].record) >= record }
    return index < entries.count && Int(entries[index].record) == record ? index : nil
  }

  /// The file position of the cell in `column`, which begins at `offset` in the stored record.
  func place(of column: Int, storedAt offset: Int, inRecord record: Int) -> CellPlace {
    guard let index = entry(of: record) else { return CellPlace(offset: offset) }
    let first = index == 0 ? 0 : Int(entries[index - 1].end)
    let base = entries[index].offset
    let isKnown = first + column < Int(entries[index].end)
    return (isKnown ? cells[first + column] : .unknown).place(inRecordAt: base)
  }

  /// The offset of a record from the start of its line, in bytes.
  func offset(ofRecord record: Int) -> Int { entry(of: record).map { entries[$0].offset } ?? 0 }
}

/// Collects the file positions of a segment's cells.
struct CellPlacesBuilder: ~Copyable {
  /// Whether the file positions are known.
  ///
  /// If the positions are known, the cells of a record without an entry have the same offsets in
  /// the stored record as in the file.
  var isKnown = false

  private var entries = GrowableBuffer<CellPlaces.Entry>()
  private var cells = GrowableBuffer<CellPlaces.Packed>()

  /// Adds the next cell of the current record, in column order; `endRecord` ends that record.
  mutating func append(_ cell: CellPlaces.Packed) { cells.append(cell) }

  /// Ends the entry of a record that begins `offset` bytes after the start of its line.
  mutating func endRecord(_ record: Int, at offset: Int) {
    isKnown = true
    entries.append(
      CellPlaces.Entry(record: UInt32(record), end: UInt32(cells.count), offset: offset))
  }

  /// Returns the positions collected so far; nil if they are unknown.
  mutating func take() -> CellPlaces? {
    if !isKnown { return nil }
    var fullEntries = GrowableBuffer<CellPlaces.Entry>()
    var fullCells = GrowableBuffer<CellPlaces.Packed>()
    swap(&fullEntries, &entries)
    swap(&fullCells, &cells)
    return CellPlaces(entries: fullEntries.freeze(), cells: fullCells.freeze())
  }
}

extension Corpus {
  /// The position of a cell in its file; nil if the position is unknown, as for plain lines.
  ///
  /// - Complexity: O(log *s* + log *r* + *n*), where *s* is the number of segments, *r* is the
  ///   number of records in a segment, and *n* is the number of bytes of the record.
  package func place(of field: Int, in id: RecordID) -> CellPlace? {
    let segment = segments[segmentIndex(of: id)]
    guard let places = segment.places else { return nil }
    let record = Int(id.rawValue) - segment.firstRecord
    return segment.text.withSpan(of: segment.bounds(of: record)) { text in
      var start = 0
      for _ in 0..<field {
        guard let end = Kernels.firstIndex(of: Separator.field, in: text, from: start) else {
          break
        }
        start = end + 1
      }
      var place = places.place(of: field, storedAt: start, inRecord: record)
      if place.isDecoded { return place }
      let end = Kernels.firstIndex(of: Separator.field, in: text, from: start) ?? text.count
      let cell = text.extracting(start..<end)
      place.firstLine = Kernels.firstIndex(of: UInt8(ascii: "\n"), in: cell, from: 0) ?? .max
      if fields[field].isAlias {
        let value = Kernels.firstIndex(of: Separator.value, in: cell, from: 0) ?? .max
        place.firstLine = min(place.firstLine, value)
      }
      return place
    }
  }
}
