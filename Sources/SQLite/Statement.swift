internal import CSQLite
internal import UnicodeText

/// A prepared SQL statement.
///
/// To run a statement, bind its parameters (numbered from 1), call `step` for each row, and read
/// the row's columns (numbered from 0).
///
/// A statement must not be used while another thread uses its database. A bound value is copied,
/// and stays bound until another value is bound to the same parameter.
@safe package final class Statement {
  private let database: Database
  private let handle: OpaquePointer

  init(_ database: Database, _ sql: String) throws(DatabaseError) {
    var handle: OpaquePointer?
    var rest = 0
    // SAFETY: SQLite copies the text. The call sets `tail` to point at the text after the first
    // statement. The handle is finalized exactly once, in `deinit`.
    let result = unsafe sql.withCString { text in
      var tail: UnsafePointer<CChar>?
      let result = unsafe sqlite3_prepare_v3(
        database.handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &tail)
      rest = unsafe tail.map { unsafe sql.utf8.count - ($0 - text) } ?? 0
      return result
    }
    guard result == SQLITE_OK, let prepared = unsafe handle else { throw database.error(result) }
    self.database = database
    unsafe self.handle = prepared
    restLength = rest
  }

  /// The number of bytes of SQL text after the first statement; only that statement is prepared.
  package let restLength: Int

  deinit { unsafe sqlite3_finalize(handle) }

  // MARK: Running

  /// Steps to the next row; returns false and resets the statement after the last row.
  package func step() throws(DatabaseError) -> Bool {
    let result = unsafe sqlite3_step(handle)
    if result == SQLITE_ROW { return true }
    let error = result == SQLITE_DONE ? nil : database.error(result)
    unsafe sqlite3_reset(handle)
    if let error { throw error }
    return false
  }

  /// Runs the statement to its end, ignoring its rows.
  package func run() throws(DatabaseError) {
    while try step() {}
  }

  /// Binds text values in `bytes` without copying them, runs the statement to its end, and then
  /// sets the parameters of these values to NULL.
  func run(lending bytes: Span<UInt8>, _ texts: [csq_text]) throws(DatabaseError) {
    precondition(texts.allSatisfy { $0.start <= bytes.count && $0.count <= bytes.count - $0.start })
    let error: DatabaseError? = unsafe bytes.withUnsafeBytes { bytes in
      // SAFETY: SQLite reads the texts only while the statement runs; their bindings are cleared
      // before the closure returns.
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      var result = unsafe csq_bind_borrowed_texts(handle, start, texts, texts.count)
      while result == SQLITE_OK || result == SQLITE_ROW { result = unsafe sqlite3_step(handle) }
      // Read the error now, because the next calls succeed and overwrite the error.
      let error = result == SQLITE_DONE ? nil : database.error(result)
      unsafe sqlite3_reset(handle)
      unsafe csq_unbind_texts(handle, texts, texts.count)
      return error
    }
    if let error { throw error }
  }

  /// Reads the next rows into `rows`; returns whether these were the last rows.
  func read(into rows: UnsafeMutablePointer<csq_rows>) throws(DatabaseError) -> Bool {
    let result = unsafe csq_read_rows(handle, rows)
    if result == SQLITE_ROW { return false }
    let error = result == SQLITE_DONE ? nil : database.error(result)
    unsafe sqlite3_reset(handle)
    if let error { throw error }
    return true
  }

  /// Resets the statement; call this method if not all rows of the statement were read.
  package func reset() { unsafe sqlite3_reset(handle) }

  /// Runs the statement, and returns the result of `body` for the first row; nil if there is no
  /// row.
  package func first<R>(_ body: (Statement) -> R) throws(DatabaseError) -> R? {
    defer { reset() }
    return try step() ? body(self) : nil
  }

  // MARK: Parameters

  /// Sets all parameters to NULL.
  package func clear() { unsafe sqlite3_clear_bindings(handle) }

  private func check(_ result: Int32) throws(DatabaseError) {
    if result != SQLITE_OK { throw database.error(result) }
  }

  package func bindNull(_ index: Int32) throws(DatabaseError) {
    try check(unsafe sqlite3_bind_null(handle, index))
  }

  package func bind(_ index: Int32, _ value: Int) throws(DatabaseError) {
    try check(unsafe sqlite3_bind_int64(handle, index, Int64(value)))
  }

  package func bind(_ index: Int32, _ value: Int?) throws(DatabaseError) {
    if let value { try bind(index, value) } else { try bindNull(index) }
  }

  /// Binds text, which may contain NUL characters.
  package func bind(_ index: Int32, text: Span<UInt8>) throws(DatabaseError) {
    let result = unsafe text.withUnsafeBytes { bytes in
      // SAFETY: The bytes are copied before the call returns.
      unsafe csq_bind_text(
        handle, index, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    try check(result)
  }

  package func bind(_ index: Int32, _ text: String) throws(DatabaseError) {
    var text = text
    let result = text.withUTF8 { bytes in
      // SAFETY: The bytes are copied before the call returns.
      unsafe csq_bind_text(
        handle, index, UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self),
        bytes.count)
    }
    try check(result)
  }

  package func bind(_ index: Int32, _ text: String?) throws(DatabaseError) {
    if let text { try bind(index, text) } else { try bindNull(index) }
  }

  package func bind(_ index: Int32, blob: [UInt8]?) throws(DatabaseError) {
    guard let blob else { return try bindNull(index) }
    let result = unsafe blob.withUnsafeBytes { bytes in
      // SAFETY: The bytes are copied before the call returns.
      unsafe csq_bind_blob(handle, index, bytes.baseAddress, bytes.count)
    }
    try check(result)
  }

  // MARK: Columns

  /// The number of columns of a row.
  package var columnCount: Int { unsafe Int(sqlite3_column_count(handle)) }

  /// The name of a column.
  package func name(_ column: Int32) -> String {
    // SAFETY: The text is copied before the next call can change it.
    unsafe sqlite3_column_name(handle, column).map { unsafe String(cString: $0) } ?? ""
  }

  /// The type of a value, such as `SQLITE_INTEGER`.
  package func type(_ column: Int32) -> Int32 { unsafe sqlite3_column_type(handle, column) }

  package func double(_ column: Int32) -> Double { unsafe sqlite3_column_double(handle, column) }

  package func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
  }

  package func integer(_ column: Int32) -> Int { unsafe Int(sqlite3_column_int64(handle, column)) }

  package func optionalInteger(_ column: Int32) -> Int? {
    isNull(column) ? nil : integer(column)
  }

  /// Calls `body` with the bytes of a text or blob; for NULL, the span is empty.
  package func withBytes<R: ~Copyable, E: Error>(
    _ column: Int32, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    // SAFETY: The bytes stay valid until the next step or reset, or until this column is read as
    // another type.
    let start = unsafe sqlite3_column_blob(handle, column)
    let count = unsafe Int(sqlite3_column_bytes(handle, column))
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    return try unsafe body(bytes.assumingMemoryBound(to: UInt8.self).span)
  }

  package func string(_ column: Int32) -> String {
    withBytes(column) { String(decoding: $0) }
  }

  package func optionalString(_ column: Int32) -> String? {
    isNull(column) ? nil : string(column)
  }

  package func blob(_ column: Int32) -> [UInt8]? {
    if isNull(column) { return nil }
    return withBytes(column) { bytes in bytes.indices.map { bytes[$0] } }
  }
}

/// Many rows of a statement, copied with one C call.
///
/// One C call per cell would take more time than reading the rows. The rows have integer columns
/// first, and then text columns.
@safe package struct StatementRows: ~Copyable {
  private let rows: UnsafeMutablePointer<csq_rows>

  /// Whether the buffers contain the last rows of the statement.
  private var isLast = false

  /// Creates buffers for rows with `numbers` integer columns, followed by `texts` text columns.
  ///
  /// - Precondition: `numbers` and `texts` are at least 1.
  /// - Throws: `outOfMemory`.
  package init(numbers: Int, texts: Int) throws(DatabaseError) {
    precondition(numbers > 0 && texts > 0)
    // SAFETY: The pointer is freed exactly once, in `deinit`.
    guard let rows = unsafe csq_rows_make(Int32(numbers), Int32(texts)) else {
      throw .outOfMemory
    }
    unsafe self.rows = rows
  }

  deinit { unsafe csq_rows_free(rows) }

  /// Reads the next rows of a statement; returns false if no rows are left.
  package mutating func fill(from statement: Statement) throws(DatabaseError) -> Bool {
    if isLast {
      isLast = false
      return false
    }
    isLast = try unsafe statement.read(into: rows)
    if isLast, count == 0 {
      isLast = false
      return false
    }
    return true
  }

  package var count: Int { unsafe Int(rows.pointee.count) }

  /// Calls `body` with the integers of all rows, the bytes of all texts, and the end offset of each
  /// text.
  ///
  /// A NULL integer is `Int64.min`; a zero byte follows each text.
  package func withCells<R, E: Error>(
    _ body: (_ numbers: Span<Int64>, _ bytes: Span<UInt8>, _ ends: Span<Int>) throws(E) -> R
  ) throws(E) -> R {
    // SAFETY: The buffers do not change while `self` is borrowed, and are initialized up to these
    // counts.
    let numbers = unsafe UnsafeBufferPointer(
      start: rows.pointee.values, count: count * Int(rows.pointee.numbers))
    let bytes = unsafe UnsafeBufferPointer(start: rows.pointee.bytes, count: rows.pointee.used)
    let ends = unsafe UnsafeBufferPointer(
      start: rows.pointee.ends, count: count * Int(rows.pointee.texts))
    return try unsafe body(numbers.span, bytes.span, ends.span)
  }
}
