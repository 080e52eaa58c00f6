internal import CSQLite

/// Many rows of a statement, copied in one call, because one call per cell would take longer than the reading.
///
/// The first columns are integers, the others texts.
@safe struct RowBatch: ~Copyable {
  private let rows: UnsafeMutablePointer<csq_rows>

  /// Whether these are the last rows of their statement.
  private var isLast = false

  /// Creates a batch for rows with these numbers of columns.
  ///
  /// - Precondition: Both are at least 1.
  init(numbers: Int, texts: Int) {
    precondition(numbers > 0 && texts > 0)
    // SAFETY: The pointer is freed exactly once, in `deinit`.
    guard let rows = unsafe csq_rows_make(Int32(numbers), Int32(texts)) else {
      fatalError("out of memory")
    }
    unsafe self.rows = rows
  }

  deinit { unsafe csq_rows_free(rows) }

  /// Reads the next rows of a statement; returns false if there are none.
  mutating func fill(from statement: Statement) throws(DatabaseError) -> Bool {
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

  var count: Int { unsafe Int(rows.pointee.count) }

  /// Calls `body` with the numbers of all rows, the bytes of all texts, and the end of each text.
  ///
  /// A NULL number is `Int64.min`; a zero byte follows each text.
  func withCells<R, E: Error>(
    _ body: (_ numbers: Span<Int64>, _ bytes: Span<UInt8>, _ ends: Span<Int>) throws(E) -> R
  ) throws(E) -> R {
    // SAFETY: The buffers do not change while `self` is borrowed, and contain what was read.
    let numbers = unsafe UnsafeBufferPointer(
      start: rows.pointee.values, count: count * Int(rows.pointee.numbers))
    let bytes = unsafe UnsafeBufferPointer(start: rows.pointee.bytes, count: rows.pointee.used)
    let ends = unsafe UnsafeBufferPointer(
      start: rows.pointee.ends, count: count * Int(rows.pointee.texts))
    return try unsafe body(numbers.span, bytes.span, ends.span)
  }
}
