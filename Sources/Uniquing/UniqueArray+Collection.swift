extension UniqueArray: RandomAccessCollection {
  @inlinable
  public var startIndex: Int { 0 }

  @inlinable
  public var endIndex: Int { storage.count }

  @inlinable
  public var count: Int { storage.count }

  @inlinable
  public subscript(position: Int) -> Element { storage[position] }

  @inlinable
  public subscript(bounds: Range<Int>) -> ArraySlice<Element> { storage[bounds] }

  @inlinable
  public func makeIterator() -> IndexingIterator<[Element]> { storage.makeIterator() }

  ///
  /// - Complexity: That of `body`.
  @inlinable
  public func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeBufferPointer<Element>) throws -> R
  ) rethrows -> R? {
    unsafe try storage.withContiguousStorageIfAvailable(body)
  }
}
