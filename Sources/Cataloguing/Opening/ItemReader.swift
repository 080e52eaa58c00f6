internal import Corpora
internal import SQLite
internal import UnicodeText

/// Converts rows of the table `items` to records of a corpus.
struct ItemReader: ~Copyable {
  private let fields: ItemFields
  private let origins: OriginPaths
  private let now: Int

  var assembler: CorpusAssembler
  /// The origin of the last record.
  private var origin: Int?

  /// Whether all texts of the current rows are valid UTF-8.
  private var isValid = false

  private var scratch = GrowableBuffer<UInt8>()
  private var repaired = GrowableBuffer<UInt8>()

  /// The item number of each record.
  var items: [Int] = []

  /// The expiries of the items that expire.
  var expiries: [Expiry] = []

  /// The latest expiry of the items that were excluded as expired.
  var latestExcludedExpiry = Int.min

  init(fields: ItemFields, origins: OriginPaths, now: Int) {
    self.fields = fields
    self.origins = origins
    self.now = now
    assembler = CorpusAssembler(fields: fields.fields)
  }

  /// The maximum line number; higher numbers, which no real file has, are clamped to it.
  private static let lastLine = 1 << 52

  /// The SQL query for the rows of findable items that satisfy `condition`, in the order of item
  /// numbers.
  static func query(_ fields: ItemFields, where condition: String) -> String {
    let columns = fields.columns.map { "\($0.name), " }.joined()
    return """
      SELECT item, origin, line, expires, \(columns)attributes FROM items
      WHERE problem IS NULL AND \(condition) ORDER BY item
      """
  }

  /// Creates a buffer for the rows that `query` selects.
  ///
  /// - Throws: An error if memory runs out.
  static func rows(_ fields: ItemFields) throws(DatabaseError) -> StatementRows {
    try StatementRows(numbers: 4, texts: fields.columns.count + 1)
  }

  /// Appends a record for each row, except for expired items.
  ///
  /// - Throws: An error if a row is damaged or the corpus rejects it.
  mutating func read(_ rows: borrowing StatementRows) throws(ItemReadingError) {
    let count = rows.count
    let texts = fields.columns.count + 1
    try rows.withCells { (numbers, bytes, ends) throws(ItemReadingError) in
      // Check all cells at once: a zero byte after each cell ends any truncated UTF-8 sequence.
      isValid = UTF8Text.validPrefix(of: bytes) == bytes.count
      var start = 0
      for row in 0..<count {
        let first = row * texts
        try read(
          RowNumbers(numbers, row), bytes, ends.extracting(first..<first + texts), from: start)
        start = ends[first + texts - 1] + 1
      }
    }
  }

  /// Appends a record for one row, whose texts start at `start`.
  private mutating func read(
    _ row: RowNumbers, _ bytes: Span<UInt8>, _ ends: Span<Int>, from start: Int
  ) throws(ItemReadingError) {
    if row.expires != .min {
      if row.expires <= now {
        latestExcludedExpiry = max(latestExcludedExpiry, row.expires)
        return
      }
      expiries.append(Expiry(time: row.expires, item: row.item))
    }
    if row.origin != origin {
      guard let path = origins.path(of: row.origin) else { throw .damaged(item: row.item) }
      assembler.beginSource(path)
      origin = row.origin
    }
    appendColumns(bytes, ends.extracting(0..<fields.columns.count), from: start)
    let attributes = ends.count == 1 ? start : ends[ends.count - 2] + 1
    guard readAttributes(bytes.extracting(attributes..<ends[ends.count - 1])) else {
      throw .damaged(item: row.item)
    }
    do throws(CorpusError) {
      try assembler.endRecord(line: row.line > 0 ? min(row.line, Self.lastLine) : row.item)
    } catch {
      throw .corpus(error)
    }
    items.append(row.item)
  }

  /// Appends the standard attributes, up to the last one that is not empty.
  private mutating func appendColumns(_ bytes: Span<UInt8>, _ ends: Span<Int>, from start: Int) {
    var count = ends.count
    while count > 0, ends[count - 1] == (count == 1 ? start : ends[count - 2] + 1) { count -= 1 }
    if count == 0 { return }
    if isValid {
      return assembler.appendFirstCells(
        bytes.extracting(start..<ends[count - 1] + 1), ends: ends.extracting(0..<count),
        offset: start)
    }
    var cell = start
    for field in 0..<count {
      append(bytes.extracting(cell..<ends[field]), field: field)
      cell = ends[field] + 1
    }
  }

  /// Appends a cell; invalid UTF-8, which another program must have written, is repaired.
  private mutating func append(_ text: Span<UInt8>, field: Int) {
    if isValid || UTF8Text.validPrefix(of: text) == text.count {
      assembler.appendCell(text, column: field)
      return
    }
    repaired.truncate(to: 0)
    _ = UTF8Text.appendRepaired(text, to: &repaired)
    repaired.withSpan { assembler.appendCell($0, column: field) }
  }

  /// Appends the additional attributes of a row; returns false if their JSON is invalid.
  ///
  /// The fast path requires that the attributes are in the order of the fields and have no escapes.
  /// Nearly all rows meet these conditions.
  private mutating func readAttributes(_ text: Span<UInt8>) -> Bool {
    if text.isEmpty { return true }
    guard text[0] == UInt8(ascii: "{") else { return false }
    var at = 1
    var field = fields.columns.count
    while field < fields.fields.count, let start = fields.value(of: field, in: text, at: at) {
      var end = start
      while end < text.count, text[end] != UInt8(ascii: "\""), text[end] != UInt8(ascii: "\\") {
        end += 1
      }
      guard end + 1 < text.count, text[end] == UInt8(ascii: "\"") else { break }
      append(text.extracting(start..<end), field: field)
      if text[end + 1] == UInt8(ascii: "}") { return end + 2 == text.count }
      guard text[end + 1] == UInt8(ascii: ",") else { return false }
      at = end + 2
      field += 1
    }
    return readOtherAttributes(text, from: at == 1 ? 0 : at)
  }

  private mutating func readOtherAttributes(_ text: Span<UInt8>, from start: Int) -> Bool {
    var isKnown = true
    var buffer = GrowableBuffer<UInt8>()
    swap(&buffer, &scratch)
    let isWhole = JSONObjectText.read(text, from: start, scratch: &buffer) { name, value in
      if let field = fields.field(of: name) {
        append(value, field: field)
      } else {
        isKnown = false
      }
    }
    swap(&buffer, &scratch)
    return isWhole && isKnown
  }
}

/// The values of the integer columns in one row of `items`.
private struct RowNumbers: BitwiseCopyable {
  let item: Int
  let origin: Int
  let line: Int

  /// The expiry of the item; `Int.min` if the item does not expire.
  let expires: Int

  init(_ numbers: Span<Int64>, _ row: Int) {
    item = Int(numbers[row * 4])
    origin = Int(numbers[row * 4 + 1])
    line = Int(numbers[row * 4 + 2])
    expires = Int(numbers[row * 4 + 3])
  }
}

/// The time at which an item expires, in seconds since 1970.
struct Expiry: Sendable {
  let time: Int
  let item: Int
}

/// Why a row cannot become a record.
enum ItemReadingError: Error {
  case damaged(item: Int)
  case corpus(CorpusError)
}

/// The path of each origin, by the number of the origin.
struct OriginPaths: Sendable {
  private let paths: [Int: String]

  init(_ origins: [CatalogOrigin], catalog: String) {
    let own = "searchbench://\(catalog)"
    paths = Dictionary(
      origins.map { ($0.number, $0.path.isEmpty ? own : $0.path) }, uniquingKeysWith: { $1 })
  }

  func path(of origin: Int) -> String? { paths[origin] }
}
