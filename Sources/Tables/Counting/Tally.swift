package import Corpora
package import Searching
internal import UnicodeText

/// Groups records by their cells in some columns, and counts the records of each group.
///
/// If no field has the name `source`, the column `source` is the path of the record's file.
package struct Tally: ~Copyable {
  /// The counts of a subset of the records.
  ///
  /// Several threads can compute parts at the same time; `add` adds the counts of a part to a
  /// tally.
  package struct Part: Sendable {
    /// The concatenated keys of the groups; `ends` contains the end offset of each key.
    fileprivate let keys: FrozenBuffer<UInt8>
    fileprivate let ends: [Int]
    fileprivate let counts: [Int]

    /// Of the columns to group by, those that exist in the counted records.
    fileprivate let known: Set<String>

    /// The names of all columns of the counted records.
    fileprivate let fields: [String]
  }

  /// A group of records with equal cells.
  package struct Group: Equatable, Sendable {
    /// The cells of the group's records in the columns to group by.
    package let cells: [String]
    package let count: Int
  }

  private let columns: [String]
  private var keys = TextTable()
  private var counts: [Int] = []
  private var known: Set<String> = []
  private var fields: [String] = []

  /// The number of records counted.
  package private(set) var total = 0

  package init(by columns: [String]) { self.columns = columns }

  /// The first column to group by that no record has, and the names of the columns that the records
  /// have; nil if there is no such column.
  package var unknownColumn: (name: String, fields: [String])? {
    columns.first { !known.contains($0) }.map { ($0, fields) }
  }

  // MARK: Counting

  /// Counts the rows of a batch.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the rows.
  package static func part(of batch: RowBatch, by columns: [String]) -> Part {
    part(of: batch, by: columns) { _ in 1 }
  }

  private static func part(
    of batch: RowBatch, by columns: [String], count: (_ row: Int) -> Int
  ) -> Part {
    var tally = Tally(by: columns)
    let places = tally.places(in: batch.fields)
    var key = GrowableBuffer<UInt8>()
    for index in batch.rows.indices where !batch.rows[index].isContext {
      batch.withRecord(index) { record in
        tally.add(record, count(index), places, &key) { batch.source(ofRow: index) }
      }
    }
    return tally.part
  }

  /// Counts the rows of `groups`, each with the number of records that the row represents.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the rows.
  package static func part(of groups: RowCounts, by columns: [String]) -> Part {
    part(of: groups.rows, by: columns) { groups.counts[$0] }
  }

  /// Counts the given records of a corpus.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the records.
  /// - Returns: false if counting was canceled.
  package mutating func add(
    _ records: some Sequence<RecordID>, of corpus: Corpus, isCancelled: () -> Bool
  ) -> Bool {
    let places = places(in: corpus.fields)
    var key = GrowableBuffer<UInt8>()
    for (index, record) in records.enumerated() {
      if index & 0xFFF == 0, isCancelled() { return false }
      corpus.withRecord(record) {
        add($0, 1, places, &key) { corpus.location(of: record).source }
      }
    }
    return true
  }

  /// Adds the counts in `part`.
  package mutating func add(_ part: Part) {
    var start = 0
    for (index, end) in part.ends.enumerated() {
      part.keys.withSpan(of: start..<end) { add(part.counts[index], to: $0) }
      start = end
    }
    known.formUnion(part.known)
    for field in part.fields where !fields.contains(field) { fields.append(field) }
  }

  /// The location of a record's value for a column to group by.
  private enum Place {
    case field(Int)
    case source
    case missing
  }

  /// For each column to group by, the location of its value in records with the columns `fields`.
  private mutating func places(in fields: [Field]) -> [Place] {
    for field in fields where !self.fields.contains(field.name) { self.fields.append(field.name) }
    return columns.map { name in
      let place = fields.firstIndex { $0.name == name }
      guard place != nil || name == "source" else { return .missing }
      known.insert(name)
      return place.map { .field($0) } ?? .source
    }
  }

  /// Counts a record `count` times; `key` is a scratch buffer.
  private mutating func add(
    _ record: Span<UInt8>, _ count: Int, _ places: [Place], _ key: inout GrowableBuffer<UInt8>,
    source: () -> String
  ) {
    if places.count == 1, case .field(let place) = places[0] {
      return add(count, to: record.extracting(StoredRecord.bounds(of: place, in: record)))
    }
    key.truncate(to: 0)
    for place in places {
      switch place {
      case .field(let place):
        key.append(copying: record.extracting(StoredRecord.bounds(of: place, in: record)))
      case .source: key.append(copying: source().utf8.span)
      case .missing: break
      }
      if places.count > 1 { key.append(Separator.field) }
    }
    key.withSpan { add(count, to: $0) }
  }

  private mutating func add(_ count: Int, to key: Span<UInt8>) {
    let number = keys.number(of: key)
    if number == counts.count { counts.append(0) }
    counts[number] += count
    total += count
  }

  private var part: Part {
    var bytes = GrowableBuffer<UInt8>()
    var ends: [Int] = []
    for number in counts.indices {
      keys.withText(number) { bytes.append(copying: $0) }
      ends.append(bytes.count)
    }
    return Part(keys: bytes.freeze(), ends: ends, counts: counts, known: known, fields: fields)
  }

  // MARK: Groups

  /// The number of groups.
  package var groupCount: Int { counts.count }

  /// The largest groups; groups of equal size are sorted by their cells.
  ///
  /// - Parameter limit: the maximum number of groups; nil for all groups.
  /// - Returns: the groups, the largest first.
  /// - Complexity: O(*n* log *n*), where *n* is the number of groups.
  package func groups(limit: Int? = nil) -> [Group] {
    let places = keys.places(isDescending: false)
    let order = counts.indices.sorted {
      (counts[$1], places[$0]) < (counts[$0], places[$1])
    }
    return order.prefix(limit ?? order.count).map { number in
      Group(cells: keys.withText(number) { cells(of: $0) }, count: counts[number])
    }
  }

  private func cells(of key: Span<UInt8>) -> [String] {
    if columns.count == 1 { return [text(of: key)] }
    return columns.indices.map { text(of: key.extracting(StoredRecord.bounds(of: $0, in: key))) }
  }

  /// The text of a cell; newlines separate the values of an alias field.
  private func text(of cell: Span<UInt8>) -> String {
    var bytes = GrowableBuffer<UInt8>(capacity: cell.count)
    for index in cell.indices {
      bytes.append(cell[index] == Separator.value ? UInt8(ascii: "\n") : cell[index])
    }
    return bytes.withSpan { String(decoding: $0) }
  }
}
