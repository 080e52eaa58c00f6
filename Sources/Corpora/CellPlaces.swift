import UnicodeText

/// Where a cell is in the line of the file on which its record begins.
package struct CellPlace: Hashable, Sendable {
  /// The offset of the cell in the line, in bytes; the offset of the record for a cell that begins on a later line.
  package var offset: Int

  /// Whether a quote precedes the text.
  package var isQuoted = false

  /// Whether the text is not in the file as it is stored.
  package var isDecoded = false

  /// The number of bytes before the first line break of the text.
  package var firstLine = Int.max

  /// The column, in bytes from 1, of the byte at `offset` of the text; that of the cell if the byte is not in the line.
  package func column(of offset: Int) -> Int {
    if isDecoded || offset > firstLine { return self.offset + 1 }
    return self.offset + (isQuoted ? 1 : 0) + offset + 1
  }
}

/// Where the cells of the records of a segment are in their files.
///
/// Most rows of a CSV file are stored as they are there, with other bytes between the cells. So only the other records
/// have entries: rows with quotes, rows with their cells in another order, and JSON values.
package struct CellPlaces: Sendable {
  struct Entry: BitwiseCopyable, Sendable {
    /// The index of the record in its segment.
    var record: UInt32

    /// Where its cells end in `cells`.
    var end: UInt32

    /// The offset of the record in its line, in bytes.
    var offset: Int
  }

  /// The place of a cell in 32 bits, relative to the start of its record.
  struct Packed: BitwiseCopyable, Sendable {
    private static let quoted: UInt32 = 1 << 30
    private static let decoded: UInt32 = 1 << 31
    private var bits: UInt32

    /// The start of the record, for cells that begin on a later line and columns without a cell.
    static let unknown = Packed(at: 0, isDecoded: true)

    /// A cell at the start of its record.
    static let start = Packed(at: 0)

    /// A cell at `offset` of its record; larger offsets than 2³⁰ are not stored.
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

    /// The same place relative to a record that begins `offset` bytes earlier.
    init(_ place: CellPlace, inRecordAt offset: Int) {
      self.init(
        at: place.offset - offset, isQuoted: place.isQuoted, isDecoded: place.isDecoded)
    }
  }

  /// In ascending order of records.
  fileprivate let entries: FrozenBuffer<Entry>
  fileprivate let cells: FrozenBuffer<Packed>

  /// The number of bytes of memory.
  var memoryBytes: Int {
    entries.count * MemoryLayout<Entry>.stride + cells.count * MemoryLayout<Packed>.stride
  }

  /// The entry of a record; nil if it is stored as its line.
  ///
  /// - Complexity: O(log *n*) in the number of entries.
  private func entry(of record: Int) -> Int? {
    let index = partitionPoint(entries.count) { Int(entries[$0].record) >= record }
    return index < entries.count && Int(entries[index].record) == record ? index : nil
  }

  /// Where the cell of a column is, which is stored at `offset` of its record.
  func place(of column: Int, storedAt offset: Int, inRecord record: Int) -> CellPlace {
    guard let index = entry(of: record) else { return CellPlace(offset: offset) }
    let first = index == 0 ? 0 : Int(entries[index - 1].end)
    let base = entries[index].offset
    let isKnown = first + column < Int(entries[index].end)
    return (isKnown ? cells[first + column] : .unknown).place(inRecordAt: base)
  }

  /// The offset of a record in its line.
  func offset(ofRecord record: Int) -> Int { entry(of: record).map { entries[$0].offset } ?? 0 }
}

/// Collects the places of the cells of a segment.
struct CellPlacesBuilder: ~Copyable {
  /// Whether the records without an entry are stored as their lines; otherwise nothing is known about them.
  var isKnown = false

  private var entries = GrowableBuffer<CellPlaces.Entry>()
  private var cells = GrowableBuffer<CellPlaces.Packed>()

  /// Adds the next cell, in column order, of the record that the next call of `endRecord` ends.
  mutating func append(_ cell: CellPlaces.Packed) { cells.append(cell) }

  /// Ends the entry of a record, which begins at `offset` of its line.
  mutating func endRecord(_ record: Int, at offset: Int) {
    isKnown = true
    entries.append(
      CellPlaces.Entry(record: UInt32(record), end: UInt32(cells.count), offset: offset))
  }

  /// The places so far; nil if they are not known.
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
  /// Where a cell is in its file; nil if the record is not of a file with several fields.
  ///
  /// - Complexity: O(log *s* + log *r* + *n*), where *s* is the number of segments, *r* that of their records, and *n*
  ///   the number of bytes of the record.
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
