internal import Basics
internal import CSQLite

/// A connection to a SQLite database; only one thread at a time may use it.
///
/// Only the module `SQLite`, and the virtual tables of the module `Tables`, call SQLite's C API.
@safe package final class Database {
  /// How to open the file.
  package enum Mode: Sendable {
    case readOnly
    case readWrite
    /// Creates the file if it is missing.
    case create
    /// Opens a file that never changes; the connection reads it without locks or a write-ahead log.
    case immutable
  }

  /// The default time to wait for a locked file, in milliseconds.
  package static let defaultBusyTimeout: Int32 = 10_000

  package let path: String
  package let handle: OpaquePointer

  /// Opens the file at `path`, with the default timeout for locks.
  ///
  /// - Throws: `DatabaseError`. SQLite does not read the file yet: if the file is not a database,
  ///   the first statement throws.
  package convenience init(path: String, mode: Mode) throws(DatabaseError) {
    try self.init(path: path, mode: mode, waiting: Self.defaultBusyTimeout)
  }

  package init(path: String, mode: Mode, waiting: Int32) throws(DatabaseError) {
    var handle: OpaquePointer?
    let flags: Int32 =
      switch mode {
      case .readOnly, .immutable: SQLITE_OPEN_READONLY
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    let name = mode == .immutable ? Self.uri(of: path) : path
    let more = mode == .immutable ? SQLITE_OPEN_URI : 0
    // SAFETY: SQLite copies the name; the handle is closed exactly once, here or in `deinit`.
    let result = unsafe sqlite3_open_v2(
      name, &handle, flags | more | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard result == SQLITE_OK, let opened = unsafe handle else {
      let error = unsafe Self.error(handle, result)
      unsafe sqlite3_close_v2(handle)
      throw error
    }
    unsafe self.handle = opened
    self.path = path
    _ = unsafe csq_wait_when_locked(opened, waiting)
    unsafe csq_harden(opened)
  }

  /// Sets how long to wait for a locked file, in milliseconds.
  package func setWaiting(_ milliseconds: Int32) {
    _ = unsafe csq_wait_when_locked(handle, milliseconds)
  }

  /// The version of the linked SQLite library, which can differ from the version of the SQLite
  /// header.
  package static var libraryVersion: String {
    // SAFETY: The returned text is a constant in the library.
    unsafe String(cString: sqlite3_libversion())
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// The SQLite URI of a file, with the `immutable` parameter.
  private static func uri(of path: String) -> String {
    "file:\(PercentEncoding.encodedPath(path))?immutable=1"
  }

  private static func error(_ handle: OpaquePointer?, _ code: Int32) -> DatabaseError {
    // SAFETY: The text is copied before the next call can change it.
    guard let handle = unsafe handle, let text = unsafe sqlite3_errmsg(handle) else {
      return DatabaseError(code: code, detail: "error \(code)")
    }
    return unsafe DatabaseError(code: code, detail: String(cString: text))
  }

  /// The error of the last call, which returned `code`.
  package func error(_ code: Int32) -> DatabaseError { unsafe Self.error(handle, code) }

  /// Prepares a statement for repeated use.
  package func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    try Statement(self, sql)
  }

  /// Runs the statements in `sql` in order; the statements must not have parameters.
  package func execute(_ sql: String) throws(DatabaseError) {
    let result = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    if result != SQLITE_OK { throw error(result) }
  }

  /// The integer in the first column of the first row; 0 if there is no row.
  package func integer(_ sql: String) throws(DatabaseError) -> Int {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(0) : 0
  }

  /// The text in the first column of the first row; empty if there is no row.
  package func text(_ sql: String) throws(DatabaseError) -> String {
    let statement = try prepare(sql)
    return try statement.step() ? statement.string(0) : ""
  }

  /// Whether the connection can only read the file.
  package var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

  /// The first `count` bytes of the file, padded with zeros.
  ///
  /// The call acquires no lock and does not read the write-ahead log. It reads through SQLite's own
  /// file descriptor, because closing another descriptor of the file would release the locks of all
  /// connections in this process.
  package func beginning(_ count: Int) throws(DatabaseError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let result = unsafe bytes.withUnsafeMutableBytes {
      // SAFETY: The call writes at most `count` bytes, and the array has `count` bytes.
      unsafe csq_read_beginning(handle, $0.baseAddress, Int32(count))
    }
    if result != SQLITE_OK { throw error(result) }
    return bytes
  }

  /// The number of rows that the last statement inserted, changed or deleted.
  package var changes: Int { unsafe Int(sqlite3_changes64(handle)) }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Runs `body` in a transaction, and rolls the transaction back if `body` throws.
  ///
  /// If `body` does not throw, its changes are durable when this method returns.
  ///
  /// If `writes` is true, the write lock is acquired at the start, so that no later statement must
  /// wait for it.
  package func transaction<R, E: Error>(
    writes: Bool = true, mapping: (DatabaseError) -> E, _ body: () throws(E) -> R
  ) throws(E) -> R {
    do throws(DatabaseError) {
      try execute(writes ? "BEGIN IMMEDIATE" : "BEGIN")
    } catch {
      throw mapping(error)
    }
    let result: R
    do throws(E) {
      result = try body()
    } catch {
      rollBack()
      throw error
    }
    do throws(DatabaseError) {
      try execute("COMMIT")
    } catch {
      rollBack()
      throw mapping(error)
    }
    return result
  }

  /// Runs `body`, which throws `DatabaseError`, in a transaction.
  package func transaction<R>(
    writes: Bool = true, _ body: () throws(DatabaseError) -> R
  ) throws(DatabaseError) -> R {
    try transaction(writes: writes, mapping: { $0 }, body)
  }

  /// Rolls back the transaction, unless SQLite has already rolled it back because of an error.
  package func rollBack() {
    if isInTransaction { try? execute("ROLLBACK") }
  }
}
