internal import Corpora
package import Searching
internal import Synchronization

/// An SQL table whose rows are records; the records are not copied.
package final class RecordTable: Sendable {
  /// The rows of the table that come from one corpus.
  package struct Part: Sendable {
    package let searcher: Searcher

    /// The type of each field of the corpus.
    package let types: [ColumnType]

    /// The search result that contains the records; nil for all records of the corpus, without
    /// hits.
    package let result: (any SearchResult)?

    package init(_ searcher: Searcher, types: [ColumnType], result: (any SearchResult)? = nil) {
      self.searcher = searcher
      self.types = types
      self.result = result
    }

    /// The records in the order of the result.
    var rows: RowOrder {
      guard let result else { return .range(0..<searcher.corpus.count) }
      return result.order.map { .list($0) } ?? .set(result.records ?? .all(of: 0))
    }
  }

  /// A column of the table.
  package struct Column: Sendable {
    package enum Content: Sendable {
      case corpus, record, source, line, column, matched, hits
      /// For each corpus, the index of the field; nil if the corpus has no such field.
      case field([Int?])
    }

    /// The column's name in SQL.
    package let name: String

    /// The name of the column in the source.
    ///
    /// SQL ignores the case of names. If two columns would have the same name in SQL, `name` ends
    /// with a number.
    package let heading: String
    package let content: Content

    package init(_ name: String, _ content: Content, heading: String? = nil) {
      self.name = name
      self.heading = heading ?? name
      self.content = content
    }
  }

  /// The source of a table's rows.
  package enum Source: Sendable {
    case parts([Part])
    /// A table-valued function; its arguments `query` and `strategy` are hidden columns after all
    /// other columns.
    case search(@Sendable (_ query: String, _ strategy: String?) throws(SearchError) -> [Part])
    /// Records that are read while a query runs.
    case streamed(StreamedRecords)
    /// A table-valued function like `search`, over records that are read while a query runs.
    case streamedSearch(
      countsRows: Bool,
      @Sendable (_ query: String, _ strategy: String?) throws(SearchError) -> StreamedRecords)
  }

  package let name: String
  package let columns: [Column]
  let source: Source
  let cancellation: Cancellation

  /// Collects the rows that the first cursor reports; nil if rows are not collected.
  let keptRows: KeptRows?

  private let used = Mutex<UInt64>(0)

  package init(
    _ name: String, columns: [Column], source: Source, keeping keptRows: KeptRows? = nil,
    cancellation: Cancellation = .never
  ) {
    self.keptRows = keptRows
    self.name = name
    self.columns = columns
    self.source = source
    self.cancellation = cancellation
  }

  /// Whether the table is a table-valued function.
  var isFunction: Bool {
    switch source {
    case .search, .streamedSearch: true
    case .parts, .streamed: false
    }
  }

  /// Whether the records are read while a query runs.
  var isStreamed: Bool {
    switch source {
    case .streamed, .streamedSearch: true
    case .parts, .search: false
    }
  }

  /// The streamed records; nil if the table is not streamed, or if its records depend on a
  /// function's arguments.
  private var streamed: StreamedRecords? {
    if case .streamed(let records) = source { records } else { nil }
  }

  /// Stores which columns a query reads: bit *i* stands for column *i*, and bit 63 stands for
  /// column 63 and all later columns.
  func noteUse(of columns: UInt64) { used.withLock { $0 |= columns } }

  /// The columns that are read by at least one of the queries prepared so far.
  package var usedColumns: [Column] {
    let used = used.withLock { $0 }
    return columns.indices.filter { used & 1 << UInt64(min($0, 63)) != 0 }.map { columns[$0] }
  }

  /// The table's parts, one for each corpus; empty if the parts depend on the query.
  private var knownParts: [Part] { if case .parts(let parts) = source { parts } else { [] } }

  /// Whether the source can count rows for a query that reads no columns.
  var countsRows: Bool {
    switch source {
    case .streamed(let records): records.countsRows
    case .streamedSearch(let countsRows, _): countsRows
    case .parts, .search: false
    }
  }

  /// A bit mask of all columns except the arguments of a function.
  var columnMask: UInt64 { columns.count > 62 ? .max : 1 << UInt64(columns.count) - 1 }

  /// The number of rows; nil if the number is unknown before a query runs.
  var knownCount: Int? {
    if isStreamed { return streamed?.count }
    return isFunction ? nil : knownParts.reduce(0) { $0 + $1.rows.count }
  }

  /// The type of a column; nil if the type differs between corpora, or is not known before a query
  /// runs.
  func type(of column: Int) -> ColumnType? {
    switch columns[column].content {
    case .corpus, .source, .matched: return .text
    case .record, .line, .column, .hits: return .integer
    case .field(let fields):
      if isFunction { return nil }
      if let streamed { return fields[0].map { streamed.types[$0] } }
      let types = Set(
        zip(knownParts, fields).map { part, field in field.map { part.types[$0] } ?? .text })
      return types.count == 1 ? types.first : nil
    }
  }

  /// Whether the table can sort its rows by a column.
  ///
  /// Sorting requires that the table has only one corpus, and that the column has the type `text`
  /// and is not an alias field.
  ///
  /// A table of files can sort its rows only if the query reads fields, but no other columns and no
  /// row IDs.
  func canOrder(by column: Int, used: UInt64) -> Bool {
    if let streamed {
      guard streamed.orderingBytes > 0, columns.count < 64,
        case .field(let fields) = columns[column].content, let field = fields[0]
      else { return false }
      return streamed.types[field] == .text && !streamed.fields[field].isAlias
        && columns.indices.allSatisfy { index in
          if case .field = columns[index].content { return true }
          return used & 1 << UInt64(index) == 0
        }
    }
    guard case .field(let fields) = columns[column].content, knownParts.count == 1,
      let field = fields[0]
    else { return false }
    return knownParts[0].types[field] == .text
      && !knownParts[0].searcher.corpus.fields[field].isAlias
  }

  /// The statement that declares the columns to SQLite.
  ///
  /// Because of the declared types, SQLite compares the cells of number columns as numbers, not as
  /// text.
  var declaration: String {
    var list = columns.indices.map { index in
      let type =
        switch type(of: index) {
        case .integer: " INTEGER"
        case .decimal: " REAL"
        case .text, .time: " TEXT"
        case nil: ""
        }
      return Self.quoted(columns[index].name) + type
    }
    if isFunction {
      list += ["\(Self.argumentNames.query) HIDDEN", "\(Self.argumentNames.strategy) HIDDEN"]
    }
    return "CREATE TABLE x(\(list.joined(separator: ", ")))"
  }

  /// The names of a function's hidden columns; they have parentheses because a field can have the
  /// name `query`.
  private static let argumentNames = (query: "\"(query)\"", strategy: "\"(strategy)\"")

  /// A name as a quoted SQL identifier.
  package static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

/// The record numbers of a table's rows, in the order of the rows.
enum RowOrder: Sendable {
  case range(Range<Int>)
  case set(ResultSet)
  case list([UInt32])

  var count: Int {
    switch self {
    case .range(let range): range.count
    case .set(let records): records.count
    case .list(let records): records.count
    }
  }

  /// The records that are also in `other`.
  func intersection(_ other: ResultSet) -> RowOrder {
    switch self {
    case .range(let range): .set(other.intersection([range]))
    case .set(let records): .set(records.intersection(other))
    case .list(let records): .list(records.filter { other.contains(RecordID(UInt64($0))) })
    }
  }

  /// The records that are also in `range`.
  func clamped(to range: Range<Int>) -> RowOrder {
    switch self {
    case .range(let own): return .range(own.clamped(to: range))
    case .set(let records):
      return .set(records.intersection([range.clamped(to: 0..<records.universe)]))
    case .list(let records): return .list(records.filter { range.contains(Int($0)) })
    }
  }

  /// Calls `body` with each record in order until `body` returns false.
  func visit(_ body: (Int) -> Bool) {
    switch self {
    case .range(let range):
      for record in range where !body(record) { return }
    case .set(let records):
      for record in records where !body(Int(record.rawValue)) { return }
    case .list(let records):
      for record in records where !body(Int(record)) { return }
    }
  }
}
