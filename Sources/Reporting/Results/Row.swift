package import Corpora
package import Searching
internal import UnicodeText

/// A row of a batch, as passed to an encoder.
///
/// One `Row` is reused for all rows of a batch, so that no memory is allocated for each row.
/// Copying a row copies references, so an encoder should not store rows.
package struct Row {
  /// The index of the row in the result, from 0; a context row has the index of the next match.
  package private(set) var index = 0

  /// The index of the row's source among the sources of the result.
  package let part: Int

  /// The fields of the row's source.
  package let fields: [Field]

  /// The index of the record in its source, from 0.
  package private(set) var record: UInt64 = 0

  /// The path of the file, as the caller gave it, or `-` for standard input.
  package private(set) var source = ""

  /// The columns that all rows of the source have, in the order of the file; nil if rows of the
  /// source have different columns.
  private var sourceColumns: [Int]?

  /// The index of the path `source` among the paths of the batch.
  fileprivate var sourceIndex = -1

  /// The line of the source at which the record starts, from 1.
  package private(set) var line = 0

  /// The hits, in output order; empty if the encoder did not request hits.
  package private(set) var hits: [Hit] = []

  /// The columns of the hits in the file's line, in bytes from 1.
  ///
  /// The array is empty if the encoder did not request these columns. It is also empty if each
  /// column equals the hit's column within the field.
  private var columns: ArraySlice<Int> = []

  /// Whether the row is a context row, which does not match.
  package private(set) var isContext = false

  /// Whether a new group of rows starts with this row, because the preceding record is not shown.
  package private(set) var startsGroup = false

  /// Whether the record matches only because a full name begins with the query.
  ///
  /// A full name is a run of text without whitespace. The value can be true only with the strategy
  /// `prefix`.
  package private(set) var isFullName = false

  /// The note that formats for people add to a row that matches only by its full name.
  static let fullNameNote = "(full name)"

  /// The indices of all fields.
  private let allFields: [Int]

  /// The end offset of each field in the stored record; a missing field has no element.
  private var ends: [Int] = []

  init(part: Int, fields: [Field]) {
    self.part = part
    self.fields = fields
    allFields = Array(fields.indices)
  }

  /// Finds the end offsets of all fields in one pass.
  private mutating func locateCells(_ record: Span<UInt8>) {
    ends.removeAll(keepingCapacity: true)
    var start = 0
    while let end = Kernels.firstIndex(of: Separator.field, in: record, from: start) {
      ends.append(end)
      start = end + 1
    }
  }

  /// The range of a field in the stored record, without its separator; empty if the field is
  /// missing.
  ///
  /// The values of an alias field are separated by the single byte `Separator.value`.
  /// `Corpus.text(of:field:)` joins the values with a newline, which is also one byte, so the
  /// ranges of hits are valid in both texts.
  package func cell(_ field: Int) -> Range<Int> {
    if field >= ends.count { return 0..<0 }
    let start = field == 0 ? 0 : ends[field - 1] + 1
    return start..<ends[field]
  }

  /// The fields that the record has: the columns of its file, in the order of the file.
  ///
  /// If rows of the file have different columns, the result contains the fields up to the record's
  /// last cell. Fields that occur only in other files are omitted.
  ///
  /// - Complexity: O(1).
  var ownFields: ArraySlice<Int> {
    sourceColumns.map { $0[...] } ?? allFields.prefix(max(ends.count, 1))
  }

  /// Whether the records of the file have only one field, which is not an alias field.
  var hasOnePlainField: Bool {
    guard let sourceColumns else { return fields.count == 1 && !fields[0].isAlias }
    return sourceColumns.count == 1 && !fields[sourceColumns[0]].isAlias
  }

  /// The first field with a hit, in column order; nil if no field has a hit.
  package var matchedField: Int? {
    guard var lowest = hits.first?.field else { return nil }
    for hit in hits where hit.field < lowest { lowest = hit.field }
    return lowest
  }

  /// The column of the first hit of `field`, counted in grapheme clusters from 1 at the start of
  /// the line; 0 if the field has no hit.
  ///
  /// - Complexity: O(*n*) in the length of the line.
  package func column(ofField field: Int?, in record: Span<UInt8>) -> Int {
    guard let field, let hit = hits.first(where: { $0.field == field }) else { return 0 }
    let cell = cell(field)
    let offset = min(hit.range.lowerBound, cell.count)
    return Graphemes.column(of: offset, in: record.extracting(cell))
  }

  /// The column of a hit in the file's line, in bytes from 1; if that column is unknown, the column
  /// within the field.
  func fileColumn(ofHit index: Int) -> Int {
    index < columns.count
      ? columns[columns.startIndex + index] : hits[index].range.lowerBound + 1
  }

  /// The index of the field that a row without hits shows first: the first non-empty field in
  /// `places`.
  package func shownField(among places: [Int]) -> Int {
    places.first { !cell($0).isEmpty } ?? places.first ?? 0
  }
}

extension Row {
  /// The value of a numeric fixed column; 0 for any other column.
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
  /// Whether the rows have a single field, which is not an alias field.
  var hasOnePlainField: Bool { fields.count == 1 && !fields[0].isAlias }

  /// Calls `body` with each row and its stored record, in order.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes of the rows.
  func forEach<E: Error>(part: Int, _ body: (Row, Span<UInt8>) throws(E) -> Void) throws(E) {
    var row = Row(part: part, fields: fields)
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
  fileprivate mutating func fill(_ place: Int, of batch: RowBatch, index: Int) {
    let facts = batch.rows[place]
    self.index = index
    record = facts.record
    line = facts.line
    isContext = facts.isContext
    startsGroup = facts.startsGroup
    isFullName = facts.isFullName
    if facts.source != sourceIndex {
      sourceIndex = facts.source
      source = batch.sources[facts.source]
      sourceColumns = batch.sourceColumns[facts.source]
    }
    hits.removeAll(keepingCapacity: true)
    hits.append(contentsOf: batch.hits(ofRow: place))
    columns = batch.fileColumns(ofRow: place)
  }

  fileprivate mutating func locate(_ record: Span<UInt8>) { locateCells(record) }
}
