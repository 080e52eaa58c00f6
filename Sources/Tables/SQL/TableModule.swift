internal import CSQLite
internal import Searching

/// Passes the value of a column to SQLite.
@safe struct SQLResult {
  private let context: OpaquePointer

  init(_ context: OpaquePointer) { unsafe self.context = context }

  func setNull() { unsafe sqlite3_result_null(context) }
  func set(_ number: Int64) { unsafe sqlite3_result_int64(context, number) }
  func set(_ number: Double) { unsafe sqlite3_result_double(context, number) }
  func set(_ text: String) { set(copying: Array(text.utf8)) }

  /// Sets the value to text, which SQLite copies.
  func set(copying text: [UInt8]) {
    // SAFETY: SQLite copies the bytes before the call returns.
    unsafe text.withUnsafeBytes { unsafe csq_result_text(context, $0.baseAddress, $0.count, 1) }
  }

  /// Sets the value to text, which SQLite copies.
  func set(copying text: Span<UInt8>) {
    // SAFETY: SQLite copies the bytes before the call returns.
    unsafe text.withUnsafeBytes { unsafe csq_result_text(context, $0.baseAddress, $0.count, 1) }
  }

  /// Sets the value to text without copying; the bytes must stay valid until the connection closes.
  func set(lasting text: Span<UInt8>) {
    // SAFETY: The cells of a corpus never move, and the table keeps the corpus alive until the
    // connection closes.
    unsafe text.withUnsafeBytes { unsafe csq_result_text(context, $0.baseAddress, $0.count, 0) }
  }
}

/// The callbacks that SQLite uses to read a `RecordTable`; see "The Virtual Table Mechanism Of
/// SQLite" in SQLite's documentation.
///
/// A table without `xCreate` is eponymous: it needs no CREATE VIRTUAL TABLE, and its name is the
/// name of its module.
@safe final class TableModule {
  private let module: UnsafeMutablePointer<sqlite3_module>

  init() {
    unsafe module = .allocate(capacity: 1)
    var calls = sqlite3_module()
    unsafe calls.xConnect = { database, context, _, _, table, message in
      unsafe TableModule.connect(database, context, table, message)
    }
    unsafe calls.xBestIndex = { unsafe TableModule.plan($0, $1) }
    unsafe calls.xDisconnect = { unsafe TableModule.disconnect($0) }
    unsafe calls.xOpen = { unsafe TableModule.open($0, $1) }
    unsafe calls.xClose = { unsafe TableModule.close($0) }
    unsafe calls.xFilter = { unsafe TableModule.filter($0, $2, $3, $4) }
    unsafe calls.xNext = { unsafe TableModule.advance($0) }
    unsafe calls.xEof = { unsafe TableModule.handle($0).pointee.isAtEnd ? 1 : 0 }
    unsafe calls.xColumn = { pointer, context, column in
      guard let context = unsafe context else { return SQLITE_ERROR }
      unsafe TableModule.handle(pointer).pointee.write(
        column: Int(column), to: SQLResult(context))
      return SQLITE_OK
    }
    unsafe calls.xRowid = { pointer, id in
      unsafe id?.pointee = unsafe TableModule.handle(pointer).pointee.rowID()
      return SQLITE_OK
    }
    unsafe module.initialize(to: calls)
  }

  deinit { unsafe module.deallocate() }

  /// A table and the module whose callbacks read the table; SQLite keeps both until the connection
  /// closes.
  private final class Registration {
    let table: RecordTable
    let module: TableModule

    init(_ table: RecordTable, _ module: TableModule) {
      self.table = table
      self.module = module
    }
  }

  /// Registers a table with a connection; returns SQLite's result code.
  func register(_ table: RecordTable, with database: OpaquePointer) -> Int32 {
    let registration = Registration(table, self)
    // SAFETY: The registration is retained here, and released by SQLite when the connection closes.
    return unsafe sqlite3_create_module_v2(
      database, table.name, module, Unmanaged.passRetained(registration).toOpaque()
    ) { pointer in
      if let pointer = unsafe pointer {
        unsafe Unmanaged<Registration>.fromOpaque(pointer).release()
      }
    }
  }

  // MARK: Tables

  /// SQLite's struct for a table, followed by the `RecordTable`, which SQLite does not access.
  @safe private struct TableHandle {
    var base: sqlite3_vtab
    var table: Unmanaged<RecordTable>
  }

  /// SQLite's struct for a cursor, followed by two Swift cursors, which SQLite does not access.
  @safe private struct CursorHandle: ~Copyable {
    var base: sqlite3_vtab_cursor
    let isStreamed: Bool

    /// The cursor for a table in memory; unused for other tables.
    var cursor: RecordCursor

    /// The cursor for a table that is read while a query runs; unused for other tables.
    var stream: StreamCursor

    var isAtEnd: Bool { isStreamed ? stream.isAtEnd : cursor.isAtEnd }

    mutating func start(_ plan: TablePlan, _ arguments: [SQLValue]) throws(SearchError) {
      if isStreamed {
        try stream.start(plan, arguments)
      } else {
        try cursor.start(plan, arguments)
      }
    }

    mutating func write(column: Int, to result: SQLResult) {
      if isStreamed {
        stream.write(column: column, to: result)
      } else {
        cursor.write(column: column, to: result)
      }
    }

    mutating func rowID() -> Int64 { isStreamed ? stream.rowID() : cursor.rowID }
  }

  private static func connect(
    _ database: OpaquePointer?, _ context: UnsafeMutableRawPointer?,
    _ result: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?,
    _ message: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  ) -> Int32 {
    guard let context = unsafe context, let result = unsafe result else { return SQLITE_ERROR }
    // SAFETY: The context is the registration that `register` retained, and the registration keeps
    // the table alive.
    let table = unsafe Unmanaged<Registration>.fromOpaque(context).takeUnretainedValue().table
    let declared = unsafe sqlite3_declare_vtab(database, table.declaration)
    if declared != SQLITE_OK {
      // SAFETY: SQLite takes ownership of the message and frees it.
      unsafe message?.pointee = unsafe csq_copied_text(sqlite3_errmsg(database))
      return declared
    }
    let handle = UnsafeMutablePointer<TableHandle>.allocate(capacity: 1)
    unsafe handle.initialize(to: TableHandle(base: sqlite3_vtab(), table: .passUnretained(table)))
    // SAFETY: The base is the first member of the handle, so a pointer to the handle also points to
    // the base.
    unsafe result.pointee = UnsafeMutableRawPointer(handle).assumingMemoryBound(
      to: sqlite3_vtab.self)
    return SQLITE_OK
  }

  private static func disconnect(_ pointer: UnsafeMutablePointer<sqlite3_vtab>?) -> Int32 {
    // SAFETY: `connect` allocated the memory as a TableHandle, which needs no deinitialization.
    unsafe UnsafeMutableRawPointer(pointer)?.assumingMemoryBound(to: TableHandle.self).deallocate()
    return SQLITE_OK
  }

  private static func table(_ pointer: UnsafeMutablePointer<sqlite3_vtab>?) -> RecordTable {
    guard let raw = UnsafeMutableRawPointer(pointer) else {
      preconditionFailure("SQLite passes the table that it was given")
    }
    return unsafe raw.assumingMemoryBound(to: TableHandle.self).pointee.table
      .takeUnretainedValue()
  }

  /// Sets the error message of a table, and returns the result code for the callback.
  private static func fail(
    _ pointer: UnsafeMutablePointer<sqlite3_vtab>?, _ error: SearchError
  ) -> Int32 {
    if error == .cancelled { return SQLITE_INTERRUPT }
    // SAFETY: SQLite takes ownership of the message and frees it.
    unsafe sqlite3_free(pointer?.pointee.zErrMsg)
    unsafe pointer?.pointee.zErrMsg = unsafe csq_copied_text(error.message)
    return SQLITE_ERROR
  }

  // MARK: Cursors

  private static func open(
    _ table: UnsafeMutablePointer<sqlite3_vtab>?,
    _ result: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab_cursor>?>?
  ) -> Int32 {
    let records = unsafe Self.table(table)
    let handle = UnsafeMutablePointer<CursorHandle>.allocate(capacity: 1)
    unsafe handle.initialize(
      to: CursorHandle(
        base: sqlite3_vtab_cursor(), isStreamed: records.isStreamed, cursor: RecordCursor(records),
        stream: StreamCursor(records)))
    // SAFETY: The base is the first member of the handle, so a pointer to the handle also points to
    // the base.
    unsafe result?.pointee = UnsafeMutableRawPointer(handle).assumingMemoryBound(
      to: sqlite3_vtab_cursor.self)
    return SQLITE_OK
  }

  private static func close(_ pointer: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 {
    if unsafe pointer == nil { return SQLITE_OK }
    let handle = unsafe handle(pointer)
    unsafe handle.deinitialize(count: 1)
    unsafe handle.deallocate()
    return SQLITE_OK
  }

  @inline(__always)
  private static func handle(
    _ pointer: UnsafeMutablePointer<sqlite3_vtab_cursor>?
  ) -> UnsafeMutablePointer<CursorHandle> {
    guard let raw = UnsafeMutableRawPointer(pointer) else {
      preconditionFailure("SQLite passes the cursor that it was given")
    }
    // SAFETY: `open` allocated the memory as a CursorHandle, whose first member is the base that
    // `pointer` points to.
    return unsafe raw.assumingMemoryBound(to: CursorHandle.self)
  }

  private static func filter(
    _ pointer: UnsafeMutablePointer<sqlite3_vtab_cursor>?, _ text: UnsafePointer<CChar>?,
    _ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) -> Int32 {
    // SAFETY: `plan` created the text, which ends with a zero byte, and SQLite passes `count`
    // values.
    let plan = unsafe text.flatMap { unsafe TablePlan(String(cString: $0)) } ?? TablePlan()
    let arguments = (0..<Int(count)).map { unsafe value(values?[$0]) }
    do throws(SearchError) {
      try unsafe handle(pointer).pointee.start(plan, arguments)
      return SQLITE_OK
    } catch {
      return unsafe fail(pointer?.pointee.pVtab, error)
    }
  }

  private static func advance(_ pointer: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> Int32 {
    let handle = unsafe handle(pointer)
    if unsafe !handle.pointee.isStreamed {
      unsafe handle.pointee.cursor.advance()
      return SQLITE_OK
    }
    do throws(SearchError) {
      try unsafe handle.pointee.stream.advance()
      return SQLITE_OK
    } catch {
      return unsafe fail(pointer?.pointee.pVtab, error)
    }
  }

  private static func value(_ value: OpaquePointer?) -> SQLValue {
    switch unsafe sqlite3_value_type(value) {
    case SQLITE_INTEGER: return unsafe .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return unsafe .decimal(sqlite3_value_double(value))
    case SQLITE_TEXT:
      // SAFETY: SQLite reports the byte count of the text, which is copied before the call returns.
      let start = unsafe sqlite3_value_text(value)
      let bytes = unsafe UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
      return unsafe .text(String(decoding: bytes, as: UTF8.self))
    default: return .null
    }
  }

  // MARK: Plans

  private static func plan(
    _ pointer: UnsafeMutablePointer<sqlite3_vtab>?,
    _ pointerToInfo: UnsafeMutablePointer<sqlite3_index_info>?
  ) -> Int32 {
    guard let info = unsafe pointerToInfo else { return SQLITE_ERROR }
    let table = unsafe Self.table(pointer)
    var chooser = PlanChooser(table)
    // SAFETY: The arrays of constraints, usages and ORDER BY terms have the lengths that SQLite
    // reports in `info`.
    for index in unsafe 0..<Int(info.pointee.nConstraint) {
      let constraint = unsafe info.pointee.aConstraint[index]
      let isTaken = chooser.take(
        column: Int(constraint.iColumn), operation: Int32(constraint.op),
        isUsable: constraint.usable != 0)
      if isTaken {
        unsafe info.pointee.aConstraintUsage[index].argvIndex = Int32(chooser.plan.steps.count)
        unsafe info.pointee.aConstraintUsage[index].omit = chooser.isExact ? 1 : 0
      }
    }
    if !chooser.isPossible { return SQLITE_CONSTRAINT }
    unsafe table.noteUse(of: info.pointee.colUsed)
    if unsafe info.pointee.nOrderBy == 1,
      unsafe chooser.takeOrder(
        column: Int(info.pointee.aOrderBy[0].iColumn),
        isDescending: info.pointee.aOrderBy[0].desc != 0, used: info.pointee.colUsed)
    {
      unsafe info.pointee.orderByConsumed = 1
    }
    unsafe chooser.noteUse(of: info.pointee.colUsed)
    unsafe info.pointee.idxStr = unsafe csq_copied_text(chooser.plan.text)
    unsafe info.pointee.needToFreeIdxStr = 1
    unsafe info.pointee.estimatedRows = Int64(chooser.estimatedRows)
    unsafe info.pointee.estimatedCost = Double(chooser.estimatedRows)
    return SQLITE_OK
  }
}
