/// The name of a table: of a database, or of the user's default database.
package struct TableName: Hashable, Sendable {
  package var database: String?
  package var table: String

  package init(_ table: String, in database: String? = nil) {
    self.database = database
    self.table = table
  }

  /// The name of another table of the same database.
  func sibling(_ suffix: String) -> TableName { TableName(table + suffix, in: database) }
}

extension TableName: CustomStringConvertible {
  package var description: String { (database.map { $0 + "." } ?? "") + table }
}

/// A statement for a ClickHouse server.
struct Statement: Hashable, Sendable {
  /// The statement.
  let bytes: [UInt8]

  /// The data that follows an insert.
  private(set) var data: [UInt8] = []

  /// The statement as text, to show; bytes that are not printable are written as escapes in it.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  init(_ write: (inout SQLWriter) -> Void) {
    var writer = SQLWriter()
    write(&writer)
    bytes = writer.bytes
  }

  /// The same statement with its data.
  func with(_ data: [UInt8]) -> Statement {
    var statement = self
    statement.data = data
    return statement
  }
}

/// The parts of a SELECT.
struct Select: Hashable, Sendable {
  enum Order: Hashable, Sendable {
    case ascending(SQLExpression)
    case descending(SQLExpression)
  }

  enum Format: Hashable, Sendable {
    /// Rows of values in binary form, of which `BinaryReader` reads one after the other.
    case rowBinary
    /// JSON with the numbers of rows and bytes that were read.
    case json
  }

  var values: [SQLExpression]
  var table: TableName
  var condition = SQLExpression.all([])
  var groups: [SQLExpression] = []
  var order: [Order] = []
  var offset = 0
  var limit: Int?
  var format = Format.rowBinary

  init(_ values: [SQLExpression], from table: TableName) {
    self.values = values
    self.table = table
  }

  var statement: Statement {
    Statement { writer in
      writer.write("SELECT ")
      for (index, value) in values.enumerated() {
        if index > 0 { writer.write(", ") }
        writer.write(value)
      }
      writer.write(" FROM ")
      writer.write(table)
      if condition != .all([]) {
        writer.write(" WHERE ")
        writer.write(condition)
      }
      for (index, group) in groups.enumerated() {
        writer.write(index == 0 ? " GROUP BY " : ", ")
        writer.write(group)
      }
      for (index, key) in order.enumerated() {
        writer.write(index == 0 ? " ORDER BY " : ", ")
        switch key {
        case .ascending(let value): writer.write(value)
        case .descending(let value):
          writer.write(value)
          writer.write(" DESC")
        }
      }
      if let limit {
        writer.write(" LIMIT ")
        if offset > 0 {
          writer.write(number: UInt64(offset))
          writer.write(", ")
        }
        writer.write(number: UInt64(limit))
      }
      switch format {
      case .rowBinary: writer.write(" FORMAT RowBinary")
      case .json: writer.write(" FORMAT JSON")
      }
    }
  }
}

extension SQLWriter {
  mutating func write(_ table: TableName) {
    if let database = table.database {
      write(name: database)
      write(".")
    }
    write(name: table.table)
  }
}
