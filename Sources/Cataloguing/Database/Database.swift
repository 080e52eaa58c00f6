internal import Basics
internal import CSQLite

/// One connection to a SQLite database, used from one thread at a time.
///
/// SQLite's result codes become `DatabaseError`; nothing else of its interface is seen outside this folder.
@safe package final class Database {
  /// How a file is opened.
  package enum Mode: Sendable {
    case readOnly
    case readWrite
    /// Makes the file if it is missing.
    case create
    /// Reads a file that nothing can change, without locks or a log beside it.
    case immutable
  }

  /// How long a locked file is waited for, in milliseconds, where nothing else is said.
  static let usualWaiting: Int32 = 10_000

  package let path: String
  let handle: OpaquePointer

  /// Opens the file at `path`; how long a locked one is waited for is in milliseconds.
  ///
  /// - Throws: `DatabaseError`; SQLite reads a file only later, so that one which is no database is refused by the first
  ///   statement.
  package convenience init(path: String, mode: Mode) throws(DatabaseError) {
    try self.init(path: path, mode: mode, waiting: Self.usualWaiting)
  }

  init(path: String, mode: Mode, waiting: Int32) throws(DatabaseError) {
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
    unsafe sqlite3_busy_timeout(opened, waiting)
    unsafe csq_harden(opened)
  }

  /// The version of the library, not of the header.
  package static var libraryVersion: String {
    // SAFETY: the text is a constant of the library.
    unsafe String(cString: sqlite3_libversion())
  }

  deinit { unsafe sqlite3_close_v2(handle) }

  /// A file's URI of SQLite for which `immutable` can be said.
  private static func uri(of path: String) -> String {
    "file:\(PercentCoding.encodedPath(path))?immutable=1"
  }

  private static func error(_ handle: OpaquePointer?, _ code: Int32) -> DatabaseError {
    // SAFETY: the text is copied before the next call can change it.
    guard let handle = unsafe handle, let text = unsafe sqlite3_errmsg(handle) else {
      return DatabaseError(code: code, detail: "error \(code)")
    }
    return unsafe DatabaseError(code: code, detail: String(cString: text))
  }

  /// The error of the last call, which gave `code`.
  func error(_ code: Int32) -> DatabaseError { unsafe Self.error(handle, code) }

  /// Prepares one statement, to be run many times.
  package func prepare(_ sql: String) throws(DatabaseError) -> Statement {
    try Statement(self, sql)
  }

  /// Runs statements without parameters, one after the other.
  package func execute(_ sql: String) throws(DatabaseError) {
    let result = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    if result != SQLITE_OK { throw error(result) }
  }

  /// The integer in the first column of the first row, 0 if there is none.
  package func integer(_ sql: String) throws(DatabaseError) -> Int {
    let statement = try prepare(sql)
    return try statement.step() ? statement.integer(0) : 0
  }

  /// The text in the first column of the first row, empty if there is none.
  package func text(_ sql: String) throws(DatabaseError) -> String {
    let statement = try prepare(sql)
    return try statement.step() ? statement.string(0) : ""
  }

  /// Whether the system let us open the file only to read.
  package var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

  /// The first bytes of the file as they are; those that it does not have are 0.
  ///
  /// Nothing is locked, nor any log read. Through SQLite all the same: a process that opens and closes the file in
  /// another way loses the locks of its other connections.
  func beginning(_ count: Int) throws(DatabaseError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let result = unsafe bytes.withUnsafeMutableBytes {
      // SAFETY: at most the room of the array is written.
      unsafe csq_read_beginning(handle, $0.baseAddress, Int32(count))
    }
    if result != SQLITE_OK { throw error(result) }
    return bytes
  }

  /// How many rows the last statement inserted, changed or deleted.
  package var changes: Int { unsafe Int(sqlite3_changes64(handle)) }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Runs `body` in one transaction, which is durable when this returns, and undone where it throws.
  ///
  /// With `writes` the lock of writers is taken at the start, so that no later statement has to wait.
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

  /// Runs `body`, which throws what SQLite refuses, in one transaction.
  package func transaction<R>(
    writes: Bool = true, _ body: () throws(DatabaseError) -> R
  ) throws(DatabaseError) -> R {
    try transaction(writes: writes, mapping: { $0 }, body)
  }

  /// Undoes the open transaction; some errors have ended it already.
  package func rollBack() {
    if isInTransaction { try? execute("ROLLBACK") }
  }
}
