/// An immutable run of plain values in one allocation, shared by reference.
///
/// Made by `GrowableBuffer.freeze()`. Nothing writes to the elements after that, so it is safe to read from any thread.
@safe public final class FrozenBuffer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  @usableFromInline let base: UnsafeMutablePointer<Element>

  /// The number of elements.
  public let count: Int

  /// The elements that the block has room for.
  private let room: Int

  init(adopting base: UnsafeMutablePointer<Element>, count: Int, room: Int) {
    unsafe self.base = base
    self.count = count
    self.room = room
  }

  deinit { unsafe Memory.deallocate(base, room) }

  @inlinable public subscript(_ index: Int) -> Element {
    precondition(index >= 0 && index < count)
    return unsafe base[index]
  }

  /// Lends all elements.
  @inlinable public func withSpan<R: ~Copyable, E: Error>(_ body: (Span<Element>) throws(E) -> R)
    throws(E) -> R
  {
    // SAFETY: the elements live as long as `self`, which the call keeps alive.
    try unsafe body(UnsafeBufferPointer(start: base, count: count).span)
  }

  /// Lends the elements of `range`.
  @inlinable public func withSpan<R: ~Copyable, E: Error>(
    of range: Range<Int>, _ body: (Span<Element>) throws(E) -> R
  ) throws(E) -> R {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    // SAFETY: the range was checked; see above.
    return try unsafe body(
      UnsafeBufferPointer(start: base + range.lowerBound, count: range.count).span)
  }

  /// Lends all elements to code that walks them by pointer; the pointer must not outlive the call.
  @inlinable public func withUnsafeBufferPointer<R: ~Copyable, E: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(UnsafeBufferPointer(start: base, count: count))
  }
}

/// The bytes that part the cells of a stored record.
///
/// Neither occurs in UTF-8, so no needle can match across one.
public enum Separator {
  /// Ends every field of a record.
  public static let field: UInt8 = 0xFF

  /// Stands between the values (representations) of one alias field.
  public static let value: UInt8 = 0xFE
}
