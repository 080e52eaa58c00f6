public import Corpora
public import Searching
internal import UnicodeText

/// One row of a batch on its way to an encoder.
///
/// The same object is filled again for each row of a batch, so that a row costs no allocation but what its hits need: an
/// encoder that wants to remember one copies what it wants.
public final class Row {
  /// The place in the result, from 0; of context that of the next match.
  public private(set) var index = 0

  /// Which part of the result it is of.
  public let part: Int

  /// The columns.
  public let fields: [Field]

  /// The number of the record in its source, from 0.
  public private(set) var record: UInt64 = 0

  /// The path as given, `-` for standard input.
  public private(set) var source = ""

  /// The line of the source on which the record begins, from 1.
  public private(set) var line = 0

  /// In the order of results; empty if the encoder did not ask for hits.
  public private(set) var hits: [Hit] = []

  /// Whether it is shown only because it is near a match.
  public private(set) var isContext = false

  /// Whether the record before it is not shown, so that a new group of rows begins.
  public private(set) var startsGroup = false

  /// Whether it matches only because its whole name begins with the query.
  public private(set) var isFullName = false

  /// Where each field of the stored record ends; fields past the last are missing.
  private var ends: [Int] = []

  init(part: Int, fields: [Field]) {
    self.part = part
    self.fields = fields
  }

  /// Finds the cells of the stored record, in one pass.
  private func locateCells(_ record: Span<UInt8>) {
    ends.removeAll(keepingCapacity: true)
    var start = 0
    while let end = Kernels.firstIndex(of: Separator.field, in: record, from: start) {
      ends.append(end)
      start = end + 1
    }
  }

  /// The bytes of a field in the stored record, without its separator; empty if it is missing.
  ///
  /// The values of an alias field are separated by `Separator.value`, one byte, as the newline is that joins them in
  /// `Corpus.text(of:field:)`: a hit's range holds in both.
  public func cell(_ field: Int) -> Range<Int> {
    if field >= ends.count { return 0..<0 }
    let start = field == 0 ? 0 : ends[field - 1] + 1
    return start..<ends[field]
  }

  /// The first field or representation, in column order, that has a hit; nil if none has.
  public var matchedField: Int? {
    guard var least = hits.first?.field else { return nil }
    for hit in hits where hit.field < least { least = hit.field }
    return least
  }

  /// The column of the first hit of `field` in its line of the field, in grapheme clusters from 1; 0 if it has none.
  ///
  /// - Complexity: O(*n*) in the length of that line.
  public func column(ofField field: Int?, in record: Span<UInt8>) -> Int {
    guard let field, let hit = hits.first(where: { $0.field == field }) else { return 0 }
    let cell = cell(field)
    let offset = min(hit.range.lowerBound, cell.count)
    return Graphemes.column(of: offset, in: record.extracting(cell))
  }

  /// The column of the first hit of `field`, in bytes of the field from 1; 0 if it has none.
  func byteColumn(ofField field: Int?) -> Int {
    guard let field, let hit = hits.first(where: { $0.field == field }) else { return 0 }
    return hit.range.lowerBound + 1
  }

  /// The field to show where only one is shown: that of the first hit, else the first that is not empty.
  public var shownField: Int {
    if let first = hits.first { return first.field }
    for field in 0..<ends.count where !cell(field).isEmpty { return field }
    return 0
  }
}

extension Row {
  /// The number in a numeric fixed column; 0 in any other.
  func number(in column: FixedColumn, _ bytes: Span<UInt8>) -> Int {
    switch column {
    case .record: Int(record) + 1
    case .line: line
    case .column: self.column(ofField: matchedField, in: bytes)
    case .hits: hits.count
    case .corpus, .source, .matched: 0
    }
  }
}

extension RowBatch {
  /// Calls `body` with each row and its stored record, in order.
  ///
  /// - Complexity: O(*n*) in the text of the rows.
  func forEach<E: Error>(part: Int, _ body: (Row, Span<UInt8>) throws(E) -> Void) throws(E) {
    let row = Row(part: part, fields: fields)
    var next = firstRow
    for place in rows.indices {
      row.fill(place, of: self, index: next)
      if !row.isContext { next += 1 }
      try withRecord(place) { (record) throws(E) in
        row.locate(record)
        try body(row, record)
      }
    }
  }
}

extension Row {
  fileprivate func fill(_ place: Int, of batch: RowBatch, index: Int) {
    let facts = batch.rows[place]
    self.index = index
    record = facts.record
    line = facts.line
    isContext = facts.isContext
    startsGroup = facts.startsGroup
    isFullName = facts.isFullName
    source = batch.sources[facts.source]
    hits.removeAll(keepingCapacity: true)
    hits.append(contentsOf: batch.hits(ofRow: place))
  }

  fileprivate func locate(_ record: Span<UInt8>) { locateCells(record) }
}
