/// An immutable buffer of trivial values in one allocation or in a mapped file, shared by
/// reference.
///
/// `GrowableBuffer.freeze()` creates a buffer from an allocation. The elements never change, so
/// several threads can read them at the same time.
@safe public final class FrozenBuffer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  @usableFromInline let base: UnsafeMutablePointer<Element>

  /// The number of elements.
  public let count: Int

  /// The number of elements that fit into the allocation.
  private let capacity: Int

  /// The object that owns the memory; nil if this buffer owns it.
  private let owner: (any AnyObject & Sendable)?

  init(adopting base: UnsafeMutablePointer<Element>, count: Int, capacity: Int) {
    unsafe self.base = base
    self.count = count
    self.capacity = capacity
    owner = nil
  }

  /// Creates a buffer of elements in memory that `owner` owns.
  ///
  /// - Precondition: the memory contains `count` elements, which do not change until `owner` is
  ///   destroyed.
  @unsafe package init(
    borrowing base: UnsafePointer<Element>, count: Int, from owner: any AnyObject & Sendable
  ) {
    unsafe self.base = UnsafeMutablePointer(mutating: base)
    self.count = count
    capacity = 0
    self.owner = owner
  }

  deinit { if owner == nil { unsafe Memory.deallocate(base, capacity) } }

  /// Creates a buffer of elements by copying their bytes in memory.
  ///
  /// - Precondition: `bytes` contains only complete elements.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package static func copying(_ bytes: Span<UInt8>) -> FrozenBuffer {
    let count = bytes.count / MemoryLayout<Element>.stride
    precondition(bytes.count == count * MemoryLayout<Element>.stride)
    var copy = GrowableBuffer<Element>(capacity: count)
    unsafe copy.append(upTo: count) { buffer in
      unsafe bytes.withUnsafeBytes { bytes in
        // SAFETY: both ranges have `bytes.count` bytes, and every bit pattern is a valid element.
        unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
      }
      return count
    }
    return copy.freeze()
  }

  /// Calls `body` with the bytes of all elements in memory.
  package func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    // SAFETY: the elements live as long as `self`, which the call keeps alive.
    let bytes = unsafe UnsafeRawBufferPointer(UnsafeBufferPointer(start: base, count: count))
    return try unsafe body(bytes.bindMemory(to: UInt8.self).span)
  }

  /// Whether the elements are in memory that another object owns, such as a mapped file.
  package var isBorrowed: Bool { owner != nil }

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

/// A frozen buffer that is read without reference counting.
///
/// Reference counting would slow down threads that share the buffer.
@safe @frozen public struct PinnedBuffer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  // SAFETY: `base` points to `count` elements, which live as long as `owner`.
  @usableFromInline let owner: FrozenBuffer<Element>
  @usableFromInline let base: UnsafePointer<Element>
  @usableFromInline let count: Int

  /// Creates a value that keeps `buffer` alive.
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

/// The bytes that separate the cells (the fields, or the values of a field) of a stored record.
///
/// The bytes 0xFE and 0xFF never occur in UTF-8, so a match cannot extend beyond a cell.
public enum Separator {
  /// The byte that follows each field of a record.
  public static let field: UInt8 = 0xFF

  /// The byte that separates the values of one alias field.
  public static let value: UInt8 = 0xFE
}
