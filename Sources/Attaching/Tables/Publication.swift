internal import Corpora
internal import JSON

/// A corpus in a table that `publish` made: where it is, and what it holds.
///
/// A table holds the records of several corpora, and of each corpus one or more *generations*: `--replace` stores a new
/// one beside the old one. A row of the table of publications makes a generation the current one, so that the change is
/// one insert into one table.
struct Publication: Hashable, Sendable {
  /// The state of a generation, in the order in which it changes.
  enum State: String, Sendable {
    /// Some of its batches may be missing.
    case loading
    /// The records to search.
    case current
    /// Its records may have been removed.
    case dropped
  }

  /// A column of the corpus, and the column of the table that holds it.
  struct Column: Hashable, Sendable {
    let field: Field
    let name: String
  }

  /// The version of the tables' schema.
  static let schema: UInt64 = 1

  var corpus: String
  var generation: UInt64
  var state: State
  var columns: [Column]

  /// The number of records; while it is loading, of those before the load.
  var records: UInt64

  /// The number of batches that these records fill.
  var batches: UInt64

  /// The number of bytes of their text.
  var textBytes: UInt64

  /// Whether all records come from one file.
  var hasSingleSource: Bool

  /// The process that changed it.
  var owner: String

  /// The number of the change; the highest counts.
  var change: UInt64

  var fields: [Field] { columns.map(\.field) }

  /// The description of the columns, as the table of publications stores it.
  var description: String {
    let list = columns.map { column in
      JSON.object([
        .init("field", .string(column.field.name)), .init("column", .string(column.name)),
        .init("alias", .bool(column.field.isAlias)),
      ])
    }
    return String(
      decoding: JSON.object([
        .init("columns", .array(list)), .init("one_source", .bool(hasSingleSource)),
      ]).encoded(), as: UTF8.self)
  }

  /// Reads a description; `nil` if it is malformed.
  static func columns(of description: String) -> (columns: [Column], hasSingleSource: Bool)? {
    guard let value = try? JSON(parsing: Array(description.utf8)),
      case .array(let list)? = value["columns"], case .bool(let single)? = value["one_source"]
    else { return nil }
    var columns: [Column] = []
    for entry in list {
      guard case .string(let field)? = entry["field"], case .string(let name)? = entry["column"],
        case .bool(let alias)? = entry["alias"]
      else { return nil }
      columns.append(Column(field: Field(field, isAlias: alias), name: name))
    }
    guard Set(columns.map(\.field.name)).count == columns.count, !columns.isEmpty else {
      return nil
    }
    return (columns, single)
  }

  /// The columns of a table for these fields.
  ///
  /// A column has the name of its field if that is plain; otherwise, it has a number.
  static func columns(for fields: [Field]) -> [Column] {
    fields.enumerated().map { index, field in
      let name = field.name
      // ClickHouse reads a dot in a name as a part of a nested structure.
      let isPlain =
        !name.isEmpty && name.utf8.count <= 100 && !name.hasPrefix(PublishedColumn.prefix)
        && name.unicodeScalars.allSatisfy {
          $0.value >= 0x20 && $0.value != 0x7F && !".`\\\"'".unicodeScalars.contains($0)
        }
      return Column(field: field, name: isPlain ? name : "\(PublishedColumn.prefix)field_\(index)")
    }
  }
}

extension [Publication] {
  /// The generation that searches find.
  func current(of corpus: String) -> Publication? {
    filter { $0.corpus == corpus && $0.state == .current }.max { $0.change < $1.change }
  }
}
