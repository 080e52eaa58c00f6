extension UniqueArray {
  /// Removes the element that is equal to `element`.
  ///
  /// - Returns: The removed element; nil if no element was equal.
  /// - Complexity: O(*n*), where *n* is the count of the array.
  @inlinable @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    guard let position = firstIndex(of: element) else { return nil }
    return remove(at: position)
  }

  /// Removes the element at a position.
  ///
  /// - Returns: The removed element.
  /// - Precondition: `position` is in `indices`.
  /// - Complexity: O(*n*), where *n* is the count of the array; O(1) for the last element.
  @inlinable @discardableResult
  public mutating func remove(at position: Int) -> Element {
    precondition(storage.indices.contains(position), "there is no element at position \(position)")
    index?.slots.makeUnique()
    if let index {
      let hash = index.seed.hash(storage[position])
      index.clear(index.slot(of: hash) { $0 == position }.slot)
      if position < storage.count - 1 { index.lower(above: position) }
    }
    return storage.remove(at: position)
  }

  /// Removes the last element.
  ///
  /// - Returns: The removed element.
  /// - Precondition: The array is not empty.
  /// - Complexity: O(1) on average.
  @inlinable @discardableResult
  public mutating func removeLast() -> Element {
    precondition(!isEmpty, "an empty array has no last element")
    return remove(at: storage.count - 1)
  }

  /// Removes the elements that satisfy a condition.
  ///
  /// - Complexity: O(*n*), where *n* is the count of the array.
  @inlinable
  public mutating func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    let kept = try storage.filter { try !isRemoved($0) }
    if kept.count == storage.count { return }
    storage = kept
    if let limit = index?.limit { rebuildIndex(capacity: limit) }
  }

  /// Removes all elements.
  ///
  /// - Parameter keepsCapacity: Whether the storage is kept for reuse instead of freed.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  @inlinable
  public mutating func removeAll(keepingCapacity keepsCapacity: Bool = false) {
    storage.removeAll(keepingCapacity: keepsCapacity)
    if let index, keepsCapacity {
      self.index = PositionIndex(capacity: index.limit, seed: index.seed)
    } else {
      index = nil
    }
  }
}
