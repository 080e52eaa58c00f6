/// An immutable array of plain values in one allocation, shared by reference.
///
/// `GrowableBuffer.freeze()` creates it. The elements never change, so any thread can read them.
@safe public final class FrozenBuffer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  @usableFromInline let base: UnsafeMutablePointer<Element>

  /// The number of elements.
  public let count: Int

  /// The number of elements that fit into the allocation.
  private let capacity: Int

  init(adopting base: UnsafeMutablePointer<Element>, count: Int, capacity: Int) {
    unsafe self.base = base
    self.count = count
    self.capacity = capacity
  }

  deinit { unsafe Memory.deallocate(base, capacity) }

  /// The element at an index.
  ///
  /// - Complexity: O(1).
  @inlinable public subscript(_ index: Int) -> Element {
    precondition(index >= 0 && index < count)
    return unsafe base[index]
  }

  /// Calls `body` with all elements.
  ///
  /// - Complexity: the same as the complexity of `body`.
  @inlinable public func withSpan<R: ~Copyable, E: Error>(_ body: (Span<Element>) throws(E) -> R)
    throws(E) -> R
  {
    // SAFETY: the elements live as long as `self`, which the call keeps alive.
    try unsafe body(UnsafeBufferPointer(start: base, count: count).span)
  }

  /// Calls `body` with the elements in `range`.
  ///
  /// - Complexity: the same as the complexity of `body`.
  @inlinable public func withSpan<R: ~Copyable, E: Error>(
    of range: Range<Int>, _ body: (Span<Element>) throws(E) -> R
  ) throws(E) -> R {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    // SAFETY: the precondition checked the range; the elements live as long as `self`.
    return try unsafe body(
      UnsafeBufferPointer(start: base + range.lowerBound, count: range.count).span)
  }

  /// Calls `body` with a pointer to all elements; the pointer must not outlive the call.
  ///
  /// - Complexity: the same as the complexity of `body`.
  @inlinable public func withUnsafeBufferPointer<R: ~Copyable, E: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(UnsafeBufferPointer(start: base, count: count))
  }
}

/// A frozen buffer that is read without reference counting, so that threads that share it do not
/// slow each other down.
@safe @frozen public struct PinnedBuffer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  // SAFETY: `base` points to `count` elements, which live as long as `owner`.
  @usableFromInline let owner: FrozenBuffer<Element>
  @usableFromInline let base: UnsafePointer<Element>
  @usableFromInline let count: Int

  /// Pins `buffer`, which stays alive as long as this value.
  ///
  /// - Complexity: O(1).
  @inlinable public init(_ buffer: FrozenBuffer<Element>) {
    owner = buffer
    unsafe base = UnsafePointer(buffer.base)
    count = buffer.count
  }

  /// The element at an index.
  ///
  /// - Complexity: O(1).
  @inlinable @inline(__always) public subscript(_ index: Int) -> Element {
    precondition(index >= 0 && index < count)
    return unsafe base[index]
  }

  /// Calls `body` with the elements in `range`.
  ///
  /// - Complexity: the same as the complexity of `body`.
  @inlinable @inline(__always) public func withSpan<R: ~Copyable>(
    of range: Range<Int>, _ body: (Span<Element>) -> R
  ) -> R {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe body(
      UnsafeBufferPointer(start: base + range.lowerBound, count: range.count).span)
  }
}

/// The bytes that separate the cells of a stored record.
///
/// The bytes 0xFE and 0xFF never occur in UTF-8, so a match cannot span two cells.
public enum Separator {
  /// The byte that follows each field of a record.
  public static let field: UInt8 = 0xFF

  /// The byte that separates the values (representations) of one alias field.
  public static let value: UInt8 = 0xFE
}
