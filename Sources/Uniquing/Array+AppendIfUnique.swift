extension Array where Element: Equatable {
  /// Appends the element unless the array contains an equal element.
  ///
  /// The method needs no additional memory and no hash function, so it suits short arrays and
  /// elements that are not `Hashable`. With more than about twenty elements, ``UniqueArray`` is
  /// faster than this method.
  ///
  /// ```swift
  /// var arrows = ["up", "down"]
  /// arrows.appendIfUnique("left")   // true
  /// arrows.appendIfUnique("down")   // false
  /// ```
  ///
  /// - Returns: Whether the element was appended.
  /// - Complexity: O(*n*), where *n* is the count of the array.
  @inlinable @inline(__always) @discardableResult
  public mutating func appendIfUnique(_ element: Element) -> Bool {
    for other in self where other == element { return false }
    append(element)
    return true
  }
}
