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
}
