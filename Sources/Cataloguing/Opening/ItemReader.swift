internal import Corpora
internal import UnicodeText

/// Turns rows of `items` into records of a corpus.
struct ItemReader: ~Copyable {
  private let fields: ItemFields
  private let origins: OriginPaths
  private let now: Int

  var assembler: CorpusAssembler
  private var scratch = GrowableBuffer<UInt8>()
  private var repaired = GrowableBuffer<UInt8>()

  /// The number of the item of each record.
  var items: [Int] = []

  /// When items expire, of those that do.
  var expiries: [Expiry] = []

  /// When the last expired of those left out.
  var lapsed = Int.min

  init(fields: ItemFields, origins: OriginPaths, now: Int) {
    self.fields = fields
    self.origins = origins
    self.now = now
    assembler = CorpusAssembler(fields: fields.fields)
  }

  /// What a line behind it counts as; no file has so many.
  private static let lastLine = 1 << 52

  /// The statement that gives the rows for which `condition` holds, by number, and that can be found at all.
  static func query(_ fields: ItemFields, where condition: String) -> String {
    let columns = fields.columns.map { ", \($0.name)" }.joined()
    return """
      SELECT item, origin, line, expires, attributes\(columns) FROM items
      WHERE problem IS NULL AND \(condition) ORDER BY item
      """
  }

  /// Makes a record of the row at hand; none if the item has expired.
  ///
  /// - Throws: a `corrupt` error of the database, or what the corpus refuses.
  mutating func read(_ row: Statement) throws(ItemReadingError) {
    let item = row.integer(0)
    if let expires = row.optionalInteger(3) {
      if expires <= now {
        lapsed = max(lapsed, expires)
        return
      }
      expiries.append(Expiry(time: expires, item: item))
    }
    guard let path = origins.path(of: row.integer(1)) else { throw .damaged(item: item) }
    assembler.beginSource(path)
    for field in 0..<fields.columns.count {
      row.withBytes(Int32(5 + field)) { text in
        if !text.isEmpty { append(text, field: field) }
      }
    }
    let isWhole = row.withBytes(4) { text in text.isEmpty || readAttributes(text) }
    guard isWhole else { throw .damaged(item: item) }
    let line = row.integer(2)
    do throws(CorpusError) {
      try assembler.endRecord(line: line > 0 ? min(line, Self.lastLine) : item)
    } catch {
      throw .corpus(error)
    }
    items.append(item)
  }

  /// Appends a cell; what is not UTF-8, which somebody else must have written, is repaired.
  private mutating func append(_ text: Span<UInt8>, field: Int) {
    if UTF8Text.validPrefix(of: text) == text.count {
      assembler.appendCell(text, column: field)
      return
    }
    repaired.truncate(to: 0)
    _ = UTF8Text.appendRepaired(text, to: &repaired)
    repaired.withSpan { assembler.appendCell($0, column: field) }
  }

  private mutating func readAttributes(_ text: Span<UInt8>) -> Bool {
    var last = fields.columns.count - 1
    var isKnown = true
    var buffer = GrowableBuffer<UInt8>()
    swap(&buffer, &scratch)
    let isWhole = JSONText.read(text, scratch: &buffer) { name, value in
      guard let field = fields.field(of: name, after: last) else {
        isKnown = false
        return
      }
      last = field
      append(value, field: field)
    }
    swap(&buffer, &scratch)
    return isWhole && isKnown
  }
}

/// When an item expires, in seconds since 1970.
struct Expiry: Sendable {
  let time: Int
  let item: Int
}

/// Why a row is no record.
enum ItemReadingError: Error {
  case damaged(item: Int)
  case corpus(CorpusError)
}

/// Where items come from, by the number of their origin.
struct OriginPaths: Sendable {
  private let paths: [Int: String]

  init(_ origins: [CatalogOrigin], catalog: String) {
    let own = "searchbench://\(catalog)"
    paths = Dictionary(
      origins.map { ($0.number, $0.path.isEmpty ? own : $0.path) }, uniquingKeysWith: { $1 })
  }

  func path(of origin: Int) -> String? { paths[origin] }
}
