internal import CSQLite
package import SQLite
package import Searching

/// Runs SQL queries over tables of records.
///
/// Only one thread at a time may use a connection. The connection is read-only: an authorizer
/// rejects every statement except queries.
@safe package final class TableConnection {
  private let database: Database
  private let cancellation: Cancellation

  /// The maximum size of a string or a row, in bytes.
  private static let maximumLength: Int32 = 256 << 20

  /// The number of SQLite virtual machine instructions between two cancellation checks.
  private static let stepsBetweenChecks: Int32 = 4_000

  /// Opens a connection to an in-memory database with only these tables.
  ///
  /// - Throws: `DatabaseError`.
  package init(_ tables: [RecordTable], _ cancellation: Cancellation) throws(DatabaseError) {
    database = try Database(path: ":memory:", mode: .create)
    self.cancellation = cancellation
    let module = TableModule()
    for table in tables {
      let result = unsafe module.register(table, with: database.handle)
      if result != SQLITE_OK { throw database.error(result) }
      // Prepare a statement now, so that SQLite declares the table's columns. The authorizer, which
      // is set below, would reject the declaration.
      _ = try database.prepare("SELECT 1 FROM \(RecordTable.quoted(table.name))")
    }
    // Do the same for SQLite's own JSON tables, which some versions of SQLite do not have.
    _ = try? database.prepare("SELECT 1 FROM json_each('[]'), json_tree('[]')")
    unsafe sqlite3_limit(database.handle, SQLITE_LIMIT_LENGTH, Self.maximumLength)
    unsafe sqlite3_set_authorizer(
      database.handle, { _, action, _, name, _, _ in unsafe TableConnection.judge(action, name) },
      nil)
    // SAFETY: `deinit` removes the handler before `self` is deallocated. A `TableQuery` keeps
    // `self` alive.
    unsafe sqlite3_progress_handler(
      database.handle, Self.stepsBetweenChecks,
      { context in
        guard let context = unsafe context else { return 0 }
        let connection = unsafe Unmanaged<TableConnection>.fromOpaque(context)
          .takeUnretainedValue()
        return connection.cancellation.isCancelled ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { unsafe sqlite3_progress_handler(database.handle, 0, nil, nil) }

  /// Decides whether SQLite is allowed to perform an action of a statement.
  private static func judge(_ action: Int32, _ name: UnsafePointer<CChar>?) -> Int32 {
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return SQLITE_OK
    case SQLITE_FUNCTION:
      // SAFETY: SQLite passes the name of the function, which ends with a zero byte.
      let isLoading = unsafe name.map { unsafe String(cString: $0) } == "load_extension"
      return isLoading ? SQLITE_DENY : SQLITE_OK
    default: return SQLITE_DENY
    }
  }

  /// Prepares a query.
  ///
  /// - Throws: `SQLError`.
  package func query(_ sql: String) throws(SQLError) -> TableQuery {
    if sql.utf8.contains(0) { throw SQLError(.syntax("the query contains a NUL character")) }
    if Self.isBlank(sql.utf8) { throw SQLError(.notAQuery) }
    let statement: Statement
    do throws(DatabaseError) {
      statement = try database.prepare(sql)
    } catch {
      throw SQLError(error)
    }
    // A statement without columns contains only comments.
    guard statement.columnCount > 0 else { throw SQLError(.notAQuery) }
    if statement.restLength > 0, !Self.isBlank(sql.utf8.suffix(statement.restLength)) {
      throw SQLError(.severalStatements)
    }
    return TableQuery(statement, self)
  }

  private static func isBlank(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.allSatisfy { $0 == 0x20 || (0x09...0x0D) ~= $0 || $0 == UInt8(ascii: ";") }
  }
}

/// A prepared SQL query, whose rows are read one after another.
package final class TableQuery {
  private let statement: Statement

  /// The connection, which must stay alive because SQLite calls its progress handler during a step.
  private let connection: TableConnection

  /// The names of the columns.
  package let columns: [String]

  fileprivate init(_ statement: Statement, _ connection: TableConnection) {
    self.statement = statement
    self.connection = connection
    columns = (0..<statement.columnCount).map { statement.name(Int32($0)) }
  }

  /// Steps to the next row; returns false after the last row.
  ///
  /// - Throws: `SQLError`.
  package func step() throws(SQLError) -> Bool {
    do throws(DatabaseError) { return try statement.step() } catch { throw SQLError(error) }
  }

  /// The value of a column of the current row.
  package func value(_ column: Int) -> SQLValue {
    let column = Int32(column)
    switch statement.type(column) {
    case SQLITE_NULL: return .null
    case SQLITE_INTEGER: return .integer(Int64(statement.integer(column)))
    case SQLITE_FLOAT: return .decimal(statement.double(column))
    case SQLITE_BLOB: return .blob(statement.blob(column) ?? [])
    default: return .text(statement.string(column))
    }
  }

  /// The integer in the first column of the current row.
  package var integer: Int64 { Int64(statement.integer(0)) }
}
