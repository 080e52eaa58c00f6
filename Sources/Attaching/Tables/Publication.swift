internal import Corpora
internal import JSON

/// A corpus in a table that `publish` created: its columns, size and state.
///
/// A table can contain several corpora, and one or more *generations* of each corpus: `--replace`
/// stores a new generation in addition to the old generation. A row in the table of publications
/// makes a generation current, so a single insert switches searches to a new generation.
struct Publication: Hashable, Sendable {
  /// The state of a generation, which passes through the states in this order.
  enum State: String, Sendable {
    /// The generation is being stored, and some of its batches can be missing.
    case loading
    /// Searches read this generation.
    case current
    /// The generation is no longer used, and some or all of its records can be missing.
    case dropped
  }

  /// A field of the corpus, and the name of the table's column that contains it.
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

  /// The number of records; while the generation is loading, the number of records before the load.
  var records: UInt64

  /// The number of batches that contain these records.
  var batches: UInt64

  /// The number of bytes of the records' text.
  var textBytes: UInt64

  /// Whether all records come from one file.
  var hasSingleSource: Bool

  /// A random id of the last change.
  var owner: String

  /// The number of the last change.
  ///
  /// If a generation has several rows, the row with the highest number is valid.
  var change: UInt64

  var fields: [Field] { columns.map(\.field) }

  /// The columns as JSON text, for the table of publications.
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
  /// A column has the name of its field if that name needs no escaping. Otherwise, the column's
  /// name contains the index of the field.
  static func columns(for fields: [Field]) -> [Column] {
    fields.enumerated().map { index, field in
      let name = field.name
      // ClickHouse reads a dot in a name as access to a nested structure.
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
  /// The generation of `corpus` that searches read; nil if no generation is current.
  func current(of corpus: String) -> Publication? {
    filter { $0.corpus == corpus && $0.state == .current }.max { $0.change < $1.change }
  }
}
