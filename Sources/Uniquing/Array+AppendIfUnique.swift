extension Array where Element: Equatable {
  /// Appends the element unless the array contains one equal to it.
  ///
  /// Nothing is kept beside the array, so this suits short arrays, or elements that are not `Hashable`; from about
  /// twenty elements on, ``UniqueArray`` is faster.
  ///
  /// ```swift
  /// var arrows = ["up", "down"]
  /// arrows.appendIfUnique("left")   // true
  /// arrows.appendIfUnique("down")   // false
  /// ```
  ///
  /// - Returns: whether the element was appended.
  /// - Complexity: O(*n*), where *n* is the count of the array.
  @inlinable @inline(__always) @discardableResult
  public mutating func appendIfUnique(_ element: Element) -> Bool {
    for other in self where other == element { return false }
    append(element)
    return true
  }
}
