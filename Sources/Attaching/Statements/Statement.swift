/// The name of a table; `database` is nil for the user's default database.
package struct TableName: Hashable, Sendable {
  package var database: String?
  package var table: String

  package init(_ table: String, in database: String? = nil) {
    self.database = database
    self.table = table
  }

  /// The name of another table in the same database: this table's name with `suffix`.
  func sibling(_ suffix: String) -> TableName { TableName(table + suffix, in: database) }
}

extension TableName: CustomStringConvertible {
  package var description: String { (database.map { $0 + "." } ?? "") + table }
}

/// A statement for a ClickHouse server.
struct Statement: Hashable, Sendable {
  /// The text of the statement, without the data of an INSERT statement.
  let bytes: [UInt8]

  /// The data that follows an INSERT statement; empty for other statements.
  private(set) var data: [UInt8] = []

  /// The statement as text for display; the text contains escapes instead of unprintable bytes.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  init(_ write: (inout SQLWriter) -> Void) {
    var writer = SQLWriter()
    write(&writer)
    bytes = writer.bytes
  }

  /// A copy of this INSERT statement with the given data.
  func with(_ data: [UInt8]) -> Statement {
    var statement = self
    statement.data = data
    return statement
  }
}

/// The clauses of a SELECT statement.
struct Select: Hashable, Sendable {
  enum Order: Hashable, Sendable {
    case ascending(SQLExpression)
    case descending(SQLExpression)
  }

  enum Format: Hashable, Sendable {
    /// Rows in the format RowBinary, which `BinaryReader` reads.
    case rowBinary
    /// JSON, which includes the numbers of rows and bytes that the server read.
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
