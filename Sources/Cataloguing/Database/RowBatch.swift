internal import CSQLite

/// Many rows of a statement, copied at once: crossing into SQLite for each cell would take longer than reading it.
///
/// The first columns are numbers, the others texts.
@safe struct RowBatch: ~Copyable {
  private let rows: UnsafeMutablePointer<csq_rows>

  /// Whether the rows are the last of their statement.
  private var isLast = false

  /// For rows of so many columns of each kind.
  ///
  /// - Precondition: both are at least 1.
  init(numbers: Int, texts: Int) {
    precondition(numbers > 0 && texts > 0)
    // SAFETY: freed exactly once, in `deinit`.
    guard let rows = unsafe csq_rows_make(Int32(numbers), Int32(texts)) else {
      fatalError("out of memory")
    }
    unsafe self.rows = rows
  }

  deinit { unsafe csq_rows_free(rows) }

  /// Takes the next rows of a statement of such columns; whether there are any.
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

  /// Lends the numbers of all rows, row by row, with the least of all for NULL; the texts, one after the other and a zero
  /// byte behind each; and where each text ends.
  func withCells<R, E: Error>(
    _ body: (_ numbers: Span<Int64>, _ bytes: Span<UInt8>, _ ends: Span<Int>) throws(E) -> R
  ) throws(E) -> R {
    // SAFETY: the blocks stay as they are while this is borrowed, and hold as much as was read.
    let numbers = unsafe UnsafeBufferPointer(
      start: rows.pointee.values, count: count * Int(rows.pointee.numbers))
    let bytes = unsafe UnsafeBufferPointer(start: rows.pointee.bytes, count: rows.pointee.used)
    let ends = unsafe UnsafeBufferPointer(
      start: rows.pointee.ends, count: count * Int(rows.pointee.texts))
    return try unsafe body(numbers.span, bytes.span, ends.span)
  }
}
